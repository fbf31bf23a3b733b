// The lines of one code block. The text is shown immediately, and colors follow from a worker without changing the
// layout. Unchanged lines keep their object, so a growing block renders only its end.
import type { HighlightedLines } from './highlight-queue.ts';
import { HighlightedBlock } from './highlighter.ts';
import type { CodeSpan } from './tokenizer.ts';

export interface CodeLine {
  text: string;
  /** Null while the line has no colors. */
  spans: readonly CodeSpan[] | null;
}

const MAX_COLORED = 3000;

export class CodeLines {
  /** Replaced as a whole. */
  lines = $state.raw<readonly CodeLine[]>([]);

  /** The same as `lines`, but not reactive, because an effect that calls `show` must not depend on it. */
  #lines: readonly CodeLine[] = [];
  /** The info string of the fence. */
  #name = '';
  #block: HighlightedBlock | null = null;
  /** The number of lines from the start that the worker has. */
  #sent = 0;

  /** `name` is the info string of the fence. While `isGrowing`, the last line is incomplete. */
  show(code: string, name: string, isGrowing: boolean): void {
    const texts = code.split('\n');
    const before = this.#lines;
    let same = 0;
    while (same < texts.length && before[same]?.text === texts[same]) same += 1;
    if (same < texts.length || same < before.length)
      this.#publish([...before.slice(0, same), ...texts.slice(same).map((text) => ({ text, spans: null }))]);
    if (name !== this.#name) this.close();
    this.#name = name;
    this.#sent = Math.min(this.#sent, same);
    const end = Math.min(MAX_COLORED, isGrowing ? texts.length - 1 : texts.length);
    if (!name || this.#sent >= end) return;
    this.#block ??= new HighlightedBlock(name, (colored) => this.#color(colored));
    this.#block.highlight(this.#sent, texts.slice(this.#sent, end));
    this.#sent = end;
  }

  close(): void {
    this.#block?.close();
    this.#block = null;
    this.#name = '';
    this.#sent = 0;
  }

  #color({ from, lines: colored }: HighlightedLines): void {
    const lines = [...this.#lines];
    for (const [i, spans] of colored.entries()) {
      const text = lines[from + i]?.text;
      // A line that has changed in the meantime was sent again.
      if (text !== undefined && text === spans.map((span) => span.text).join(''))
        lines[from + i] = { text, spans };
    }
    this.#publish(lines);
  }

  #publish(lines: readonly CodeLine[]): void {
    this.#lines = lines;
    this.lines = lines;
  }
}
