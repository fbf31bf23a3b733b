// Letters that are typed one soon after the other form one word, which leads to a row that begins with it.
import { findTyped, type TreeRow } from './tree-rows.ts';

const TYPING_MS = 600;

export class TypeAhead {
  #typed = { text: '', at: 0 };

  /** Path of the row that the word, now with this letter, leads to. */
  add(letter: string, rows: readonly TreeRow[], current: string | null): string | null {
    const now = performance.now();
    this.#typed = { text: now - this.#typed.at < TYPING_MS ? this.#typed.text + letter : letter, at: now };
    return findTyped(this.#typed.text, rows, current);
  }

  end(): void {
    this.#typed = { text: '', at: 0 };
  }
}
