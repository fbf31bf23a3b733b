// An open code fence at the end of a growing text. New text is added to its code without lexing, which keeps the cost
// of a long listing low.

export class OpenFence {
  readonly #marker: string;
  /** The position of the code in the source. */
  readonly #codeAt: number;
  /** The position of the last line, which may still become the closing line. */
  #lineAt: number;

  private constructor(marker: string, codeAt: number) {
    this.#marker = marker;
    this.#codeAt = codeAt;
    this.#lineAt = codeAt;
  }

  /**
   * Returns null if the text from `at` on is not an open fence, or if the fence is indented, which also indents its
   * code.
   */
  static at(at: number, source: string): OpenFence | null {
    const opening = /^(`{3,}|~{3,})[^\n]*\n/.exec(source.slice(at));
    if (!opening) return null;
    const fence = new OpenFence(opening[1]!, at + opening[0].length);
    return fence.code(source) === null ? null : fence;
  }

  /** Returns the code so far; null once the fence is closed. `source` must continue the previous source. */
  code(source: string): string | null {
    const lines = source.slice(this.#lineAt).split('\n');
    if (lines.some((line) => this.#isClosing(line))) return null;
    this.#lineAt = Math.max(source.lastIndexOf('\n') + 1, this.#codeAt);
    return lexedText(source.slice(this.#codeAt));
  }

  /**
   * Whether a line closes the fence, by marked's rule: the marker of the opening line, more of the same character, and
   * nothing else.
   */
  #isClosing(line: string): boolean {
    const rest = line.replace(/^ {0,3}/, '');
    if (!rest.startsWith(this.#marker)) return false;
    const after = rest.slice(this.#marker.length).replace(/ *$/, '');
    return after === this.#marker[0]!.repeat(after.length);
  }
}

/** Returns the text of a code token as in marked 18.2: without the last line ending, unless that ends an empty line. */
function lexedText(lines: string): string {
  const text = lines.replace(/\n$/, '');
  return lines !== '' && (text === '' || text.endsWith('\n')) ? `${text}\n` : text;
}
