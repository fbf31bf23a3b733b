// The folders of the workspace that were opened: read when they are opened, and again when they change.
import type { Agent } from '../../state/agent.svelte.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { FolderListing } from '../../../shared/wire.ts';
import { treeRows, type Folder, type Folders } from './tree-rows.ts';
import { folderOf } from '../workspace-path.ts';

export class FileTree {
  /** An agent of this workspace; another one after a restart of the server. */
  agent: Pick<Agent, 'api' | 'path'>;
  #folders = $state.raw<Folders>(new Map());
  #open = $state.raw<ReadonlySet<string>>(new Set());
  /** Requests for each folder: only the answer to the last one counts. */
  readonly #requests = new Map<string, number>();
  /** Path of the row that has the focus, or gets it with Tab. */
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

  /** The old listing stays visible until the new one arrives. */
  async read(path: string): Promise<void> {
    const request = (this.#requests.get(path) ?? 0) + 1;
    this.#requests.set(path, request);
    if (!this.#folders.has(path)) this.#put(path, { status: 'loading' });
    const folder = await this.#fetch(path);
    if (this.#requests.get(path) === request) this.#put(path, folder);
  }

  /** Paths as in `panel_files_changed`; '' means that anything may have changed. */
  onFilesChanged(paths: readonly string[]): void {
    const isAffected = (folder: string): boolean =>
      paths.some((path) => path === '' || path === folder || folderOf(path) === folder);
    for (const folder of [...this.#folders.keys()].filter(isAffected)) {
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
      return { status: 'failed', message: errorText(error) };
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

/** The tree of a workspace with the folders that were open before. Its listings may be outdated. */
export function treeOf(agent: Pick<Agent, 'api' | 'path'>, workspace: string): FileTree {
  const tree = byWorkspace.get(workspace) ?? new FileTree(agent);
  tree.agent = agent;
  byWorkspace.set(workspace, tree);
  return tree;
}
