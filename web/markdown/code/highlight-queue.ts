// Highlights the lines of code blocks, a slice of each block in turn, so that a long listing does not delay the others.
// Runs in a worker, because compiling a grammar takes up to 140 ms.
import type { CodeSpan, LineState, Tokenizer } from './tokenizer.ts';

/** Lines of a block, from line `from` on. They replace those that the block had from there. */
export interface HighlightRequest {
  block: number;
  /** The info string of the fence. */
  name: string;
  from: number;
  texts: readonly string[];
}

/** The colors of lines, from line `from` on. */
export interface HighlightedLines {
  block: number;
  from: number;
  lines: readonly CodeSpan[][];
}

/** The duration of one slice. New requests are read after it. */
const SLICE_MS = 16;
/** The lines that a slice finishes even if that takes longer, so that what is in sight gets its colors all at once. */
const MIN_LINES = 30;
/** The most lines in one response. More would take the page too long to render. */
const MAX_LINES = 60;

export interface HighlightOptions {
  /** Resolves to null for an unknown language. */
  load: (name: string) => Promise<Tokenizer | null>;
  onLines: (lines: HighlightedLines) => void;
  /** Called when a grammar failed at a line. That line and those after it stay without colors. */
  onError: (error: unknown) => void;
}

interface CodeBlock {
  tokenizer: Tokenizer | null;
  texts: string[];
  /** The number of highlighted lines, and the tokenizer's state after each of them. */
  done: number;
  states: (LineState | undefined)[];
}

export class HighlightQueue {
  readonly #options: HighlightOptions;
  readonly #blocks = new Map<number, CodeBlock>();
  #isRunning = false;

  constructor(options: HighlightOptions) {
    this.#options = options;
  }

  request({ block: id, name, from, texts }: HighlightRequest): void {
    const block = this.#blocks.get(id) ?? this.#add(id, name);
    block.texts.splice(from, Infinity, ...texts);
    block.done = Math.min(block.done, from);
    this.#run();
  }

  end(id: number): void {
    this.#blocks.delete(id);
  }

  #add(id: number, name: string): CodeBlock {
    const block: CodeBlock = { tokenizer: null, texts: [], done: 0, states: [] };
    this.#blocks.set(id, block);
    void this.#options.load(name).then(
      (tokenizer) => {
        block.tokenizer = tokenizer;
        this.#run();
      },
      // Without its grammar (no network), the code is readable in one color.
      () => undefined,
    );
    return block;
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setTimeout(() => {
      this.#isRunning = false;
      const waiting = [...this.#blocks].find(
        ([, { tokenizer, done, texts }]) => tokenizer && done < texts.length,
      );
      if (!waiting) return;
      const [id, block] = waiting;
      // Its next turn comes after those of the other blocks.
      this.#blocks.delete(id);
      this.#blocks.set(id, block);
      const { from, lines, error } = highlightSome(block, block.tokenizer!);
      if (lines.length > 0) this.#options.onLines({ block: id, from, lines });
      if (error !== undefined) {
        block.tokenizer = null;
        const { onError } = this.#options;
        onError(error);
      }
      this.#run();
    });
  }
}

/**
 * Highlights lines. `error`: what a grammar threw at the line after `lines`. Uncaught, it would stop the queue for all
 * blocks.
 */
function highlightSome(
  block: CodeBlock,
  tokenizer: Tokenizer,
): Pick<HighlightedLines, 'from' | 'lines'> & { error?: unknown } {
  const { texts, states, done: from } = block;
  const lines: CodeSpan[][] = [];
  const until = performance.now() + SLICE_MS;
  try {
    while (
      block.done < texts.length &&
      lines.length < MAX_LINES &&
      (lines.length < MIN_LINES || performance.now() < until)
    ) {
      const { spans, state } = tokenizer(texts[block.done]!, states[block.done - 1]);
      states[block.done] = state;
      lines.push(spans);
      block.done += 1;
    }
    return { from, lines };
  } catch (error) {
    return { from, lines, error };
  }
}
