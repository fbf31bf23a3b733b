// Goes back through sent messages, as in a shell: up for older, down for newer, at last the text being typed.

export class Recall {
  #sent: readonly string[] = [];
  /** Index into `#sent`; its length while nothing is recalled. */
  #at = 0;
  #typed = '';

  /** Null if there is nothing older. `sent` is called once, at the first step. */
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

  /** Null if nothing is being recalled. */
  newer(typed: string): string | null {
    if (!this.isRecalled(typed)) return null;
    this.#at += 1;
    return this.#sent[this.#at] ?? this.#typed;
  }

  /** The text was recalled and not changed since. */
  isRecalled(typed: string): boolean {
    return this.#at < this.#sent.length && this.#sent[this.#at] === typed;
  }
}
