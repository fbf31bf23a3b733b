// Makes sure that a repeated request reaches pi only once. If the response to a request is lost, the page repeats the
// request and gets the response to the original one.
import { hash } from 'node:crypto';
import { Refusal } from '../../../shared/refusal.ts';

/** How many keys are remembered; beyond that, the oldest is forgotten. */
const MAX_KEYS = 1000;

export class Idempotency {
  readonly #known = new Map<string, { digest: string; answer: Promise<unknown> }>();

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
    this.#known.set(key, { digest, answer });
    answer.catch(() => this.#known.delete(key));
    const oldest = this.#known.keys().next();
    if (this.#known.size > MAX_KEYS && !oldest.done) this.#known.delete(oldest.value);
    return answer;
  }
}
