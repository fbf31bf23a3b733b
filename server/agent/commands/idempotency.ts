// A request that was sent twice because its answer was lost reaches pi once: the second gets the first's answer.
import { createHash } from 'node:crypto';
import { Refusal } from '../../../shared/refusal.ts';

/** Keys kept for each agent; the oldest go first. */
const MAX_KEYS = 1000;

export class Idempotency {
  readonly #known = new Map<string, { body: string; answer: Promise<unknown> }>();

  /**
   * Runs `act` unless this key was seen before. The same key with another body is a Refusal 422.
   * An attempt that was thrown out (a refusal) changed nothing, so its key is free again.
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
