// Decides when streamed Markdown is lexed and rendered. This takes at most a tenth of the time, so that an endless list
// delays only itself and never blocks the page.
import { tick } from 'svelte';
import { MarkdownBlocks, type Block } from './blocks.ts';

/** After an update, the next one waits for `PARTS - 1` times the duration of that update. */
const PARTS = 10;
/** An update faster than this may happen in every frame. */
const FREE_MS = 1;

export class GrowingMarkdown {
  /** Replaced as a whole. Unchanged blocks stay the same objects. */
  blocks = $state.raw<readonly Block[]>([]);

  readonly #parser = new MarkdownBlocks();
  #text = '';
  #restUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `text` is the whole text so far. A text that no longer grows is shown immediately. */
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
    // The time for rendering is known once the components have updated.
    void tick().then(() => {
      const now = performance.now();
      const cost = now - start;
      this.#restUntil = cost > FREE_MS ? now + cost * (PARTS - 1) : 0;
    });
  }
}
