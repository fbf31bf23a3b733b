// Elects one leader among the tabs that use the same name. The leader holds a Web Lock. When it closes, crashes or
// gives up the lock, the browser immediately grants the lock to another tab. Without Web Locks (plain HTTP from another
// machine) every tab leads.

export interface LeadershipOptions {
  name: string;
  /** Null if the browser offers no Web Locks. */
  locks: LockManager | null;
  onLead: () => void;
  /** Called when another tab leads, even if it took the lead from this tab. */
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

  /** Takes the lead from another tab. Meant for a leader that no longer responds. */
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
      // Either this tab stopped waiting for the lock, or another tab has stolen it.
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
