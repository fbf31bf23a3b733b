// Notices that a program which runs says nothing any more: it may hang, be stopped, or be busy with one long step. It
// asks and tells; what to do about it is for a person to decide.

/** How long nothing may be heard before the program is asked whether it is there, in ms. */
const QUIET_MS = 30_000;
/** How long it then has, in ms. */
const ANSWER_MS = 10_000;

export interface WatchdogOptions {
  /** Asks something that every program answers, also while it works. */
  ask(): void;
  /** Since when nothing was heard (ms since 1970), once it should have answered; null as soon as it is heard again. */
  onSilence(since: number | null): void;
  /** A factor on both times. */
  patience?: number | undefined;
}

export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #patience: number;
  #timer: NodeJS.Timeout;
  #lastHeard = Date.now();
  #isWaiting = false;
  #isSilent = false;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#patience = options.patience ?? 1;
    this.#timer = this.#askLater();
  }

  /** It was asked, and has not answered in time. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** It said something, whatever it was. */
  heard(): void {
    this.#lastHeard = Date.now();
    if (!this.#isWaiting) {
      this.#timer.refresh();
      return;
    }
    this.#isWaiting = false;
    clearTimeout(this.#timer);
    this.#timer = this.#askLater();
    if (this.#isSilent) this.#options.onSilence(null);
    this.#isSilent = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isWaiting = false;
  }

  #askLater(): NodeJS.Timeout {
    return setTimeout(() => this.#ask(), QUIET_MS * this.#patience);
  }

  #ask(): void {
    this.#isWaiting = true;
    this.#options.ask();
    // After a moment in which we were stopped ourselves, timers come before what is there to be read.
    this.#timer = setTimeout(() => setImmediate(() => this.#judge()), ANSWER_MS * this.#patience);
  }

  #judge(): void {
    if (!this.#isWaiting) return;
    this.#isSilent = true;
    this.#options.onSilence(this.#lastHeard);
  }
}
