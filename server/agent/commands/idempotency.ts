// Makes sure that a repeated request reaches pi only once. If the response to a request is lost, the page repeats the
// request and gets the response to the original one.
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../../shared/refusal.ts';

/** How many keys are remembered; beyond that, the oldest is forgotten. */
const MAX_KEYS = 1000;

interface Known {
  digest: string;
  answer: Promise<unknown>;
  /** Whether somebody was told that it is under way, and asks for its answer later, also if that is a refusal. */
  isAwaited: boolean;
}

export class Idempotency {
  readonly #known = new Map<string, Known>();

  /**
   * Runs `act`, or returns the earlier answer if this key was used before. Without a key it always runs `act`. If `act`
   * rejects, it must have changed nothing, because its key can then be used again. Throws a Refusal (422),
   * synchronously, if the key was used with a different body.
   */
  once<T>(key: string | undefined, body: unknown, act: () => Promise<T>): Promise<T> {
    if (!key) return act();
    const digest = hash('sha256', JSON.stringify(body), 'base64');
    const known = this.#known.get(key);
    if (known) {
      if (known.digest === digest) return known.answer as Promise<T>;
      throw new Refusal(422, 'key_reused', 'Idempotency-Key: this key was used with another body.');
    }
    const answer = act();
    const now: Known = { digest, answer, isAwaited: false };
    this.#known.set(key, now);
    answer.catch(() => now.isAwaited || this.#known.delete(key));
    const oldest = this.#known.keys().next();
    if (this.#known.size > MAX_KEYS && !oldest.done) this.#known.delete(oldest.value);
    return answer;
  }

  /**
   * Resolves to the answer to the request with this key, or to null if there is none within `ms`. Rejects with a Refusal
   * (404) if the key is not known.
   */
  async answerWithin(key: string, ms: number): Promise<unknown> {
    const known = this.#known.get(key);
    if (!known)
      throw new Refusal(
        404,
        'unknown_key',
        'The panel was restarted while this command ran, so its answer is lost. See whether it was carried out.',
      );
    const late = new AbortController();
    const isLate = wait(ms, true, { signal: late.signal }).catch(() => false);
    const answer = await Promise.race([known.answer, isLate.then(() => null)]).finally(() => late.abort());
    known.isAwaited ||= answer === null;
    return answer;
  }
}
