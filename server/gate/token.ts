// The one credential. It lives in memory, in the printed link and, only if asked for, in a file of its own;
// never in a cookie (those reach every server on the same host), an argument list or a log.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

/** A new token: 256 random bits as 43 characters of base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Gate 4: `Authorization: Bearer <token>`. Every failure gets the same answer, and digests are compared, so
 * neither the answer nor its time says how close a guess was. `toWait` is asked for every wrong token and gives
 * the seconds after which the next guess is heard (see `guessLimit`); who sends none has guessed nothing.
 */
export function tokenCheck(
  token: string,
  toWait: () => number | undefined,
): (request: RawRequest) => Denial | undefined {
  const expected = digest(token);
  return (request) => {
    const [value = '', ...more] = request.all('authorization');
    const given = /^bearer (.+)$/i.exec(value)?.[1] ?? '';
    const isRight = timingSafeEqual(digest(given), expected) && more.length === 0;
    if (isRight) return undefined;
    const seconds = request.all('authorization').length > 0 ? toWait() : undefined;
    return seconds === undefined ? unauthorized : tooManyGuesses(seconds);
  };
}

const unauthorized: Denial = {
  status: 401,
  code: 'unauthorized',
  message: 'A valid token is needed. Open the link that was printed when the panel was started.',
  headers: { 'WWW-Authenticate': 'Bearer' },
};

function tooManyGuesses(seconds: number): Denial {
  return {
    status: 429,
    code: 'too_many_guesses',
    message: 'Too many wrong tokens. The right one, from the printed link, is let in at any time.',
    headers: { 'Retry-After': String(seconds) },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
