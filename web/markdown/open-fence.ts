// A code fence that was opened and not closed yet, at the end of a text: what comes next is more code. It is known
// without lexing anything, which is what keeps a long listing cheap.

export class OpenFence {
  readonly #marker: string;
  /** Where the code begins in the source. */
  readonly #codeAt: number;
  /** Where the last line of it begins: it may still become the closing one. */
  #lineAt: number;

  private constructor(marker: string, codeAt: number) {
    this.#marker = marker;
    this.#codeAt = codeAt;
    this.#lineAt = codeAt;
  }

  /** Null when the text from `at` on is no open fence. An indented one takes indentation off its code: not for us. */
  static at(at: number, source: string): OpenFence | null {
    const opening = /^(`{3,}|~{3,})[^\n]*\n/.exec(source.slice(at));
    if (!opening) return null;
    const fence = new OpenFence(opening[1]!, at + opening[0].length);
    return fence.code(source) === null ? null : fence;
  }

  /** The code so far, of a source that only grew; null once the fence was closed. */
  code(source: string): string | null {
    const lines = source.slice(this.#lineAt).split('\n');
    if (lines.some((line) => this.#isClosing(line))) return null;
    this.#lineAt = Math.max(source.lastIndexOf('\n') + 1, this.#codeAt);
    return asLexed(source.slice(this.#codeAt));
  }

  /** As marked sees it: the marker of the opening line, more of that character, and nothing else. */
  #isClosing(line: string): boolean {
    const rest = line.replace(/^ {0,3}/, '');
    if (!rest.startsWith(this.#marker)) return false;
    const after = rest.slice(this.#marker.length).replace(/ *$/, '');
    return after === this.#marker[0]!.repeat(after.length);
  }
}

/** What marked 18.2 makes of the lines after the opening one: the last line end goes, but for that of an empty line. */
function asLexed(lines: string): string {
  const text = lines.replace(/\n$/, '');
  return lines !== '' && (text === '' || text.endsWith('\n')) ? `${text}\n` : text;
}
