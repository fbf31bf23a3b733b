// Exactly one of the tabs with the same name leads, by a Web Lock: the browser gives it to the next one in the
// moment in which a tab closes, crashes or lets go. Where there are no Web Locks (plain http to another machine),
// every tab leads itself.

export interface LeadershipOptions {
  name: string;
  /** Null: there are none. */
  locks: LockManager | null;
  onLead: () => void;
  /** Another tab leads, or took the lead away. */
  onFollow: () => void;
}

export class Leadership {
  readonly #options: LeadershipOptions;
  #isLeading = false;
  #isOver = false;
  #letGo: () => void = () => undefined;
  #waiting = new AbortController();

  constructor(options: LeadershipOptions) {
    this.#options = options;
    if (options.locks) void this.#request({ ifAvailable: true });
    else this.#lead();
  }

  /** Takes the lead from a tab that does not answer. */
  take(): void {
    if (this.#isLeading || this.#isOver) return;
    this.#waiting.abort();
    void this.#request({ steal: true });
  }

  close(): void {
    this.#isOver = true;
    this.#waiting.abort();
    this.#letGo();
  }

  async #request(options: LockOptions): Promise<void> {
    const { locks, name } = this.#options;
    try {
      await locks?.request(name, options, (lock) => (lock && !this.#isOver ? this.#hold() : undefined));
    } catch (error) {
      if (!isAbort(error)) throw error;
      // Given up by ourselves; if not, another tab took it.
      if (options.signal?.aborted) return;
    }
    if (this.#isOver) return;
    this.#isLeading = false;
    this.#options.onFollow();
    this.#waiting = new AbortController();
    void this.#request({ signal: this.#waiting.signal });
  }

  #hold(): Promise<void> {
    this.#lead();
    return new Promise((resolve) => (this.#letGo = resolve));
  }

  #lead(): void {
    this.#isLeading = true;
    this.#options.onLead();
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
