// The tree of the workspace. A folder is read when it is opened and again when it changes. While the user filters, the
// tree contains only the files that the server finds, in their folders.
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { FolderListing, FoundFiles } from '../../../shared/files.ts';
import { foundFolders, MAX_FOUND } from './found-folders.ts';
import { treeRows, type Folder, type Folders } from './tree-rows.ts';
import { folderOf } from '../../lib/format/workspace-path.ts';
import { comparePaths } from '../../../shared/natural-order.ts';

export class FileTree {
  /** An agent of this workspace. A restart of the server replaces it. */
  agent: Agent;
  readonly workspace: string;
  #folders = $state.raw<Folders>(new Map());
  #open = $state.raw<ReadonlySet<string>>(new Set());
  /** The matches of the filter, shown instead of `#folders`. */
  #found = $state.raw<{ folders: Folders; open: ReadonlySet<string> } | null>(null);
  /** The text of the filter; empty when there is none. */
  query = $state('');
  #isFinding = false;
  /** The folders that are being read. A stale one has changed since the request and must be read again. */
  readonly #reading = new Map<string, { isStale: boolean; done: Promise<void> }>();
  /** The path of the row that has the focus or receives it with Tab. */
  current = $state<string | null>(null);
  /** The folder in which the user is creating a file or folder. */
  added = $state.raw<{ folder: string; isFolder: boolean } | null>(null);

  readonly rows = $derived(
    treeRows(this.#found?.folders ?? this.#folders, this.#found?.open ?? this.#open, this.added),
  );
  /** The paths of all folders that were read, for suggestions. */
  readonly folderPaths = $derived([...this.#folders.keys()].filter((path) => path !== '').sort(comparePaths));

  constructor(agent: Agent, workspace: string) {
    this.agent = agent;
    this.workspace = workspace;
    void this.read('');
  }

  open(path: string): void {
    if (this.#found) this.#found = { ...this.#found, open: new Set([...this.#found.open, path]) };
    else this.#open = new Set([...this.#open, path]);
    if (!this.#found && !this.#folders.has(path)) void this.read(path);
  }

  close(path: string): void {
    const without = (open: ReadonlySet<string>): ReadonlySet<string> => open.difference(new Set([path]));
    if (this.#found) this.#found = { ...this.#found, open: without(this.#found.open) };
    else this.#open = without(this.#open);
  }

  closeAll(): void {
    this.#open = new Set();
  }

  toggle(path: string): void {
    if ((this.#found?.open ?? this.#open).has(path)) this.close(path);
    else this.open(path);
  }

  /** Opens all folders that contain `path`. Resolves when their listings have arrived. */
  async reveal(path: string): Promise<void> {
    const around: string[] = [];
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) around.unshift(folder);
    this.#open = new Set([...this.#open, ...around]);
    await Promise.all(
      ['', ...around].filter((folder) => !this.#folders.has(folder)).map((folder) => this.read(folder)),
    );
  }

  /** Reads a folder. The old listing stays visible until the new one arrives. */
  read(path: string): Promise<void> {
    const known = this.#reading.get(path);
    if (known) {
      known.isStale = true;
      return known.done;
    }
    const reading = { isStale: false, done: Promise.resolve() };
    this.#reading.set(path, reading);
    if (!this.#folders.has(path)) this.#put(path, { status: 'loading' });
    reading.done = this.#read(path, reading);
    return reading.done;
  }

  /**
   * Reads a folder. There is never more than one request for it at once, even for a huge folder that changes all the
   * time.
   */
  async #read(path: string, reading: { isStale: boolean }): Promise<void> {
    do {
      reading.isStale = false;
      const folder = await this.#fetch(path);
      if (!reading.isStale) this.#put(path, folder);
    } while (reading.isStale);
    this.#reading.delete(path);
  }

  /** Shows only the files that match `query`. Of overlapping calls, the last one wins. */
  async filter(query: string): Promise<void> {
    this.query = query;
    if (this.#isFinding) return;
    this.#isFinding = true;
    let asked: string;
    do {
      asked = this.query.trim();
      const found = asked === '' ? null : await this.#find(asked);
      this.#found = found && { folders: found, open: new Set(found.keys()) };
    } while (asked !== this.query.trim());
    this.#isFinding = false;
  }

  async #find(query: string): Promise<Folders> {
    try {
      const route = `${this.agent.path}/find?limit=${MAX_FOUND}&query=${encodeURIComponent(query)}`;
      return foundFolders(await this.agent.api.json<FoundFiles>(route));
    } catch (error) {
      return new Map([['', { status: 'failed', message: errorText(error) }]]);
    }
  }

  /** Must be called with the paths of `panel_files_changed`; '' means that anything may have changed. */
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

/** Returns the tree of a workspace, with the folders that were open before. Its listings may be outdated. */
export function treeOf(agent: Agent, workspace: string): FileTree {
  const tree = byWorkspace.get(workspace) ?? new FileTree(agent, workspace);
  tree.agent = agent;
  byWorkspace.set(workspace, tree);
  return tree;
}
