// Type-ahead: letters typed in quick succession form a word, and the focus goes to a row that begins with it.
import { findTyped, type TreeRow } from './tree-rows.ts';

const MAX_PAUSE_MS = 600;

export class TypeAhead {
  #typed = { text: '', at: 0 };

  /** Adds a letter to the word and returns the path of the row that begins with the word. */
  add(letter: string, rows: readonly TreeRow[], current: string | null): string | null {
    const now = performance.now();
    this.#typed = { text: now - this.#typed.at < MAX_PAUSE_MS ? this.#typed.text + letter : letter, at: now };
    return findTyped(this.#typed.text, rows, current);
  }

  reset(): void {
    this.#typed = { text: '', at: 0 };
  }
}
