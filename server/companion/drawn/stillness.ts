// Distinguishes a screen that waits for the user from one that works or plays: only the latter changes without any
// input.

/**
 * How long a drawing must not change to count as still. A spinner changes several times in this time; a countdown does
 * once a second.
 */
const STILL_MS = 700;
/** Changes this soon after an input count as its effect. */
const FOLLOWS_MS = 300;

export class Stillness {
  readonly #onChange: () => void;
  #inputAt = performance.now();
  #changedAt = -Infinity;
  #timer: NodeJS.Timeout;
  #isStill = false;

  /** `onChange` is called when the drawing becomes still, or begins to move. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#timer = this.#wait();
  }

  /** Whether the drawing is still. At first it counts as moving. */
  get isStill(): boolean {
    return this.#isStill;
  }

  /** Call this for keys, and for everything else from the page. */
  onInput(): void {
    this.#inputAt = performance.now();
  }

  /** Call this when the extension wants to draw. */
  onChange(): void {
    const now = performance.now();
    if (now - this.#inputAt < FOLLOWS_MS) return;
    const isSecond = now - this.#changedAt < STILL_MS;
    this.#changedAt = now;
    clearTimeout(this.#timer);
    this.#timer = this.#wait();
    if (isSecond) this.#set(false);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => this.#set(true), STILL_MS).unref();
  }

  #set(isStill: boolean): void {
    if (this.#isStill === isStill) return;
    this.#isStill = isStill;
    this.#onChange();
  }
}
