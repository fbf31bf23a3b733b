// Waits for a condition that any event may change.

export class Signal {
  #next = Promise.withResolvers<true>();

  /** Wakes everything that waits for the signal. */
  notify(): void {
    this.#next.resolve(true);
    this.#next = Promise.withResolvers<true>();
  }

  /** Resolves to true at the next `notify`, or to false if there is none within `ms`. */
  async next(ms: number): Promise<boolean> {
    const { promise: timeout, resolve } = Promise.withResolvers<false>();
    const timer = Number.isFinite(ms) ? setTimeout(resolve, Math.max(ms, 0), false) : undefined;
    const isNotified = await Promise.race([this.#next.promise, timeout]);
    clearTimeout(timer);
    return isNotified;
  }
}

/**
 * Resolves to true when `isTrue` returns true, or to false at the deadline, which is a time of `performance.now()`. The
 * condition is checked again after every notification.
 */
export async function waitUntil(
  isTrue: () => boolean,
  { signal, deadline = Infinity }: { signal: Signal; deadline?: number },
): Promise<boolean> {
  while (!isTrue()) if (!(await signal.next(deadline - performance.now()))) return false;
  return true;
}
