// Detects that a running program is silent: it may hang, be suspended, or be busy with one long step. The watchdog
// only probes and reports; the user decides what to do.

/** How long the program may be silent before it is probed. */
const QUIET_MS = 30_000;
/** How long the program then has to answer. */
const ANSWER_MS = 10_000;

export interface WatchdogOptions {
  /** Sends something that every program answers, even while it works. */
  probe: () => void;
  /**
   * Called with the time at which the program last wrote anything (ms since 1970) if it has not answered the probe, and
   * with null once it writes again.
   */
  onSilence: (since: number | null) => void;
  /** Multiplies both times. */
  patience?: number | undefined;
}

export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #patience: number;
  #timer: NodeJS.Timeout;
  #lastHeard = Date.now();
  #isProbing = false;
  #isSilent = false;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#patience = options.patience ?? 1;
    this.#timer = this.#probeLater();
  }

  /** Whether the program did not answer in time. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Call this whenever the program writes anything. */
  onHeard(): void {
    this.#lastHeard = Date.now();
    if (!this.#isProbing) {
      this.#timer.refresh();
      return;
    }
    this.#isProbing = false;
    clearTimeout(this.#timer);
    this.#timer = this.#probeLater();
    if (this.#isSilent) this.#options.onSilence(null);
    this.#isSilent = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isProbing = false;
  }

  #probeLater(): NodeJS.Timeout {
    return setTimeout(() => this.#probe(), QUIET_MS * this.#patience);
  }

  #probe(): void {
    this.#isProbing = true;
    this.#options.probe();
    // If the panel itself was suspended, the timer fires before an answer that is already waiting is read.
    this.#timer = setTimeout(() => setImmediate(() => this.#judge()), ANSWER_MS * this.#patience);
  }

  #judge(): void {
    if (!this.#isProbing) return;
    this.#isSilent = true;
    this.#options.onSilence(this.#lastHeard);
  }
}
