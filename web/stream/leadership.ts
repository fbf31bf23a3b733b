// Elects one leader among the tabs with the same name, by a Web Lock: when a tab closes, crashes or gives up the lock,
// the browser grants it to the next tab at once. Without Web Locks (plain http to another machine) every tab leads.

export interface LeadershipOptions {
  name: string;
  /** Null: there are no Web Locks. */
  locks: LockManager | null;
  onLead: () => void;
  /** Another tab leads, or has taken the lead from this one. */
  onFollow: () => void;
}

export class Leadership {
  readonly #options: LeadershipOptions;
  #isLeading = false;
  #isClosed = false;
  #releaseLock: () => void = () => undefined;
  #waiting = new AbortController();

  constructor(options: LeadershipOptions) {
    this.#options = options;
    if (options.locks) void this.#request({ ifAvailable: true });
    else this.#lead();
  }

  /** Takes the lead from a tab that does not answer. */
  steal(): void {
    if (this.#isLeading || this.#isClosed) return;
    this.#waiting.abort();
    void this.#request({ steal: true });
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.abort();
    this.#releaseLock();
  }

  async #request(options: LockOptions): Promise<void> {
    const { locks, name } = this.#options;
    try {
      await locks?.request(name, options, (lock) => (lock && !this.#isClosed ? this.#hold() : undefined));
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      // Either this tab has stopped waiting, or another tab has stolen the lock.
      if (options.signal?.aborted) return;
    }
    if (this.#isClosed) return;
    this.#isLeading = false;
    this.#options.onFollow();
    this.#waiting = new AbortController();
    void this.#request({ signal: this.#waiting.signal });
  }

  #hold(): Promise<void> {
    this.#lead();
    return new Promise((resolve) => (this.#releaseLock = resolve));
  }

  #lead(): void {
    this.#isLeading = true;
    this.#options.onLead();
  }
}
