// Searches the whole output of one run, most of which is not on the screen. The server counts the matches and lists
// where they are. A step goes to the next match on the screen. If there is none, another part of the output is shown.
import type { Hit, FoundInOutput } from '../../../shared/searches.ts';
import { errorText } from '../../../shared/error-text.ts';
import { isPermanent } from '../../lib/requests/api.ts';
import { jsonLines } from '../../lib/requests/json-lines.ts';
import { backOff, pause } from '../../lib/requests/pause.ts';
import type { OutputRoute } from './run-addresses.ts';

export type Direction = 'next' | 'previous';

export interface OutputQuery {
  text: string;
  isCaseSensitive: boolean;
  isRegex: boolean;
}

export interface SearchedOutput extends OutputRoute {
  /** The number of bytes that the run has written so far. */
  size: () => number;
  /** Whether the screen has selected a match. */
  hasMatch: () => boolean;
}

/** The parts of the screen that a search needs. */
export interface SearchedScreen {
  /** Selects the next match on the screen. Returns false if the screen has no more matches in that direction. */
  step: (query: OutputQuery, direction: Direction) => boolean;
  /** Whether a match on the screen is selected. */
  readonly hasMatch: boolean;
}

/** How long after the last key press the server is asked. */
const TYPING_MS = 150;
/** The pause between two searches while the output grows. */
const GROWTH_MS = 1000;
/** The longest pause before a search that fails again and again is repeated. */
const LONGEST_PAUSE_MS = 30_000;

export class OutputSearch {
  /** Null while the search box is empty. */
  query = $state.raw<OutputQuery | null>(null);
  count = $state(0);
  /** The index of the selected match among all matches, or -1 if none is selected. */
  current = $state(-1);
  isSearching = $state(false);
  failure = $state('');
  /** A match outside the part on the screen. The owner of the screen must show the part around it. */
  target = $state.raw<Hit | null>(null);
  /** Returns the byte up to which the output is on the screen. Set by the owner of the screen. */
  shownTo: () => number = () => Infinity;
  /** The first matches. If there are very many, the server counts more than it lists. */
  #hits: Hit[] = [];
  /** The byte from which the next search continues when the output has grown. */
  #resumeFrom = 0;
  /** The size of the output when it was last searched, or -1 before the first search has ended. */
  #searchedSize = -1;
  /** How often in a row the search has failed. */
  #failures = 0;
  #searching = new AbortController();

  /** Replaces the current search. Null ends it. */
  async start(query: OutputQuery | null, output: SearchedOutput): Promise<void> {
    this.stop();
    const { signal } = this.#searching;
    this.query = query;
    this.#hits = [];
    this.#resumeFrom = this.count = 0;
    this.#searchedSize = this.current = -1;
    this.#failures = 0;
    this.target = null;
    this.failure = '';
    this.isSearching = query !== null;
    if (!query) return;
    await pause(TYPING_MS, signal);
    await this.#search(output, signal);
    if (!signal.aborted) this.onMatch(output.hasMatch());
  }

  /** Call this when the screen may have selected a match: it selects the last one that it holds. */
  onMatch(hasMatch: boolean): void {
    if (this.current === -1 && hasMatch) this.current = this.#lastShown();
  }

  /** Searches what the run has written since the last search, and repeats a search that failed. */
  async update(output: SearchedOutput): Promise<void> {
    const { signal } = this.#searching;
    if (!this.query || this.isSearching || output.size() === this.#searchedSize) return;
    this.isSearching = true;
    await pause(Math.max(GROWTH_MS, backOff(this.#failures, LONGEST_PAUSE_MS)), signal);
    await this.#search(output, signal);
  }

  stop(): void {
    this.#searching.abort();
    this.#searching = new AbortController();
    this.isSearching = false;
  }

  /** Goes to the next or previous match. At the last match, `next` goes to the first one, and vice versa. */
  step(direction: Direction, screen: SearchedScreen): void {
    const { query, current, count } = this;
    if (!query || count === 0) return;
    const index = direction === 'next' ? current + 1 : current - 1;
    if (current >= 0 && index >= 0 && index < count && screen.step(query, direction)) {
      this.current = index;
      return;
    }
    const lastListed = this.#hits.length - 1;
    // The place of a match that is counted but not listed is unknown, so `next` skips to the first match.
    if (current >= 0 && index >= 0 && index <= lastListed) this.current = index;
    else this.current = current >= 0 && direction === 'next' ? 0 : lastListed;
    const hit = this.#hits[this.current];
    // A new array, so that effects run even if the target is the same match as before.
    this.target = hit ? [...hit] : null;
  }

  async #search({ api, path, size }: SearchedOutput, signal: AbortSignal): Promise<void> {
    const { query } = this;
    if (!query || signal.aborted) return;
    const searchedSize = size();
    const parameters = new URLSearchParams({
      query: query.text,
      case: query.isCaseSensitive ? '1' : '0',
      regex: query.isRegex ? '1' : '0',
      from: String(this.#resumeFrom),
    });
    // The search starts at the unfinished line, so it finds the matches in that line again.
    const kept = this.#hits.filter(([at]) => at < this.#resumeFrom);
    const countBefore = this.count - (this.#hits.length - kept.length);
    try {
      const response = await api.fetch(`${path}/matches?${parameters.toString()}`, { signal });
      let isFirst = true;
      for await (const { hits, count, next, error } of jsonLines<FoundInOutput>(response)) {
        if (signal.aborted) return;
        if (isFirst) {
          this.#hits = kept;
          this.count = countBefore;
          isFirst = false;
        }
        // Matches behind a gap are not listed, so that an index in the list is always the index of the match.
        if (this.#hits.length === this.count) this.#hits.push(...hits);
        this.count = countBefore + count;
        this.#resumeFrom = next;
        this.failure = error ?? '';
      }
      this.#searchedSize = searchedSize;
      this.#failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = errorText(error);
      this.#failures += 1;
      if (isPermanent(error)) this.#searchedSize = searchedSize;
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  /** Returns the index of the last match before the end of the part on the screen. */
  #lastShown(): number {
    const end = this.shownTo();
    if (this.#hits.length < this.count) return this.count - 1;
    return this.#hits.findLastIndex(([at]) => at < end);
  }
}
