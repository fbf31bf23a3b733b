// The tabs of the editor for one workspace: which files and diffs are open, and which one is shown. They survive a switch
// to another agent and back, and closing the region; the browser remembers their paths.
import type { Agent } from '../state/agent.svelte.ts';
import type { DiffOf, FileRequest } from '../state/requests.ts';
import { OpenDiff } from './diff/open-diff.svelte.ts';
import { OpenFile } from './file/open-file.svelte.ts';
import { storedTabs, storeTabs } from './stored-tabs.ts';
import { unsavedPaths } from './file/unsaved-edits.ts';
import { isWithin, workspacePath } from './workspace-path.ts';

export type Tab = OpenFile | OpenDiff;

/** Beyond that the tabs opened first are closed, unless they have unsaved edits. */
const MAX_TABS = 40;

const byWorkspace = new Map<string, OpenFiles>();

export function openFilesOf(agent: Agent, workspace: string): OpenFiles {
  const files = byWorkspace.get(workspace) ?? new OpenFiles(agent, workspace);
  files.agent = agent;
  byWorkspace.set(workspace, files);
  return files;
}

export class OpenFiles {
  readonly workspace: string;
  /** An agent of this workspace; another one after a restart of the server. */
  agent: Agent;
  tabs = $state.raw<readonly Tab[]>([]);
  active = $state.raw<Tab | null>(null);
  /** Tabs to read again when they are selected. */
  readonly #stale = new WeakSet<Tab>();
  #lastRequest = 0;

  constructor(agent: Agent, workspace: string) {
    this.agent = agent;
    this.workspace = workspace;
    const { paths, active } = storedTabs(workspace);
    for (const path of paths) this.#openFile(path);
    this.active = this.tabs.find(({ path }) => path === active) ?? this.tabs[0] ?? null;
    void this.#openUnsaved();
  }

  get files(): OpenFile[] {
    return this.tabs.filter((tab) => tab.kind === 'file');
  }

  /** Shows the requested file or diff, unless this request was handled before. */
  show(request: FileRequest): void {
    if (request.n === this.#lastRequest) return;
    this.#lastRequest = request.n;
    const path = workspacePath(this.workspace, request.path) ?? request.path;
    if (request.diffOf !== undefined) return this.select(this.#openDiff(path, request.diffOf));
    const file = this.#openFile(path);
    file.request = request;
    this.select(file);
  }

  select(tab: Tab): void {
    this.active = tab;
    if (this.#stale.delete(tab)) readAgain(tab);
    this.#storeTabs();
  }

  /** Discards unsaved edits. */
  async close(tab: Tab): Promise<void> {
    const at = this.tabs.indexOf(tab);
    if (at === -1) return;
    this.tabs = this.tabs.toSpliced(at, 1);
    if (this.active === tab) this.active = this.tabs[at] ?? this.tabs[at - 1] ?? null;
    this.#storeTabs();
    if (tab.kind === 'file') await tab.close();
  }

  /**
   * Paths as in `panel_files_changed`. After '' (anything may have changed), files that are neither shown nor edited are
   * read again only when they are selected.
   */
  onFilesChanged(paths: readonly string[]): void {
    for (const tab of this.tabs) {
      if (!paths.some((path) => isWithin(tab.path, path))) continue;
      const isUrgent = tab === this.active || !paths.includes('') || (tab.kind === 'file' && tab.isDirty);
      if (isUrgent) readAgain(tab);
      else this.#stale.add(tab);
    }
  }

  /** A tool changed the file at this path, which may be absolute. */
  onToolChange(path: string): void {
    const relative = workspacePath(this.workspace, path);
    if (relative !== null) this.onFilesChanged([relative]);
  }

  /** The user renamed or moved a file or folder: its tabs follow, with their unsaved edits. */
  async onMoved(from: string, to: string): Promise<void> {
    for (const file of this.files.filter(({ path }) => isWithin(path, from))) {
      const moved = this.#newFile(to + file.path.slice(from.length));
      await file.handOver(moved);
      const at = this.tabs.indexOf(file);
      if (at === -1) continue;
      this.tabs = this.tabs.toSpliced(at, 1, moved);
      if (this.active === file) this.active = moved;
      await file.close();
    }
    this.#storeTabs();
  }

  /** The user deleted it here: only tabs with unsaved edits stay. */
  onDeleted(path: string): void {
    for (const tab of this.tabs) {
      if (isWithin(tab.path, path) && !(tab.kind === 'file' && tab.isDirty)) void this.close(tab);
    }
  }

  async storeEdits(): Promise<void> {
    await Promise.all(this.files.filter((file) => file.hasUnstoredEdits).map((file) => file.storeEdits()));
  }

  #openFile(path: string): OpenFile {
    const known = this.files.find((file) => file.path === path);
    if (known) return known;
    const file = this.#newFile(path);
    this.#insert(file);
    void file.load();
    return file;
  }

  #newFile(path: string): OpenFile {
    return new OpenFile({ path, workspace: this.workspace, access: () => this.agent });
  }

  #openDiff(path: string, of: DiffOf): OpenDiff {
    const known = this.tabs.find((tab) => tab.kind === 'diff' && tab.path === path && tab.isOf(of));
    if (known?.kind === 'diff') return known;
    const diff = new OpenDiff({ path, workspace: this.workspace, of, agent: () => this.agent });
    this.#insert(diff);
    void diff.load();
    return diff;
  }

  /** After the active tab, from which it was most likely opened. */
  #insert(tab: Tab): void {
    const at = this.active ? this.tabs.indexOf(this.active) + 1 : this.tabs.length;
    this.tabs = this.tabs.toSpliced(at, 0, tab);
    if (this.tabs.length <= MAX_TABS) return;
    const spare = this.tabs.find(
      (each) => each !== tab && each !== this.active && !(each.kind === 'file' && each.isDirty),
    );
    if (spare) void this.close(spare);
  }

  /** Unsaved edits always have a tab. */
  async #openUnsaved(): Promise<void> {
    const paths = await unsavedPaths(this.workspace).catch(() => []);
    for (const path of paths) this.#openFile(path);
    this.active ??= this.tabs[0] ?? null;
  }

  #storeTabs(): void {
    const paths = this.files.map(({ path }) => path);
    storeTabs(this.workspace, { paths, active: this.active?.kind === 'file' ? this.active.path : null });
  }
}

function readAgain(tab: Tab): void {
  if (tab.kind === 'file') void tab.refresh();
  else void tab.load();
}
