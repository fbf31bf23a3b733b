// Going back through what was sent, as in a shell: up for older, down for newer, and at last what was being typed.

export class Recall {
  #sent: readonly string[] = [];
  /** Index into `sent`; its length means: not recalling. */
  #at = 0;
  #typed = '';

  /** Null when there is nothing older. `sent` is asked for once, at the first step. */
  older(typed: string, sent: () => readonly string[]): string | null {
    if (!this.isOn(typed)) {
      this.#sent = sent();
      this.#at = this.#sent.length;
      this.#typed = typed;
    }
    if (this.#at === 0) return null;
    this.#at -= 1;
    return this.#sent[this.#at]!;
  }

  /** Null when nothing is being recalled. */
  newer(typed: string): string | null {
    if (!this.isOn(typed)) return null;
    this.#at += 1;
    return this.#sent[this.#at] ?? this.#typed;
  }

  /** The text is a recalled one that was not changed since. */
  isOn(typed: string): boolean {
    return this.#at < this.#sent.length && this.#sent[this.#at] === typed;
  }
}
