// Goes through sent messages as in a shell: up for older ones, down for newer ones and finally the typed text.

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

export class Recall {
  #sent: readonly string[] = [];
  /** The index of the recalled message in `#sent`. Equal to its length while nothing is recalled. */
  #at = 0;
  #typed = '';

  /** Returns the text that a key recalls. Null if it recalls none, so that it moves the caret. */
  onKey(
    { key, shiftKey, altKey, ctrlKey, metaKey }: Keys,
    text: string,
    sent: () => readonly string[],
  ): string | null {
    if (shiftKey || altKey || ctrlKey || metaKey) return null;
    if (key === 'ArrowUp' && (text === '' || this.isRecalled(text))) return this.older(text, sent);
    return key === 'ArrowDown' ? this.newer(text) : null;
  }

  /** Returns null if there is no older message. `sent` is called only at the first step. */
  older(typed: string, sent: () => readonly string[]): string | null {
    if (!this.isRecalled(typed)) {
      this.#sent = sent();
      this.#at = this.#sent.length;
      this.#typed = typed;
    }
    if (this.#at === 0) return null;
    this.#at -= 1;
    return this.#sent[this.#at]!;
  }

  /** Returns null if nothing is being recalled. */
  newer(typed: string): string | null {
    if (!this.isRecalled(typed)) return null;
    this.#at += 1;
    return this.#sent[this.#at] ?? this.#typed;
  }

  /** Whether the text was recalled and has not been changed. */
  isRecalled(typed: string): boolean {
    return this.#at < this.#sent.length && this.#sent[this.#at] === typed;
  }
}
