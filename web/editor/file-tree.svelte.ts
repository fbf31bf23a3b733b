// The folders of the workspace that somebody has opened, read when they are, and again when they change.
// It shows no file and edits none.
import type { Agent } from '../state/agent.svelte.ts';
import type { FolderListing } from '../../shared/wire.ts';
import { treeRows, type Folder, type Folders } from './tree-rows.ts';
import { folderOf } from './workspace-path.ts';

export class FileTree {
  /** Whose workspace it is; another after a restart of the server. */
  agent: Pick<Agent, 'api' | 'path'>;
  #folders = $state.raw<Folders>(new Map());
  #open = $state.raw<ReadonlySet<string>>(new Set());
  /** How often each folder was asked for: only the last answer counts. */
  readonly #asked = new Map<string, number>();
  /** The row that has the focus, or would get it. */
  current = $state<string | null>(null);

  readonly rows = $derived(treeRows(this.#folders, this.#open));

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.agent = agent;
    void this.read('');
  }

  open(path: string): void {
    this.#open = new Set([...this.#open, path]);
    if (!this.#folders.has(path)) void this.read(path);
  }

  close(path: string): void {
    this.#open = new Set([...this.#open].filter((each) => each !== path));
  }

  toggle(path: string): void {
    if (this.#open.has(path)) this.close(path);
    else this.open(path);
  }

  /** What was listed stays in sight until the new listing is here. */
  async read(path: string): Promise<void> {
    const turn = (this.#asked.get(path) ?? 0) + 1;
    this.#asked.set(path, turn);
    if (!this.#folders.has(path)) this.#put(path, { status: 'loading' });
    const folder = await this.#fetch(path);
    if (this.#asked.get(path) === turn) this.#put(path, folder);
  }

  /** As `panel_files_changed` names them; '' means that anything may have changed. */
  changed(paths: readonly string[]): void {
    const isConcerned = (folder: string): boolean =>
      paths.some((path) => path === '' || path === folder || folderOf(path) === folder);
    for (const folder of [...this.#folders.keys()].filter(isConcerned)) {
      if (folder === '' || this.#open.has(folder)) void this.read(folder);
      else this.#forget(folder);
    }
  }

  async #fetch(path: string): Promise<Folder> {
    try {
      const route = `${this.agent.path}/files?path=${encodeURIComponent(path)}`;
      const { entries, truncated = false } = await this.agent.api.json<FolderListing>(route);
      return { status: 'loaded', entries, isTruncated: truncated };
    } catch (error) {
      return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  #put(path: string, folder: Folder): void {
    this.#folders = new Map([...this.#folders, [path, folder]]);
  }

  #forget(path: string): void {
    this.#folders = new Map([...this.#folders].filter(([each]) => each !== path));
  }
}

const byWorkspace = new Map<string, FileTree>();

/** The tree of a workspace as it was left, with its folders open; its listings may be old. */
export function treeOf(agent: Pick<Agent, 'api' | 'path'>, workspace: string): FileTree {
  const known = byWorkspace.get(workspace);
  if (known) {
    known.agent = agent;
    return known;
  }
  const tree = new FileTree(agent);
  byWorkspace.set(workspace, tree);
  return tree;
}
