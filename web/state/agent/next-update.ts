// Decides when the page shows what it has read of an agent: with the next frame, but a growing text at most 20 times a
// second. That still reads as flowing text, and each time costs a layout and a paint of the page.

/** Time between two updates that only let a text grow: three frames of most screens. */
const GROWTH_MS = 48;
/** A hidden page gets no animation frames, but its title must still be updated. */
const HIDDEN_MS = 250;

/** The kinds of waiting. A larger number replaces a smaller one. */
const GROWTH = 1;
const FRAME = 2;
const HIDDEN = 3;

export class NextUpdate {
  readonly #show: () => void;
  #wait = 0;
  #stop = (): void => undefined;
  #shownAt = -Infinity;

  constructor(show: () => void) {
    this.#show = show;
  }

  /** Calls `show` soon. `isGrowth` says that only a text has grown. */
  schedule(isGrowth: boolean): void {
    const restMs = this.#shownAt + GROWTH_MS - performance.now();
    const wait = document.hidden ? HIDDEN : isGrowth && restMs > 0 ? GROWTH : FRAME;
    if (wait <= this.#wait) return;
    this.#stop();
    this.#wait = wait;
    if (wait === FRAME) return this.#awaitFrame();
    const timer =
      wait === GROWTH
        ? setTimeout(() => this.#awaitFrame(), restMs)
        : setTimeout(() => this.now(), HIDDEN_MS);
    this.#stop = () => clearTimeout(timer);
  }

  /** Calls `show` at once, instead of what is scheduled. */
  now(): void {
    this.#stop();
    this.#wait = 0;
    this.#shownAt = performance.now();
    this.#show();
  }

  #awaitFrame(): void {
    const frame = requestAnimationFrame(() => this.now());
    this.#stop = () => cancelAnimationFrame(frame);
  }
}
