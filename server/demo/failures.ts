import { createHash } from 'node:crypto';
import type { Answer, HttpFailure } from './answer.ts';
import type { ChatRequest } from './chat.ts';

const MAX_CONVERSATIONS = 64;

/**
 * Counts the attempts at answers that fail at first. A retry of pi is the same conversation once more (the
 * failed answer is left out of it), so the conversation is the key. Bounded: the oldest counts are forgotten.
 */
export function failFirst() {
  const attempts = new Map<string, number>();

  /** The failure that this attempt meets, or undefined when it is time for the answer itself. */
  return (request: ChatRequest, answer: Answer): HttpFailure | undefined => {
    if ('status' in answer || !answer.failures?.length) return undefined;
    const key = createHash('sha256').update(JSON.stringify(request.messages)).digest('base64');
    const attempt = attempts.get(key) ?? 0;
    attempts.delete(key);
    const failure = answer.failures[attempt];
    if (failure) attempts.set(key, attempt + 1);
    for (const oldest of attempts.keys()) {
      if (attempts.size <= MAX_CONVERSATIONS) break;
      attempts.delete(oldest);
    }
    return failure;
  };
}
