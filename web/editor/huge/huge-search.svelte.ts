// A search in the whole of a huge file. The server finds the matches and reports their byte offsets.
import { errorText } from '../../../shared/error-text.ts';
import type { FoundInOutput, Hit } from '../../../shared/searches.ts';
import { jsonLines } from '../../lib/requests/json-lines.ts';
import { pause } from '../../lib/requests/pause.ts';
import type { FileAccess } from '../file/file-route.ts';

/** The pause after the last key before the search starts. */
const TYPING_PAUSE_MS = 150;

export interface HugeQuery {
  text: string;
  isCaseSensitive: boolean;
  isRegex: boolean;
}

export class HugeSearch {
  query = $state.raw<HugeQuery | null>(null);
  count = $state(0);
  /** The index of the shown match; -1 when none is shown yet. */
  current = $state(-1);
  isSearching = $state(false);
  failure = $state('');
  #hits: Hit[] = [];
  #aborter = new AbortController();

  /** Starts a new search; null only clears the last one. */
  async start(searched: HugeQuery | null, path: string, { api, path: agent }: FileAccess): Promise<void> {
    this.stop();
    const { signal } = this.#aborter;
    this.query = searched;
    this.#hits = [];
    this.count = 0;
    this.current = -1;
    this.failure = '';
    if (!searched) return;
    this.isSearching = true;
    await pause(TYPING_PAUSE_MS, signal);
    const query = new URLSearchParams({
      path,
      query: searched.text,
      case: searched.isCaseSensitive ? '1' : '0',
      regex: searched.isRegex ? '1' : '0',
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

  /**
   * Moves to the next or previous match and returns its byte offset; null when there are no matches. The first step
   * starts at byte `from`. Wraps around at both ends.
   */
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
    this.#aborter.abort();
    this.#aborter = new AbortController();
    this.isSearching = false;
  }
}
