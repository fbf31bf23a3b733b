// The state of the search in the files of the workspace: the query, and the hits found so far.
import { errorText } from '../../shared/error-text.ts';
import type { FileMatches, FoundInFiles, SkippedFiles } from '../../shared/searches.ts';
import { jsonLines } from '../lib/requests/json-lines.ts';
import { pause } from '../lib/requests/pause.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

/** The pause after the last key before the search starts. */
const TYPING_PAUSE_MS = 200;

class FileSearch {
  query = $state('');
  /** Globs of the files to search; none means all files. */
  globs = $state('');
  isCaseSensitive = $state(false);
  isWholeWord = $state(false);
  isRegex = $state(false);
  files = $state.raw<readonly FileMatches[]>([]);
  /** The number of lines with matches. */
  count = $state(0);
  /** The number of files searched so far, and of all files. */
  progress = $state.raw({ searched: 0, total: 0 });
  isSearching = $state(false);
  /** Whether there are matches in more files than are listed. */
  isCut = $state(false);
  /** The text files that were not searched. */
  skipped = $state.raw<SkippedFiles | null>(null);
  failure = $state('');
  #aborter = new AbortController();

  /** Whether there are more matches than `count`. */
  readonly isLowerLimit = $derived(this.isCut || this.files.some(({ isCut }) => isCut));

  get parameters(): string {
    const { query, globs, isCaseSensitive, isWholeWord, isRegex } = this;
    const parameters = new URLSearchParams({
      query,
      files: globs,
      case: isCaseSensitive ? '1' : '0',
      word: isWholeWord ? '1' : '0',
      regex: isRegex ? '1' : '0',
    });
    return parameters.toString();
  }

  /** Starts a new search. The previous results stay until new ones arrive. */
  async start(agent: Pick<Agent, 'api' | 'path'>): Promise<void> {
    this.stop();
    const { signal } = this.#aborter;
    this.failure = '';
    if (this.query === '') return this.#show([], { searched: 0, total: 0 });
    this.isSearching = true;
    const { parameters } = this;
    await pause(TYPING_PAUSE_MS, signal);
    if (signal.aborted) return;
    this.isCut = false;
    this.skipped = null;
    const files: FileMatches[] = [];
    let hasAnswer = false;
    try {
      const response = await agent.api.fetch(`${agent.path}/search?${parameters}`, { signal });
      for await (const found of jsonLines<FoundInFiles>(response)) {
        if (signal.aborted) return;
        hasAnswer = true;
        files.push(...found.files);
        this.#show([...files], found);
        this.isCut = found.isCut ?? false;
        this.skipped = found.skipped ?? null;
        this.failure = found.error ?? '';
      }
      if (!hasAnswer) this.#show([], { searched: 0, total: 0 });
    } catch (error) {
      if (signal.aborted) return;
      this.#show([], { searched: 0, total: 0 });
      this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  stop(): void {
    this.#aborter.abort();
    this.#aborter = new AbortController();
    this.isSearching = false;
  }

  #show(files: readonly FileMatches[], { searched, total }: Pick<FoundInFiles, 'searched' | 'total'>): void {
    this.files = files;
    this.count = files.reduce((sum, { lines }) => sum + lines.length, 0);
    this.progress = { searched, total };
  }
}

/** There is one search for the page, so that the results are still there when the region is shown again. */
export const fileSearch = new FileSearch();
