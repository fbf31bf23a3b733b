// The last merge of each worktree, which its row in the list of agents shows.
import type { LastMerge } from '../../../shared/worktrees.ts';
import type { Api } from '../../lib/requests/api.ts';
import { Resource } from '../../lib/requests/resource.svelte.ts';
import type { Panel } from '../../state/panel/panel.svelte.ts';

const known = new WeakMap<Panel, LastMerges>();

/** Returns the panel's instance. */
export function lastMergesOf(panel: Panel): LastMerges {
  const merges = known.get(panel) ?? new LastMerges(panel.api);
  known.set(panel, merges);
  return merges;
}

class LastMerges extends Resource<readonly LastMerge[]> {
  constructor(api: Pick<Api, 'json'>) {
    super(async (signal) => {
      const { merges } = await api.json<{ merges: LastMerge[] }>('api/worktrees/merges', { signal });
      return merges;
    });
  }

  /** Returns the last merge of the worktree in this folder. */
  of(folder: string | undefined): LastMerge | undefined {
    return this.value?.find((merge) => merge.folder === folder);
  }
}
