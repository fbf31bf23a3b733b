// Waiting until something is true that any event may make true.
import { Refusal } from '../../../shared/refusal.ts';

export class WaitUntil {
  #waiters: (() => void)[] = [];

  /** To be called whenever a claim may have become true. */
  look(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }

  /** `deadline`: as `performance.now()` counts; may be infinite. Throws a Refusal 503 when it does not come in time. */
  async until(claim: () => boolean, deadline: number): Promise<void> {
    while (!claim()) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      this.#waiters.push(() => resolve(true));
      const left = Math.max(deadline - performance.now(), 0);
      const timer = Number.isFinite(left) ? setTimeout(resolve, left, false) : undefined;
      const isWoken = await promise;
      clearTimeout(timer);
      if (!isWoken)
        throw new Refusal(
          503,
          'no_safe_moment',
          'The agent is between two steps and may be delivering: nothing was changed. Try again.',
        );
    }
  }
}
