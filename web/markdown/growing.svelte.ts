// Markdown as it grows, for the component that paints it: decides when to lex. At most a tenth of the time goes into
// it, so that one endless list costs the reader frames of text, and never the page.
import { tick } from 'svelte';
import { MarkdownBlocks, type Block } from './blocks.ts';

/** The share of time that lexing and painting may take is one of this many parts. */
const PARTS = 10;
/** Cheaper than this, every frame may have it. */
const FREE_MS = 1;

export class GrowingMarkdown {
  /** Replaced whole; blocks that did not change keep their identity. */
  blocks = $state.raw<readonly Block[]>([]);

  readonly #parser = new MarkdownBlocks();
  #text = '';
  #restUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `text` is all of it so far; it is shown at once when nothing more will come. */
  show(text: string, isGrowing: boolean): void {
    this.#text = text;
    if (!isGrowing) {
      this.close();
      this.blocks = this.#parser.settle(text);
    } else if (performance.now() >= this.#restUntil) this.#update();
    else this.#timer ??= setTimeout(() => this.#update(), this.#restUntil - performance.now());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #update(): void {
    this.close();
    const start = performance.now();
    this.blocks = this.#parser.update(this.#text);
    // What it costs to paint is known once the components have seen it.
    void tick().then(() => {
      const now = performance.now();
      const cost = now - start;
      this.#restUntil = cost > FREE_MS ? now + cost * (PARTS - 1) : 0;
    });
  }
}
