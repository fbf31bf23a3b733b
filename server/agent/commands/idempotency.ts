// Makes a repeated request reach pi once. A page repeats a request when its answer was lost, and gets the first answer.
import { createHash } from 'node:crypto';
import { Refusal } from '../../../shared/refusal.ts';

/** How many keys each agent remembers. Then the oldest are forgotten. */
const MAX_KEYS = 1000;

export class Idempotency {
  readonly #known = new Map<string, { body: string; answer: Promise<unknown> }>();

  /**
   * Runs `act` unless it was run for this key before. Throws a Refusal 422 if the key was used with another body. If
   * `act` throws, it changed nothing, and the key can be used again.
   */
  once<T>(key: string | undefined, body: unknown, act: () => Promise<T>): Promise<T> {
    if (!key) return act();
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64');
    const known = this.#known.get(key);
    if (known) {
      if (known.body === digest) return known.answer as Promise<T>;
      throw new Refusal(422, 'key_reused', 'Idempotency-Key: this key was used for another command.');
    }
    const answer = act();
    this.#known.set(key, { body: digest, answer });
    answer.catch(() => this.#known.delete(key));
    const oldest = this.#known.keys().next();
    if (this.#known.size > MAX_KEYS && !oldest.done) this.#known.delete(oldest.value);
    return answer;
  }
}
