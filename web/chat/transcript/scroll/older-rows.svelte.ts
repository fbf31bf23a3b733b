// Loads older rows of the conversation: ahead of a reader who scrolls up, and until a requested row is among them.
import { tick } from 'svelte';
import { errorText } from '../../../../shared/error-text.ts';
import type { Place } from '../../../../shared/searches.ts';
import { keyTime } from '../../../../shared/view/transcript.ts';
import { claimFocus, NO_CLAIM } from '../../../lib/browser/focus-claim.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import { rowOfCall, rowOfKey, type Row } from '../rows.ts';
import type { RowWindow } from './row-window.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';

/** The number of rows to load ahead of a reader who scrolls up. */
const AHEAD_ROWS = 80;
/** The number of rows to load while looking for a row far up. It doubles with each request, so that few are needed. */
const JUMP_ROWS = 200;
const MAX_JUMP_ROWS = 3200;

interface OlderRowsOptions {
  agent: () => Agent;
  scroll: () => ReaderScroll;
  rows: () => readonly Row[];
  window: () => RowWindow;
}

export interface ShowOptions {
  /** Whether the focus stays where it is. */
  keepsFocus?: boolean;
  /** Where in the visible part the place is shown. */
  block?: ScrollLogicalPosition;
}

export class OlderRows {
  error = $state<string | null>(null);

  readonly #options: OlderRowsOptions;
  #found: Element | null = null;

  constructor(options: OlderRowsOptions) {
    this.#options = options;
  }

  load(): Promise<void> {
    return this.#try(() => this.#options.agent().loadOlder(AHEAD_ROWS));
  }

  /** Loads rows ahead of the reader. Does nothing after a failure, until the user has retried. */
  loadAhead(): void {
    if (this.error === null && !this.#options.agent().loadingOlder) void this.load();
  }

  /** Scrolls to the card of this tool call and focuses it, if the conversation has one. `log` contains the rows. */
  async showCall(id: string, log: HTMLElement): Promise<void> {
    const isFocusFree = claimFocus();
    await this.#try(async () => {
      const card = (await this.#showRow(() => this.#rowOfCall(id))) && (await findCard(id, log));
      if (card) this.#show(card, isFocusFree());
    });
  }

  /** Scrolls to a place and marks it. Resolves to whether the conversation shows it. */
  async showPlace(
    { key, call }: Place,
    log: HTMLElement,
    { keepsFocus = false, block }: ShowOptions = {},
  ): Promise<boolean> {
    const isFocusFree = keepsFocus ? NO_CLAIM : claimFocus();
    let found: Element | null = null;
    await this.#try(async () => {
      const row = (): Row | undefined =>
        call === undefined ? rowOfKey(this.#options.rows(), key) : this.#rowOfCall(call);
      if (!(await this.#showRow(row, keyTime(key)))) return;
      found = await (call === undefined ? findRow(key, log) : findCard(call, log));
      if (found) this.#show(found, isFocusFree(), block);
    });
    return found !== null;
  }

  unmark(): void {
    this.#found?.removeAttribute('data-found');
    this.#found = null;
  }

  /**
   * Shows the row that `find` returns. Loads older rows until it exists, but none from before `since` (in ms since
   * 1970).
   */
  async #showRow(find: () => Row | undefined, since?: number): Promise<boolean> {
    const row = await this.reach(find, since);
    if (row) await this.#options.window().show(row.key);
    return row !== undefined;
  }

  /** Loads older rows until `find` returns a row, or until they are older than `since`. */
  async reach(find: () => Row | undefined, since = -Infinity): Promise<Row | undefined> {
    const agent = this.#options.agent();
    // On a phone, this update brings the chat to the front.
    await tick();
    for (let count = JUMP_ROWS; ; count = Math.min(2 * count, MAX_JUMP_ROWS)) {
      // The page shows another conversation.
      if (agent !== this.#options.agent()) return undefined;
      const found = find();
      if (found) return found;
      const first = agent.entries[0];
      if (!first || !agent.hasOlder || first.message.timestamp < since) return undefined;
      // If the reader followed the end, older rows would be dropped.
      this.#options.scroll().leave();
      await agent.loadOlder(count);
      await tick();
      if (agent.entries[0] === first) return undefined;
    }
  }

  /** Finds the row of a call. The card of a nested run is inside the card of its parent. */
  #rowOfCall(id: string): Row | undefined {
    const parent = this.#options.agent().toolRun(id)?.parentId;
    return parent === undefined ? rowOfCall(this.#options.rows(), id) : this.#rowOfCall(parent);
  }

  #show(element: Element, movesFocus: boolean, block?: ScrollLogicalPosition): void {
    this.unmark();
    this.#found = element;
    element.setAttribute('data-found', '');
    this.#options.scroll().show(element, block);
    if (!movesFocus) return;
    const isCard = element.hasAttribute('data-calls');
    const target = isCard ? element.querySelector<HTMLElement>('button') : element;
    if (!(target instanceof HTMLElement)) return;
    if (!isCard) {
      // Messages are focusable only here, so that a click on a message does not move the focus.
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

/** Finds the card of a call. Opens the work group that contains the card if it is collapsed. */
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
