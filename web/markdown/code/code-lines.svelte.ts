// The lines of one code block, highlighted in small steps: the text is shown immediately, and colors follow without
// changing the layout. Unchanged lines keep their object, so a growing block renders only its end.
import type { CodeSpan, LineState, Tokenizer } from './tokenizer.ts';

export interface CodeLine {
  text: string;
  /** Null while the line has no colors. */
  spans: CodeSpan[] | null;
}

const MAX_COLORED = 3000;
/** The duration of one step of highlighting, between frames. */
const SLICE_MS = 5;

export class CodeLines {
  /** Replaced as a whole. */
  lines = $state.raw<readonly CodeLine[]>([]);

  /** The same as `lines`, but not reactive: an effect that calls `show` must not depend on it. */
  #lines: readonly CodeLine[] = [];
  /** The info string of the fence. */
  #name = '';
  #tokenizer: Tokenizer | null = null;
  /** The number of highlighted lines from the start, and the tokenizer's state after each of them. */
  #colored = 0;
  #states: (LineState | undefined)[] = [];
  #isGrowing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `name` is the info string of the fence. While `isGrowing`, the last line is incomplete. */
  show(code: string, name: string, isGrowing: boolean): void {
    const texts = code.split('\n');
    const before = this.#lines;
    let same = 0;
    while (same < texts.length && before[same]?.text === texts[same]) same += 1;
    if (same < texts.length || same < before.length)
      this.#publish([...before.slice(0, same), ...texts.slice(same).map((text) => ({ text, spans: null }))]);
    this.#colored = Math.min(this.#colored, same);
    this.#isGrowing = isGrowing;
    this.#setName(name);
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tokenizer = null;
    this.#name = '';
  }

  #setName(name: string): void {
    if (name === this.#name) return;
    this.#name = name;
    this.#tokenizer = null;
    this.#colored = 0;
    if (!name) return;
    void loadTokenizer(name).then(
      (tokenizer) => {
        if (this.#name !== name) return;
        this.#tokenizer = tokenizer;
        this.#schedule();
      },
      // Without its grammar (no network), the code is readable in one color.
      () => undefined,
    );
  }

  #schedule(): void {
    if (!this.#tokenizer || this.#timer !== undefined || this.#colored >= this.#end) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#colorSome();
      this.#schedule();
    });
  }

  get #end(): number {
    return Math.min(MAX_COLORED, this.#lines.length - (this.#isGrowing ? 1 : 0));
  }

  #colorSome(): void {
    const tokenizer = this.#tokenizer;
    if (!tokenizer) return;
    const lines = [...this.#lines];
    const until = performance.now() + SLICE_MS;
    for (const end = this.#end; this.#colored < end && performance.now() < until; this.#colored++) {
      const { text } = lines[this.#colored]!;
      const { spans, state } = tokenizer(text, this.#states[this.#colored - 1]);
      this.#states[this.#colored] = state;
      lines[this.#colored] = { text, spans };
    }
    this.#publish(lines);
  }

  #publish(lines: readonly CodeLine[]): void {
    this.#lines = lines;
    this.lines = lines;
  }
}

/** Resolves with null for an unknown language. The highlighter is not part of the first load. */
async function loadTokenizer(name: string): Promise<Tokenizer | null> {
  const { languageOf } = await import('./grammars.ts');
  const language = languageOf(name);
  if (!language) return null;
  const { tokenizerOf } = await import('./tokenizer.ts');
  return tokenizerOf(language);
}
