// The search in one conversation: the places that the server has found, and the one that is shown.
import { number, t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { FoundInConversation, Place } from '../../../shared/searches.ts';
import { pause } from '../../lib/requests/pause.ts';

/** How long after the last key press the server is asked. */
const TYPING_MS = 150;

export interface ConversationFindOptions {
  /** Finds the places with this text, oldest first. */
  findText: (query: string, signal: AbortSignal) => Promise<FoundInConversation>;
  /** Scrolls to a place. Resolves to false if the conversation does not show it. */
  show: (place: Place) => Promise<boolean>;
}

export class ConversationFind {
  query = $state('');
  places = $state.raw<readonly Place[]>([]);
  /** The index of the shown place; -1 before the first step. */
  at = $state(-1);
  isCut = $state(false);
  isSearching = $state(false);
  failure = $state('');
  readonly #options: ConversationFindOptions;
  #searching = new AbortController();
  #steps = 0;

  constructor(options: ConversationFindOptions) {
    this.#options = options;
  }

  readonly status = $derived.by(() => {
    if (this.isSearching && this.places.length === 0) return '…';
    const count = `${number(this.places.length)}${this.isCut ? '+' : ''}`;
    if (this.places.length === 0) return t('Nothing found');
    return this.at < 0
      ? t('{count} found', { count })
      : t('{count} of {total}', { count: this.at + 1, total: count });
  });

  /** Searches again. If the shown place is found again, it stays the shown one. */
  async start(waitMs = TYPING_MS): Promise<void> {
    this.#searching.abort();
    const { signal } = (this.#searching = new AbortController());
    const query = this.query;
    this.failure = '';
    this.isSearching = query.trim() !== '';
    if (!this.isSearching) return this.#accept([]);
    await pause(waitMs, signal);
    if (signal.aborted) return;
    try {
      const { places, isCut = false } = await this.#options.findText(query, signal);
      if (signal.aborted) return;
      this.isCut = isCut;
      this.#accept(places);
    } catch (error) {
      if (signal.aborted) return;
      this.#accept([]);
      this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  /**
   * Goes to the next place, or with -1 to the previous one, and wraps at the ends. Skips places that the conversation
   * does not show. A later step replaces one that is still loading rows.
   */
  async step(by: 1 | -1): Promise<void> {
    const { places } = this;
    const step = ++this.#steps;
    for (let tries = 0; tries < places.length && places === this.places && step === this.#steps; tries++) {
      const from = this.at < 0 && by < 0 ? places.length : this.at;
      this.at = (from + by + places.length) % places.length;
      if (await this.#options.show(places[this.at]!)) return;
    }
  }

  stop(): void {
    this.#searching.abort();
  }

  #accept(places: readonly Place[]): void {
    const shown = this.places[this.at];
    this.at = shown ? places.findIndex(({ key, call }) => key === shown.key && call === shown.call) : -1;
    this.places = places;
  }
}
