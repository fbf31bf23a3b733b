// The search in one conversation: the places that the server has found, and the match that is shown.
import { number, t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { FoundInConversation, FoundPlace, Place } from '../../../shared/searches.ts';
import { pause } from '../../lib/requests/pause.ts';
import type { MatchChoice } from '../../ui/text/text-marks.ts';

/** How long after the last key press the server is asked. */
const TYPING_MS = 150;

export interface ConversationFindOptions {
  /** Finds the places with this text, oldest first. */
  findText: (query: string, signal: AbortSignal) => Promise<FoundInConversation>;
  /**
   * Shows a match of a place. Resolves to the number of matches in sight there and the index of the shown one, or to
   * null if the conversation does not show the place.
   */
  show: (place: Place, choice: MatchChoice) => Promise<{ count: number; index: number } | null>;
  /** Returns the index of the place closest to the reader. */
  closest: (places: readonly Place[]) => number;
}

export class ConversationFind {
  query = $state('');
  places = $state.raw<readonly FoundPlace[]>([]);
  /** The index of the shown place; -1 if none is shown. */
  at = $state(-1);
  /** The index of the shown match in its place. */
  #match = $state(0);
  /** The number of matches in each place: as found by the server, or as shown once the reader was there. */
  #counts = $state.raw<readonly number[]>([]);
  isCut = $state(false);
  isSearching = $state(false);
  failure = $state('');
  readonly #options: ConversationFindOptions;
  #searching = new AbortController();
  #shownQuery = '';
  #steps = 0;

  constructor(options: ConversationFindOptions) {
    this.#options = options;
  }

  readonly total = $derived(sum(this.#counts));

  readonly status = $derived.by(() => {
    if (this.isSearching && this.places.length === 0) return '…';
    const total = `${number(this.total)}${this.isCut ? '+' : ''}`;
    if (this.total === 0) return t('Nothing found');
    if (this.at < 0) return t('{count} found', { count: total });
    const count = number(sum(this.#counts.slice(0, this.at)) + this.#match + 1);
    return t('{count} of {total}', { count, total });
  });

  /** Searches again. Shows the match closest to the reader if the query is a new one. */
  async start(waitMs = TYPING_MS): Promise<void> {
    this.#searching.abort();
    const { signal } = (this.#searching = new AbortController());
    const query = this.query;
    this.failure = '';
    this.isSearching = query.trim() !== '';
    if (!this.isSearching) return this.#accept([], query);
    await pause(waitMs, signal);
    if (signal.aborted) return;
    try {
      const { places, isCut = false } = await this.#options.findText(query, signal);
      if (signal.aborted) return;
      this.isCut = isCut;
      this.#accept(places, query);
    } catch (error) {
      if (signal.aborted) return;
      this.#accept([], query);
      this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  /** Goes to the next match, or with -1 to the previous one, and wraps at the ends. */
  async step(by: 1 | -1): Promise<void> {
    const index = this.#match + by;
    if (this.at < 0) await this.#showClosest();
    else if (index >= 0 && index < this.#counts[this.at]!) await this.#show(this.at, by, index);
    else await this.#show(this.at + by, by, by === 1 ? 'first' : 'last');
  }

  stop(): void {
    this.#searching.abort();
  }

  #showClosest(): Promise<void> {
    return this.#show(this.#options.closest(this.places), -1, 'nearest');
  }

  /**
   * Shows a match of the place with this index. Goes on in the direction of `by` if the conversation does not show the
   * place. A later step replaces one that is still loading rows.
   */
  async #show(start: number, by: 1 | -1, choice: MatchChoice): Promise<void> {
    const { places } = this;
    const step = ++this.#steps;
    for (let tries = 0; tries < places.length; tries++) {
      const at = (start + tries * by + places.length * (tries + 1)) % places.length;
      this.at = at;
      this.#match =
        typeof choice === 'number' ? choice : choice === 'last' ? Math.max(0, this.#counts[at]! - 1) : 0;
      const shown = await this.#options.show(places[at]!, choice);
      if (places !== this.places || step !== this.#steps) return;
      this.#counts = this.#counts.with(at, shown ? Math.max(1, shown.count) : 0);
      this.#match = shown?.index ?? 0;
      if (shown) return;
      choice = by === 1 ? 'first' : 'last';
    }
    this.at = -1;
  }

  /** If the shown place was found again, it stays the shown one. */
  #accept(places: readonly FoundPlace[], query: string): void {
    const shown = this.places[this.at];
    const isNew = query !== this.#shownQuery;
    if (isNew) this.#shownQuery = places.length > 0 ? query : '';
    this.places = places;
    this.#counts = places.map(({ count }) => count);
    this.at = shown && !isNew ? places.findIndex((place) => isSamePlace(place, shown)) : -1;
    if (this.at === -1) this.#match = 0;
    if (isNew && places.length > 0) void this.#showClosest();
  }
}

/** A card shows a call together with its result, which are different entries. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.call === other.call && (one.call !== undefined || one.key === other.key);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
