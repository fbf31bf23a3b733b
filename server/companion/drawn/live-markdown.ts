// Markdown that is still being written, as extensions change it. They may be slow, and they run inside pi, which waits
// for them: a text that has become long, or that took long to change, is not changed again before it is complete.
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import type { MarkdownRow } from '../../../shared/view/renders.ts';

/** UTF-16 units. pi's TUI changes the whole text with each part that arrives, however long it is. */
const MAX_LENGTH = 50_000;
/** Milliseconds. pi reads the provider's answer in the meantime with this delay. */
const MAX_TIME = 50;

interface Message {
  role: string;
  timestamp?: number;
  content?: unknown;
}

export class LiveMarkdown {
  #message: Message | null = null;
  #isTooSlow = false;

  watch(pi: ExtensionAPI): void {
    pi.on('message_start', ({ message }) => {
      this.#isTooSlow = false;
      this.#message = message;
    });
    pi.on('message_update', ({ message }) => {
      this.#message = message;
    });
    pi.on('message_end', () => this.clear());
  }

  clear(): void {
    this.#message = null;
  }

  /**
   * Changes the text of the row so far. `of` is its length; an empty text of 0 means that nothing is changed. Null if
   * this text is not changed again before it is complete.
   */
  change(row: MarkdownRow, change: (text: string) => string): { markdown: string; of: number } | null {
    const text = this.#textOf(row);
    if (text === null || this.#isTooSlow || text.length > MAX_LENGTH) return null;
    const start = performance.now();
    const markdown = change(text);
    this.#isTooSlow = performance.now() - start > MAX_TIME;
    return markdown === text ? { markdown: '', of: 0 } : { markdown, of: text.length };
  }

  #textOf({ of, at, block }: MarkdownRow): string | null {
    const { role, timestamp, content } = this.#message ?? {};
    if (role !== 'assistant' || timestamp !== at || !Array.isArray(content)) return null;
    const part = Object(content[block]) as { type?: string; text?: string; thinking?: string };
    if (of === 'assistant' && part.type === 'text') return part.text ?? '';
    return of === 'assistant-thinking' && part.type === 'thinking' ? (part.thinking ?? '') : null;
  }
}
