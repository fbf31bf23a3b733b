// A text that still grows, and that extensions change: it is drawn again a few times a second, one request at a time.
import type { DrawnRow } from '../../../shared/view/renders.ts';

/** The least time between two requests. Each returns the whole text, so those for longer texts are rarer. */
const MIN_PAUSE_MS = 200;
const UNITS_PER_MS = 100;

export class GrowingRow {
  /** Requests the row and calls `then` with the result. */
  readonly #draw: (then: (drawn: DrawnRow) => void) => void;
  #length = 0;
  #asked = 0;
  #isWaiting = false;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: (then: (drawn: DrawnRow) => void) => void) {
    this.#draw = draw;
  }

  /** Call this with each new length of the text. */
  onGrowth(length: number): void {
    this.#length = length;
    if (!this.#isWaiting) this.#ask();
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #ask(): void {
    if (this.#isOver || this.#length === this.#asked) return;
    this.#asked = this.#length;
    this.#isWaiting = true;
    this.#draw((drawn) => {
      // Extensions do not change this text again before it is complete.
      if (drawn === null) this.#isOver = true;
      if (this.#isOver) return;
      this.#timer = setTimeout(
        () => {
          this.#isWaiting = false;
          this.#ask();
        },
        Math.max(MIN_PAUSE_MS, this.#asked / UNITS_PER_MS),
      );
    });
  }
}

/** Returns the changed text, followed by what has been written since it was changed. */
export function withRest(drawn: DrawnRow | undefined, text: string): string {
  if (!drawn || !('markdown' in drawn)) return text;
  return drawn.of === undefined ? drawn.markdown : drawn.markdown + text.slice(drawn.of);
}
