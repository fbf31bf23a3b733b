// The tabs of the editor for one workspace: which files and diffs are open, and which of them are shown. They survive a
// switch to another agent and back, and the browser stores their paths.
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { DiffOf, FileRequest } from '../../state/workbench/requests.ts';
import { OpenDiff } from '../diff/open-diff.svelte.ts';
import { opensInViewer } from '../../preview/first-view.ts';
import { preloadViewer } from '../../preview/viewers.ts';
import { OpenFile } from '../file/open-file.svelte.ts';
import { Panes } from './panes.svelte.ts';
import { storedTabs, storeTabs } from './stored-tabs.ts';
import { unsavedPaths } from '../file/unsaved-edits.ts';
import { isWithin, workspacePath } from '../../lib/format/workspace-path.ts';

export type Tab = OpenFile | OpenDiff;

/** How many tabs stay open. Beyond that, the leftmost tabs that are neither shown nor edited are closed. */
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
  /** The agent of this workspace that the page showed last. */
  agent: Agent;
  tabs = $state.raw<readonly Tab[]>([]);
  readonly panes = new Panes<Tab>();
  #preview = $state.raw<OpenFile | null>(null);
  /** To be closed once their load tells that they have no unsaved edits. */
  readonly #unwanted = new WeakSet<Tab>();
  /** The tabs to read again when they are selected. */
  readonly #stale = new WeakSet<Tab>();
  #lastRequest: FileRequest | null = null;

  constructor(agent: Agent, workspace: string) {
    this.agent = agent;
    this.workspace = workspace;
    const { paths, active, panes = [active ?? ''], preview } = storedTabs(workspace);
    for (const path of paths) this.#openFile(path);
    this.#preview = this.files.find(({ path }) => path === preview) ?? null;
    const shown = panes.flatMap((path) => this.tabs.find((tab) => tab.path === path) ?? []).slice(0, 2);
    this.panes.shown = shown.length > 0 ? shown : this.tabs.slice(0, 1);
    this.panes.focused = Math.max(
      0,
      this.panes.shown.findIndex(({ path }) => path === active),
    );
    void this.#openUnsaved();
  }

  /** The tab in the pane that was used last. */
  get active(): Tab | null {
    return this.panes.active;
  }

  /** The file that the user only looks at, if any. The next such file replaces its tab. */
  get preview(): OpenFile | null {
    return this.#preview;
  }

  get files(): OpenFile[] {
    return this.tabs.filter((tab) => tab.kind === 'file');
  }

  /** Shows the requested file or diff, unless it is in another workspace or this request was handled before. */
  show(request: FileRequest): void {
    if (request.workspace !== this.workspace || request === this.#lastRequest) return;
    this.#lastRequest = request;
    const path = workspacePath(this.workspace, request.path) ?? request.path;
    if (request.diffOf !== undefined) return this.select(this.#openDiff(path, request.diffOf));
    const isOpen = this.files.some((file) => file.path === path);
    const file = this.#openFile(path);
    file.request = request;
    if (request.line !== undefined) file.isPreviewed = false;
    const before = this.#preview;
    if (request.isPreview && !isOpen) this.#preview = file;
    else if (!request.isPreview) this.keep(file);
    if (request.isBeside) this.showBeside(file);
    else this.select(file);
    if (request.edit) void file.edit(request.edit);
    const isReplaced = before && before !== file && this.#preview === file;
    if (isReplaced && !this.panes.shown.includes(before)) this.#drop(before);
  }

  /** Must be called when the user edits the file or asks to keep its tab: no other file replaces it from now on. */
  keep(tab: Tab): void {
    if (tab !== this.#preview) return;
    this.#preview = null;
    this.#storeTabs();
  }

  /** Shows the tab in the pane that was used last, unless the other pane already shows it. */
  select(tab: Tab): void {
    this.#unwanted.delete(tab);
    this.panes.select(tab);
    this.#onShown(tab);
  }

  /** Shows the tab in a second pane, or, if there are two, in the one that was not used last. */
  showBeside(tab: Tab): void {
    this.#unwanted.delete(tab);
    this.panes.showBeside(tab);
    this.#onShown(tab);
  }

  /** Closes all panes but the one that was used last. */
  unsplit(): void {
    this.panes.unsplit();
    this.#storeTabs();
  }

  /** Closes the tab and discards its unsaved edits. */
  async close(tab: Tab): Promise<void> {
    const at = this.tabs.indexOf(tab);
    if (at === -1) return;
    this.tabs = this.tabs.toSpliced(at, 1);
    if (tab === this.#preview) this.#preview = null;
    this.#hide(tab, this.tabs[at] ?? this.tabs[at - 1] ?? null);
    this.#storeTabs();
    if (tab.kind === 'file') await tab.close();
  }

  /** Closes all tabs but those with unsaved edits. */
  closeAll(): void {
    for (const tab of this.tabs) this.#drop(tab);
  }

  /**
   * Must be called with the paths of `panel_files_changed`. After '' (anything may have changed), files that are
   * neither shown nor edited are read again only when they are selected.
   */
  onFilesChanged(paths: readonly string[]): void {
    for (const tab of this.tabs) {
      if (!paths.some((path) => isWithin(tab.path, path))) continue;
      const isUrgent =
        this.panes.shown.includes(tab) || !paths.includes('') || (tab.kind === 'file' && tab.isDirty);
      if (isUrgent) readAgain(tab);
      else this.#stale.add(tab);
    }
  }

  /** Must be called when a tool changed the file at `path`, which may be absolute. */
  onToolChange(path: string): void {
    const relative = workspacePath(this.workspace, path);
    if (relative !== null) this.onFilesChanged([relative]);
  }

  /** Must be called when the user renamed or moved a file or folder. Its tabs follow, with their unsaved edits. */
  async onMoved(from: string, to: string): Promise<void> {
    for (const file of this.files.filter(({ path }) => isWithin(path, from))) {
      const moved = this.#newFile(to + file.path.slice(from.length));
      await file.handOver(moved);
      const at = this.tabs.indexOf(file);
      if (at === -1) continue;
      this.tabs = this.tabs.toSpliced(at, 1, moved);
      this.panes.replace(file, moved);
      if (this.#preview === file) this.#preview = moved;
      await file.close();
    }
    this.#storeTabs();
  }

  /** Must be called when the user deleted a file or folder in the tree. Only tabs with unsaved edits stay open. */
  onDeleted(path: string): void {
    for (const tab of this.tabs) if (isWithin(tab.path, path)) this.#drop(tab);
  }

  async storeEdits(): Promise<void> {
    await Promise.all(this.files.filter((file) => file.hasUnstoredEdits).map((file) => file.storeEdits()));
  }

  #onShown(tab: Tab): void {
    if (this.#stale.delete(tab)) readAgain(tab);
    this.#storeTabs();
  }

  /** Removes the tab from the panes. If no pane is left, `next` is shown. */
  #hide(tab: Tab, next: Tab | null): void {
    if (!this.panes.shown.includes(tab)) return;
    this.panes.hide(tab, next);
    if (this.active) this.#onShown(this.active);
  }

  /** Closes the tab, unless it has unsaved edits. Whether it has any is known only after its load. */
  #drop(tab: Tab): void {
    if (mayHaveEdits(tab)) this.#unwanted.add(tab);
    else void this.close(tab);
  }

  #openFile(path: string): OpenFile {
    const known = this.files.find((file) => file.path === path);
    if (known) return known;
    const file = this.#newFile(path);
    this.#insert(file);
    // The unsaved edits of the file are known only after the load.
    void file.load().then(() => {
      if (this.#unwanted.delete(file) && !file.isDirty) void this.close(file);
      this.#closeSpare();
    });
    return file;
  }

  #newFile(path: string): OpenFile {
    const { workspace } = this;
    const isViewed = opensInViewer(path);
    if (isViewed) preloadViewer(path);
    return new OpenFile({ path, workspace, access: () => this.agent, opensInViewer: isViewed });
  }

  #openDiff(path: string, of: DiffOf): OpenDiff {
    const known = this.tabs.find((tab) => tab.kind === 'diff' && tab.path === path && tab.isOf(of));
    if (known?.kind === 'diff') return known;
    const diff = new OpenDiff({ path, workspace: this.workspace, of, agent: () => this.agent });
    this.#insert(diff);
    void diff.load();
    return diff;
  }

  /** Inserts the tab after the active one, from which it was most likely opened. */
  #insert(tab: Tab): void {
    const at = this.active ? this.tabs.indexOf(this.active) + 1 : this.tabs.length;
    this.tabs = this.tabs.toSpliced(at, 0, tab);
    this.#closeSpare(tab);
  }

  /** Closes the leftmost spare tabs beyond the limit, but not `added`. */
  #closeSpare(added?: Tab): void {
    const isSpare = (tab: Tab): boolean =>
      tab !== added && !this.panes.shown.includes(tab) && !mayHaveEdits(tab);
    const excess = Math.max(0, this.tabs.length - MAX_TABS);
    for (const tab of this.tabs.filter(isSpare).slice(0, excess)) void this.close(tab);
  }

  /** Opens a tab for each file with unsaved edits, so that no edits are hidden. */
  async #openUnsaved(): Promise<void> {
    const paths = await unsavedPaths(this.workspace).catch(() => []);
    for (const path of paths) this.#openFile(path);
    if (!this.active) this.panes.shown = this.tabs.slice(0, 1);
  }

  #storeTabs(): void {
    const paths = this.files.map(({ path }) => path);
    const panes = this.panes.shown.filter(({ kind }) => kind === 'file').map(({ path }) => path);
    const active = this.active?.kind === 'file' ? this.active.path : null;
    const preview = this.#preview?.path;
    storeTabs(this.workspace, {
      ...{ paths, active },
      ...(panes.length > 1 && { panes }),
      ...(preview !== undefined && { preview }),
    });
  }
}

function mayHaveEdits(tab: Tab): boolean {
  return tab.kind === 'file' && tab.mayHaveEdits;
}

function readAgain(tab: Tab): void {
  if (tab.kind === 'file') void tab.refresh();
  else void tab.load();
}
