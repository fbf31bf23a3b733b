// The last merge of each worktree, which its row in the list of agents shows.
import { errorText } from '../../../shared/error-text.ts';
import type { LastMerge } from '../../../shared/worktrees.ts';
import type { Api } from '../../lib/requests/api.ts';
import type { Panel } from '../../state/panel/panel.svelte.ts';

const known = new WeakMap<Panel, LastMerges>();

/** Returns the panel's instance. */
export function lastMergesOf(panel: Panel): LastMerges {
  const merges = known.get(panel) ?? new LastMerges(panel.api);
  known.set(panel, merges);
  return merges;
}

class LastMerges {
  failure = $state<string | null>(null);
  #list = $state.raw<readonly LastMerge[]>([]);
  readonly #api: Pick<Api, 'json'>;

  constructor(api: Pick<Api, 'json'>) {
    this.#api = api;
  }

  async fetch(): Promise<void> {
    try {
      this.#list = (await this.#api.json<{ merges: LastMerge[] }>('api/worktrees/merges')).merges;
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Returns the last merge of the worktree in this folder. */
  of(folder: string | undefined): LastMerge | undefined {
    return this.#list.find((merge) => merge.folder === folder);
  }
}
