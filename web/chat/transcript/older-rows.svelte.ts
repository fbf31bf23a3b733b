// Loads older rows of the conversation: ahead of a reader who scrolls up, and until what is looked for is among them.
import { tick } from 'svelte';
import { errorText } from '../../../shared/error-text.ts';
import type { Place } from '../../../shared/searches.ts';
import { keyTime } from '../../../shared/view/transcript.ts';
import { claimFocus, NO_CLAIM } from '../../lib/focus-claim.ts';
import type { Agent } from '../../state/agent.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';

/** Rows are loaded this far before the reader reaches them. */
const AHEAD = '600px 0px 0px 0px';
/** Loaded at once on the way to a place far up. */
const JUMP_ROWS = 200;

export interface ShowOptions {
  /** The focus stays where it is. */
  keepsFocus?: boolean;
}

export class OlderRows {
  error = $state<string | null>(null);

  readonly #agent: () => Agent;
  readonly #scroll: () => ReaderScroll;
  #found: Element | null = null;

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
  async showCall(id: string, log: HTMLElement): Promise<void> {
    const isFocusFree = claimFocus();
    await this.#try(async () => {
      const card = await this.reach(() => findCard(id, log));
      if (card) this.#show(card, isFocusFree());
    });
  }

  /** Scrolls to a place and marks it. Resolves to whether the conversation shows it. */
  async showPlace(
    { key, call }: Place,
    log: HTMLElement,
    { keepsFocus = false }: ShowOptions = {},
  ): Promise<boolean> {
    const isFocusFree = keepsFocus ? NO_CLAIM : claimFocus();
    let found: Element | null = null;
    await this.#try(async () => {
      const find = () => (call === undefined ? findRow(key, log) : findCard(call, log));
      found = await this.reach(find, keyTime(key));
      if (found) this.#show(found, isFocusFree());
    });
    return found !== null;
  }

  unmark(): void {
    this.#found?.removeAttribute('data-found');
    this.#found = null;
  }

  /** Loads older rows until there is such an element, or until they reach back before this time (in ms since 1970). */
  async reach(find: () => Promise<Element | null>, since = -Infinity): Promise<Element | null> {
    // On a phone the chat comes to the front with this update.
    await tick();
    for (;;) {
      const found = await find();
      if (found) return found;
      const agent = this.#agent();
      const first = agent.entries[0];
      if (!first || !agent.hasOlder || first.message.timestamp < since) return null;
      // A reader who follows the end has older rows dropped.
      this.#scroll().hold();
      await agent.loadOlder(JUMP_ROWS);
      await tick();
      if (agent.entries[0] === first) return null;
    }
  }

  #show(element: Element, movesFocus: boolean): void {
    this.unmark();
    this.#found = element;
    element.setAttribute('data-found', '');
    this.#scroll().show(element);
    if (!movesFocus) return;
    const isCard = element.hasAttribute('data-calls');
    const target = isCard ? element.querySelector<HTMLElement>('button') : element;
    if (!(target instanceof HTMLElement)) return;
    if (!isCard) {
      // Only now: a click on a message leaves the focus where it is.
      target.tabIndex = -1;
      target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
    }
    target.focus({ preventScroll: true });
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
  return findInside(log, {
    inner: `article[data-calls~="${CSS.escape(id)}"]`,
    outer: `[data-calls~="${CSS.escape(id)}"]`,
  });
}

async function findRow(key: string, log: HTMLElement): Promise<Element | null> {
  return findInside(log, {
    inner: `[data-key="${CSS.escape(key)}"]`,
    outer: `[data-keys~="${CSS.escape(key)}"]`,
  });
}

async function findInside(
  log: HTMLElement,
  { inner, outer }: { inner: string; outer: string },
): Promise<Element | null> {
  if (!log.querySelector(inner)) {
    log.querySelector<HTMLElement>(`${outer} > button[aria-expanded="false"]`)?.click();
    await tick();
  }
  return log.querySelector(inner);
}
