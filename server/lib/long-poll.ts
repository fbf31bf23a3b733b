// Lets the requests of pages wait for the next change.

/** How long a request waits, in ms: less than proxies allow. */
const POLL_MS = 20_000;

export class LongPoll {
  #changed = Promise.withResolvers<void>();

  /** Ends the wait of all requests. */
  onChange(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Resolves at the next change, when one of `others` resolves, or after a while. */
  async wait(...others: Promise<unknown>[]): Promise<void> {
    const { promise: expired, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, POLL_MS);
    await Promise.race([this.#changed.promise, expired, ...others]);
    clearTimeout(timer);
  }
}
