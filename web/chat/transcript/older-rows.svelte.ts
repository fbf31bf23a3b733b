// Loads older rows of the conversation: ahead of a reader who scrolls up, and until a requested tool card or
// message is among them.
import { tick } from 'svelte';
import { claimFocus } from '../../lib/focus-claim.ts';
import type { Agent } from '../../state/agent.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import { errorText } from '../../../shared/error-text.ts';

/** Rows are loaded this far before the reader reaches them. */
const AHEAD = '600px 0px 0px 0px';

export class OlderRows {
  error = $state<string | null>(null);

  readonly #agent: () => Agent;
  readonly #scroll: () => ReaderScroll;

  constructor(options: { agent: () => Agent; scroll: () => ReaderScroll }) {
    this.#agent = options.agent;
    this.#scroll = options.scroll;
  }

  load(): Promise<void> {
    return this.#try(() => this.#agent().loadOlder());
  }

  /** Attaches to the element above the first row. */
  loadAhead = (sentinel: HTMLElement): (() => void) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || this.error !== null) return;
        void this.load().then(() => {
          // Observe it again: a page of folded rows may not have moved it out of view.
          observer.unobserve(sentinel);
          if (sentinel.isConnected) observer.observe(sentinel);
        });
      },
      { root: sentinel.closest('[role=log]'), rootMargin: AHEAD },
    );
    observer.observe(sentinel);
    return () => observer.disconnect();
  };

  /** Scrolls to the card of this tool call and focuses it, if the conversation has one. `log` contains the rows. */
  showCall(id: string, log: HTMLElement): Promise<void> {
    const isFocusFree = claimFocus();
    return this.#try(async () => {
      const card = await this.#find(() => findCard(id, log));
      if (!card) return;
      this.#scroll().show(card);
      if (isFocusFree()) card.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
    });
  }

  /** Scrolls to the message with this key and focuses it, if the conversation has it. */
  showMessage(key: string, log: HTMLElement): Promise<void> {
    const isFocusFree = claimFocus();
    return this.#try(async () => {
      const row = await this.#find(() =>
        Promise.resolve(log.querySelector<HTMLElement>(`article[data-key="${CSS.escape(key)}"]`)),
      );
      if (!row) return;
      this.#scroll().show(row);
      if (!isFocusFree()) return;
      // Only now: a click on a message leaves the focus where it is.
      row.tabIndex = -1;
      row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true });
      row.focus({ preventScroll: true });
    });
  }

  /** Loads older rows until it is among them. Null if it is not in the conversation. */
  async #find<T extends Element>(look: () => Promise<T | null>): Promise<T | null> {
    // On a phone the chat comes to the front with this update.
    await tick();
    for (;;) {
      const found = await look();
      if (found) return found;
      const agent = this.#agent();
      const count = agent.entries.length;
      if (!agent.hasOlder) return null;
      // A reader who follows the end has older rows dropped.
      this.#scroll().hold();
      await agent.loadOlder();
      await tick();
      if (agent.entries.length === count) return null;
    }
  }

  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.error = null;
    } catch (error) {
      this.error = errorText(error);
    }
  }
}

/** The card of a call, after opening the folded work that contains it. */
async function findCard(id: string, log: HTMLElement): Promise<Element | null> {
  const calls = `[data-calls~="${CSS.escape(id)}"]`;
  if (!log.querySelector(`article${calls}`)) {
    log.querySelector<HTMLElement>(`${calls} > button[aria-expanded="false"]`)?.click();
    await tick();
  }
  return log.querySelector(`article${calls}`);
}
