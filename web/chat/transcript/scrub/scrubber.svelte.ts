// The marks on the scale of the conversation, and how to go from the scale to a message.
import { keyTime } from '../../../../shared/view/transcript.ts';
import type { StoredPrompt } from '../../../../shared/searches.ts';
import type { ConversationSearch } from '../../../state/agent/conversation-search.ts';
import type { OlderRows } from '../scroll/older-rows.svelte.ts';
import { firstRowBelow } from '../scroll/scroll-anchor.ts';
import { indexBefore } from './scrub-scale.ts';

/** A row counts as read until this many px of it are left below the upper edge. */
const READ_PX = 40;
const PAGE = 10;

interface ScrubberOptions {
  search: () => ConversationSearch;
  log: () => HTMLElement;
  older: () => OlderRows;
}

export class Scrubber {
  /** The user's messages, oldest first. */
  prompts = $state.raw<readonly StoredPrompt[]>([]);
  /** The message under the pointer, or the one that was chosen: an index of `prompts`. */
  aimed = $state<number | null>(null);
  /** Whether older messages are being loaded. */
  isGoing = $state(false);

  readonly #options: ScrubberOptions;
  /** The message at the upper edge of the view. */
  #reading = $state(0);
  #next: number | null = null;
  #hasMarked = false;

  constructor(options: ScrubberOptions) {
    this.#options = options;
  }

  /** The index of the message that is shown. */
  get at(): number {
    return Math.min(this.aimed ?? this.#reading, this.prompts.length - 1);
  }

  /** Fetches the messages. The returned function cancels this, and a later response is ignored. */
  fetch(): () => void {
    let isOutdated = false;
    this.#options
      .search()
      .findPrompts()
      .then(
        (found) => {
          if (isOutdated) return;
          this.prompts = found;
          this.#findReading();
        },
        // Without a connection, which the page reports, the previous list is used.
        () => undefined,
      );
    return () => (isOutdated = true);
  }

  /** Follows the reader until the returned function is called. */
  follow(): () => void {
    const log = this.#options.log();
    let frame = 0;
    const onScroll = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        this.#findReading();
      });
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    log.addEventListener('scroll', onScroll, options);
    for (const move of ['wheel', 'touchstart']) log.addEventListener(move, () => this.forget(), options);
    this.#findReading();
    return () => {
      listening.abort();
      cancelAnimationFrame(frame);
      this.forget();
    };
  }

  /** Must be called when another conversation is shown. */
  clear(): void {
    this.prompts = [];
    this.#next = null;
    this.forget();
  }

  /** Must be called when the reader moves on. */
  forget(): void {
    this.aimed = null;
    if (this.#hasMarked) this.#options.older().unmark();
    this.#hasMarked = false;
  }

  /** Shows a message. While older ones are being loaded for another, only the last call counts. */
  async go(index: number): Promise<void> {
    this.aimed = this.#next = Math.min(this.prompts.length - 1, Math.max(0, index));
    if (this.isGoing) return;
    this.isGoing = true;
    while (this.#next !== null) {
      const prompt = this.prompts[this.#next];
      this.#next = null;
      // The list may have become shorter.
      if (!prompt) break;
      const { key } = prompt;
      const { older, log } = this.#options;
      this.#hasMarked = await older().showPlace({ key }, log(), { keepsFocus: true, block: 'start' });
    }
    this.isGoing = false;
    this.#findReading();
  }

  /** Returns the message to which a key leads. Null for other keys, Infinity for the end of the conversation. */
  target(key: string): number | null {
    const { at } = this;
    const isLast = at === this.prompts.length - 1;
    switch (key) {
      case 'ArrowUp':
      case 'ArrowLeft':
        return at - 1;
      case 'ArrowDown':
      case 'ArrowRight':
        return isLast ? Infinity : at + 1;
      case 'PageUp':
        return at - PAGE;
      case 'PageDown':
        return at + PAGE;
      case 'Home':
        return 0;
      case 'End':
        return Infinity;
      case 'Enter':
        return at;
      default:
        return null;
    }
  }

  #findReading(): void {
    const row = firstRowBelow(this.#options.log(), READ_PX)?.dataset.row;
    if (row !== undefined) this.#reading = indexBefore(this.prompts, keyTime(row));
  }
}
