// A search in all of the output of one run, most of which the screen does not hold: the server counts the matches and
// tells where they are. The screen is asked first for the next match, and shows another part if it has none.
import type { Hit, FoundInOutput } from '../../../shared/searches.ts';
import { errorText } from '../../../shared/error-text.ts';
import { jsonLines } from '../../lib/requests/json-lines.ts';
import { pause } from '../../lib/requests/pause.ts';
import type { OutputRoute } from './output-lines.ts';

export type Direction = 'next' | 'previous';

export interface Sought {
  text: string;
  isCaseKept: boolean;
  isRegex: boolean;
}

export interface SearchedOutput extends OutputRoute {
  /** How many bytes there are by now. */
  size: () => number;
  /** The screen has selected a match. */
  hasMatch: () => boolean;
}

/** The parts of the screen that a search needs. */
export interface SearchedScreen {
  /** Goes from the current match to the next one; false if the screen has no more in that direction. */
  step: (sought: Sought, direction: Direction) => boolean;
  /** One of the matches on the screen is current. */
  readonly hasMatch: boolean;
}

/** After the last key, before the server is asked. */
const TYPING_MS = 150;
/** Between two looks at an output that grows. */
const GROWING_MS = 1000;

export class OutputSearch {
  /** Null: nothing is sought. */
  sought = $state.raw<Sought | null>(null);
  count = $state(0);
  /** The match that is shown, counted from 0; -1: none yet. */
  current = $state(-1);
  isSearching = $state(false);
  failure = $state('');
  /** A match that is not on the screen, to be shown. */
  target = $state.raw<Hit | null>(null);
  /** The byte up to which the output is on the screen. */
  shownTo: () => number = () => Infinity;
  #hits: Hit[] = [];
  /** Where the next search goes on, in an output that has grown. */
  #next = 0;
  /** How long the output was when it was last searched. */
  #size = 0;
  #searching = new AbortController();

  /** Starts again, unless nothing is sought. */
  async start(sought: Sought | null, output: SearchedOutput): Promise<void> {
    this.stop();
    const { signal } = this.#searching;
    this.sought = sought;
    this.#hits = [];
    this.#next = this.count = 0;
    this.current = -1;
    this.target = null;
    this.failure = '';
    this.isSearching = sought !== null;
    if (!sought) return;
    await pause(TYPING_MS, signal);
    await this.#search(output, signal);
    // The screen has selected its last match.
    if (!signal.aborted && this.current === -1 && output.hasMatch()) this.current = this.#lastShown();
  }

  /** Searches what was added since. */
  async goOn(output: SearchedOutput): Promise<void> {
    const { signal } = this.#searching;
    if (!this.sought || this.isSearching || output.size() === this.#size) return;
    this.isSearching = true;
    await pause(GROWING_MS, signal);
    await this.#search(output, signal);
  }

  stop(): void {
    this.#searching.abort();
    this.#searching = new AbortController();
    this.isSearching = false;
  }

  /** Shows the next match, after the last one the first. */
  step(direction: Direction, screen: SearchedScreen): void {
    const { sought, current, count } = this;
    if (!sought || count === 0) return;
    const to = direction === 'next' ? current + 1 : current - 1;
    if (current >= 0 && to >= 0 && to < count && screen.step(sought, direction)) {
      this.current = to;
      return;
    }
    // Beyond the matches that the server tells the place of, the last of these is next.
    this.current =
      current < 0 ? this.#hits.length - 1 : Math.min((to + count) % count, this.#hits.length - 1);
    const hit = this.#hits[this.current];
    // A copy: the same match may be asked for again.
    this.target = hit ? [...hit] : null;
  }

  async #search({ api, path, size }: SearchedOutput, signal: AbortSignal): Promise<void> {
    const { sought } = this;
    if (!sought || signal.aborted) return;
    this.#size = size();
    // An unfinished line is searched again.
    const kept = this.#hits.filter(([at]) => at < this.#next);
    const before = this.count - (this.#hits.length - kept.length);
    const query = new URLSearchParams({
      query: sought.text,
      case: sought.isCaseKept ? '1' : '0',
      regex: sought.isRegex ? '1' : '0',
      from: String(this.#next),
    });
    this.#hits = kept;
    try {
      const response = await api.fetch(`${path}/matches?${query.toString()}`, { signal });
      for await (const { hits, count, next, error } of jsonLines<FoundInOutput>(response)) {
        if (signal.aborted) return;
        this.#hits.push(...hits);
        this.count = before + count;
        this.#next = next;
        this.failure = error ?? '';
      }
    } catch (error) {
      if (!signal.aborted) this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  #lastShown(): number {
    const to = this.shownTo();
    if (this.#hits.length < this.count) return this.count - 1;
    return this.#hits.findLastIndex(([at]) => at < to);
  }
}
