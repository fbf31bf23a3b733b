// How large a picture or page is drawn: at a chosen scale, or as large as fits into its view.

/** 1 is one CSS pixel for each pixel of the picture. */
const SCALES = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 16, 32] as const;

export class Zoom {
  /** The scale at which everything fits, which the view measures. */
  fitting = $state(1);
  #chosen = $state<number | null>(null);

  /** The scale that is drawn. */
  get scale(): number {
    return this.#chosen ?? this.fitting;
  }

  get isFitted(): boolean {
    return this.#chosen === null;
  }

  /** `by`: 1 enlarges, -1 shrinks, to the next scale of the list. */
  step(by: 1 | -1): void {
    const { scale } = this;
    const next =
      by === 1 ? SCALES.find((one) => one > scale * 1.01) : SCALES.findLast((one) => one < scale * 0.99);
    if (next !== undefined) this.#chosen = next;
  }

  fit(): void {
    this.#chosen = null;
  }

  actual(): void {
    this.#chosen = 1;
  }

  /** Switches between what fits and the actual size. If these are equal, to twice the size. */
  toggle(): void {
    if (this.#chosen !== null) this.fit();
    else this.#chosen = Math.abs(this.fitting - 1) < 0.01 ? 2 : 1;
  }

  /** Returns whether the key did something: `+`, `-`, `0` for what fits and `1` for the actual size. */
  onKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    if (key === '+' || key === '=') this.step(1);
    else if (key === '-') this.step(-1);
    else if (key === '0') this.fit();
    else if (key === '1') this.actual();
    else return false;
    return true;
  }
}
