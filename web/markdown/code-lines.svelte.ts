// The lines of one code block, coloured little by little: what can be read at once is there at once, and colours
// follow without changing a single width. Lines that stay keep their object, so a growing block repaints its end only.
import { languageOf } from './grammars.ts';
import type { CodeSpan, LineState, Tokenizer } from './tokenizer.ts';

export interface CodeLine {
  text: string;
  /** Null while it has no colours. */
  spans: CodeSpan[] | null;
}

const MAX_COLOURED = 3000;
/** Work on colours is done in pieces of this size, between frames. */
const SLICE_MS = 5;

export class CodeLines {
  /** Replaced whole. */
  lines = $state.raw<readonly CodeLine[]>([]);

  /** The same as `lines`, for the work on them: whoever calls `show` in an effect must not depend on it. */
  #lines: readonly CodeLine[] = [];
  #language: string | null = null;
  #tokenizer: Tokenizer | null = null;
  /** How many lines, from the first, have colours, and what each of them left open. */
  #coloured = 0;
  #states: (LineState | undefined)[] = [];
  #isGrowing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `name` is what stands behind the fence. While it `isGrowing`, its last line is not whole. */
  show(code: string, name: string, isGrowing: boolean): void {
    const texts = code.split('\n');
    const before = this.#lines;
    let same = 0;
    while (same < texts.length && before[same]?.text === texts[same]) same += 1;
    if (same < texts.length || same < before.length)
      this.#publish([...before.slice(0, same), ...texts.slice(same).map((text) => ({ text, spans: null }))]);
    this.#coloured = Math.min(this.#coloured, same);
    this.#isGrowing = isGrowing;
    this.#setLanguage(languageOf(name));
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tokenizer = null;
    this.#language = null;
  }

  #setLanguage(language: string | null): void {
    if (language === this.#language) return;
    this.#language = language;
    this.#tokenizer = null;
    this.#coloured = 0;
    if (!language) return;
    void import('./tokenizer.ts')
      .then(({ tokenizerOf }) => tokenizerOf(language))
      .then(
        (tokenizer) => {
          if (this.#language !== language) return;
          this.#tokenizer = tokenizer;
          this.#schedule();
        },
        // Without its grammar (the network was cut) the code stays readable in one colour.
        () => undefined,
      );
  }

  #schedule(): void {
    if (!this.#tokenizer || this.#timer !== undefined || this.#coloured >= this.#end) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#colourSome();
      this.#schedule();
    });
  }

  get #end(): number {
    return Math.min(MAX_COLOURED, this.#lines.length - (this.#isGrowing ? 1 : 0));
  }

  #colourSome(): void {
    const tokenizer = this.#tokenizer;
    if (!tokenizer) return;
    const lines = [...this.#lines];
    const until = performance.now() + SLICE_MS;
    for (const end = this.#end; this.#coloured < end && performance.now() < until; this.#coloured++) {
      const { text } = lines[this.#coloured]!;
      const { spans, state } = tokenizer(text, this.#states[this.#coloured - 1]);
      this.#states[this.#coloured] = state;
      lines[this.#coloured] = { text, spans };
    }
    this.#publish(lines);
  }

  #publish(lines: readonly CodeLine[]): void {
    this.#lines = lines;
    this.lines = lines;
  }
}
