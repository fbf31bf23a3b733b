// The tabs of the editor for one workspace: which files and diffs are open, which one is shown.
import type { Agent } from '../state/agent.svelte.ts';
import type { DiffOf, FileRequest } from '../state/workbench.svelte.ts';
import { OpenDiff } from './open-diff.svelte.ts';
import { OpenFile } from './open-file.svelte.ts';
import { rememberedTabs, rememberTabs } from './remembered-tabs.ts';
import type { UnsavedStore } from './unsaved-store.ts';
import { isWithin, workspacePath } from './workspace-path.ts';

export type Tab = OpenFile | OpenDiff;

/** Beyond that the ones opened first are closed, unless they have unsaved edits. */
const MAX_TABS = 40;

export class OpenFiles {
  readonly workspace: string;
  /** The one whose workspace it is; another after a restart of the server. */
  agent: Agent;
  readonly #unsaved: UnsavedStore;
  tabs = $state.raw<readonly Tab[]>([]);
  active = $state.raw<Tab | null>(null);
  readonly #stale = new WeakSet<Tab>();
  #handled = 0;

  constructor(agent: Agent, workspace: string, unsaved: UnsavedStore) {
    this.agent = agent;
    this.workspace = workspace;
    this.#unsaved = unsaved;
    const { paths, active } = rememberedTabs(workspace);
    for (const path of paths) this.#openFile(path);
    this.active = this.tabs.find(({ path }) => path === active) ?? this.tabs[0] ?? null;
    void this.#findUnsaved();
  }

  get files(): OpenFile[] {
    return this.tabs.filter((tab) => tab.kind === 'file');
  }

  /** Shows what was asked for; the same request a second time is none. */
  show(request: FileRequest): void {
    if (request.n === this.#handled) return;
    this.#handled = request.n;
    const path = workspacePath(this.workspace, request.path) ?? request.path;
    if (request.diffOf !== undefined) return this.select(this.#openDiff(path, request.diffOf));
    const file = this.#openFile(path);
    file.asked = { ...(request.line !== undefined && { line: request.line }) };
    this.select(file);
  }

  select(tab: Tab): void {
    this.active = tab;
    if (this.#stale.delete(tab)) reread(tab);
    this.#remember();
  }

  /** Unsaved edits are gone with it. */
  async close(tab: Tab): Promise<void> {
    const at = this.tabs.indexOf(tab);
    if (at === -1) return;
    this.tabs = this.tabs.toSpliced(at, 1);
    if (this.active === tab) this.active = this.tabs[at] ?? this.tabs[at - 1] ?? null;
    this.#remember();
    if (tab.kind === 'file') await tab.close();
  }

  /**
   * As `panel_files_changed` names them; '' means that anything may have changed: then files that nobody looks
   * at or edits are read again only when they are shown.
   */
  changed(paths: readonly string[]): void {
    for (const tab of this.tabs) {
      if (!paths.some((path) => isWithin(tab.path, path))) continue;
      const isUrgent = tab === this.active || !paths.includes('') || (tab.kind === 'file' && tab.isDirty);
      if (isUrgent) reread(tab);
      else this.#stale.add(tab);
    }
  }

  /** A tool names a file its own way. */
  touched(path: string): void {
    const own = workspacePath(this.workspace, path);
    if (own !== null) this.changed([own]);
  }

  async keep(): Promise<void> {
    await Promise.all(this.files.filter(({ isUnkept }) => isUnkept).map((file) => file.keep()));
  }

  #openFile(path: string): OpenFile {
    const known = this.files.find((file) => file.path === path);
    if (known) return known;
    const file = new OpenFile({
      path,
      workspace: this.workspace,
      access: () => this.agent,
      unsaved: this.#unsaved,
    });
    this.#insert(file);
    void file.load();
    return file;
  }

  #openDiff(path: string, of: DiffOf): OpenDiff {
    const known = this.tabs.find((tab) => tab.kind === 'diff' && tab.path === path && tab.isOf(of));
    if (known?.kind === 'diff') return known;
    const diff = new OpenDiff({ path, workspace: this.workspace, of, agent: () => this.agent });
    this.#insert(diff);
    void diff.load();
    return diff;
  }

  /** Beside the one that is shown, as that is most likely where it was asked for. */
  #insert(tab: Tab): void {
    const at = this.active ? this.tabs.indexOf(this.active) + 1 : this.tabs.length;
    this.tabs = this.tabs.toSpliced(at, 0, tab);
    if (this.tabs.length <= MAX_TABS) return;
    const spare = this.tabs.find(
      (each) => each !== tab && each !== this.active && !(each.kind === 'file' && each.isDirty),
    );
    if (spare) void this.close(spare);
  }

  /** Edits that were not saved are never out of sight. */
  async #findUnsaved(): Promise<void> {
    const paths = await this.#unsaved.paths(this.workspace).catch(() => []);
    for (const path of paths) this.#openFile(path);
    this.active ??= this.tabs[0] ?? null;
  }

  #remember(): void {
    const paths = this.files.map(({ path }) => path);
    rememberTabs(this.workspace, { paths, active: this.active?.kind === 'file' ? this.active.path : null });
  }
}

function reread(tab: Tab): void {
  if (tab.kind === 'file') void tab.refresh();
  else void tab.load();
}
