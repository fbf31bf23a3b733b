// The search in the text of all files of the workspace: what is asked for, and what was found so far.
import { errorText } from '../../shared/error-text.ts';
import type { FileMatches, FoundInFiles } from '../../shared/searches.ts';
import { jsonLines } from '../lib/requests/json-lines.ts';
import { pause } from '../lib/requests/pause.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

/** After the last key. */
const TYPING_MS = 200;

class FileSearch {
  query = $state('');
  isCaseKept = $state(false);
  isRegex = $state(false);
  files = $state.raw<readonly FileMatches[]>([]);
  /** Lines with matches. */
  count = $state(0);
  /** Files that were searched, and all of them. */
  progress = $state.raw({ searched: 0, total: 0 });
  isSearching = $state(false);
  isCut = $state(false);
  failure = $state('');
  #searching = new AbortController();

  /** Starts again. The results before stay until there are new ones. */
  async start(agent: Pick<Agent, 'api' | 'path'>): Promise<void> {
    this.stop();
    const { signal } = this.#searching;
    this.failure = '';
    if (this.query === '') return this.#show([], { searched: 0, total: 0 });
    this.isSearching = true;
    const query = new URLSearchParams({
      query: this.query,
      case: this.isCaseKept ? '1' : '0',
      regex: this.isRegex ? '1' : '0',
    });
    await pause(TYPING_MS, signal);
    if (signal.aborted) return;
    this.isCut = false;
    const files: FileMatches[] = [];
    try {
      const response = await agent.api.fetch(`${agent.path}/search?${query.toString()}`, { signal });
      for await (const found of jsonLines<FoundInFiles>(response)) {
        if (signal.aborted) return;
        files.push(...found.files);
        this.#show([...files], found);
        this.isCut = found.isCut ?? false;
        this.failure = found.error ?? '';
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#show([], { searched: 0, total: 0 });
      this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  stop(): void {
    this.#searching.abort();
    this.#searching = new AbortController();
    this.isSearching = false;
  }

  #show(files: readonly FileMatches[], { searched, total }: Pick<FoundInFiles, 'searched' | 'total'>): void {
    this.files = files;
    this.count = files.reduce((sum, { lines }) => sum + lines.length, 0);
    this.progress = { searched, total };
  }
}

/** One for the page: what was found is there again when the region is shown again. */
export const fileSearch = new FileSearch();
