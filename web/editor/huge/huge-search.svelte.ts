// A search in all of a huge file: the server finds the matches and tells at which bytes they are.
import { errorText } from '../../../shared/error-text.ts';
import type { FoundInOutput, Hit } from '../../../shared/searches.ts';
import { jsonLines } from '../../lib/requests/json-lines.ts';
import { pause } from '../../lib/requests/pause.ts';
import type { FileAccess } from '../file/file-route.ts';

/** After the last key, before the server is asked. */
const TYPING_MS = 150;

export interface HugeSought {
  text: string;
  isCaseKept: boolean;
  isRegex: boolean;
}

export class HugeSearch {
  sought = $state.raw<HugeSought | null>(null);
  count = $state(0);
  /** The match that is shown, from 0; -1: none yet. */
  current = $state(-1);
  isSearching = $state(false);
  failure = $state('');
  #hits: Hit[] = [];
  #searching = new AbortController();

  /** Starts again; null: seeks nothing. */
  async start(sought: HugeSought | null, path: string, { api, path: agent }: FileAccess): Promise<void> {
    this.stop();
    const { signal } = this.#searching;
    this.sought = sought;
    this.#hits = [];
    this.count = 0;
    this.current = -1;
    this.failure = '';
    if (!sought) return;
    this.isSearching = true;
    await pause(TYPING_MS, signal);
    const query = new URLSearchParams({
      path,
      query: sought.text,
      case: sought.isCaseKept ? '1' : '0',
      regex: sought.isRegex ? '1' : '0',
    });
    try {
      if (signal.aborted) return;
      const response = await api.fetch(`${agent}/file/matches?${query}`, { signal });
      for await (const { hits, count, error } of jsonLines<FoundInOutput>(response)) {
        if (signal.aborted) return;
        this.#hits.push(...hits);
        this.count = count;
        this.failure = error ?? '';
      }
    } catch (error) {
      if (!signal.aborted) this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  /** The byte of the next match, at first the one after byte `from`; null when there is none. After the last, the first. */
  step(direction: 1 | -1, from: number): number | null {
    const { length } = this.#hits;
    if (length === 0) return null;
    if (this.current === -1) {
      const after = this.#hits.findIndex(([at]) => at >= from);
      this.current = after === -1 ? 0 : after;
      if (direction === -1) this.current = (this.current - 1 + length) % length;
    } else this.current = (this.current + direction + length) % length;
    return this.#hits[this.current]![0];
  }

  stop(): void {
    this.#searching.abort();
    this.#searching = new AbortController();
    this.isSearching = false;
  }
}
