// Decides when the page shows what it has read of an agent: with the next frame, but a growing text at most 20 times a
// second. That still reads as flowing text, and each time costs a layout and a paint of the page.

/** Time between two updates that only let a text grow: three frames of most screens. */
const GROWTH_MS = 48;
/** A hidden page gets no animation frames, but its title must still be updated. */
const HIDDEN_MS = 250;

type Wait = 'frame' | 'growth' | 'hidden';

export class NextUpdate {
  readonly #show: () => void;
  #wait: Wait | null = null;
  #stop = (): void => undefined;
  #shownAt = -Infinity;

  constructor(show: () => void) {
    this.#show = show;
  }

  /** Calls `show` soon. `isGrowth` says that only a text has grown. */
  schedule(isGrowth: boolean): void {
    const restMs = this.#shownAt + GROWTH_MS - performance.now();
    const wait = document.hidden ? 'hidden' : isGrowth && restMs > 0 ? 'growth' : 'frame';
    if (wait === this.#wait || (wait === 'growth' && this.#wait === 'frame')) return;
    this.#stop();
    this.#wait = wait;
    if (wait === 'frame') this.#awaitFrame();
    else if (wait === 'growth') this.#awaitTimer(restMs, () => this.#awaitFrame());
    else this.#awaitTimer(HIDDEN_MS, () => this.now());
  }

  /** Calls `show` at once, instead of what is scheduled. */
  now(): void {
    this.#stop();
    this.#wait = null;
    this.#shownAt = performance.now();
    this.#show();
  }

  #awaitFrame(): void {
    const frame = requestAnimationFrame(() => this.now());
    this.#stop = () => cancelAnimationFrame(frame);
  }

  #awaitTimer(ms: number, then: () => void): void {
    const timer = setTimeout(then, ms);
    this.#stop = () => clearTimeout(timer);
  }
}
