// The user's edits in the tree: creating, renaming, moving and deleting files. A notice offers to undo a rename, a move
// or a deletion, and Ctrl+Z in the tree undoes the last of these.
import { t, type Text } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { DeletedFile, SaveCaution } from '../../../shared/files.ts';
import { Acts } from '../../lib/requests/acts.svelte.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { FocusClaim } from '../../lib/browser/focus-claim.ts';
import type { ToastAction } from '../../state/notices/toasts.svelte.ts';
import { folderOf, nameOf } from '../../lib/format/workspace-path.ts';
import type { FileTree } from './file-tree.svelte.ts';

export interface TreeEditsOptions {
  /** The tree on the page. What the user has begun in the tree of another workspace goes on there. */
  tree: () => FileTree;
  notify: (kind: 'info' | 'error', message: string, action?: ToastAction) => void;
  /** Asks the user to confirm; `act` runs only after that. */
  ask: (question: { text: string; yes: string; act: () => void; isDestructive: boolean }) => void;
  /** Called when a file or folder was renamed or moved. */
  onMoved: (tree: FileTree, from: string, to: string) => void;
  onDeleted: (tree: FileTree, path: string) => void;
  /** Called when a file or folder was created, moved or restored, and is now in the tree on the page. */
  onShown: (path: string, how: { isNewFile: boolean; isFocusFree: FocusClaim }) => void;
  claimFocus: () => FocusClaim;
}

/** The server's refusals that the user can overrule, with the label of the button that does. */
const CAUTIONS: Readonly<Partial<Record<SaveCaution, Text>>> = {
  runs_code: 'Do it anyway',
  permanent: 'Delete for good',
};

export class TreeEdits {
  readonly #options: TreeEditsOptions;
  #renamed = $state.raw<{ tree: FileTree; path: string } | null>(null);
  /** Why the name that is being edited was refused. */
  refusal = $state<string | null>(null);
  /** How to undo the last edit in each tree. */
  readonly #undos = new WeakMap<FileTree, () => void>();
  readonly #commits = new Acts();
  /** The name that is being given, with its place. */
  #committing: string | null = null;

  constructor(options: TreeEditsOptions) {
    this.#options = options;
  }

  get #tree(): FileTree {
    return this.#options.tree();
  }

  /** The path of the row whose name is being edited. */
  get renaming(): string | null {
    return this.#renamed?.tree === this.#tree ? this.#renamed.path : null;
  }

  startRename(path: string): void {
    this.cancel();
    this.#renamed = { tree: this.#tree, path };
  }

  /** Shows a field for the name of a new file or folder at the top of `folder`. */
  async startNew(folder: string, isFolder: boolean): Promise<void> {
    const tree = this.#tree;
    this.cancel();
    if (tree.query !== '') await tree.filter('');
    if (folder !== '') await tree.reveal(`${folder}/x`);
    tree.added = { folder, isFolder };
  }

  cancel(tree = this.#tree): void {
    if (this.#renamed?.tree === tree) this.#renamed = null;
    tree.added = null;
    if (tree === this.#tree) this.refusal = null;
  }

  /** Creates or renames with the typed name, which may contain `/`. If the name is refused, the field stays open. */
  async commit(name: string, isFocusFree = this.#options.claimFocus()): Promise<void> {
    const tree = this.#tree;
    const { added } = tree;
    const { renaming } = this;
    const wanted = name.trim().replace(/\/+$/, '');
    if (wanted === '' || (renaming !== null && wanted === nameOf(renaming))) return this.cancel();
    // After Enter the field also loses the focus, which would commit a second time.
    const commit = [tree.workspace, renaming ?? added?.folder, wanted].join('\n');
    if (this.#committing === commit) return;
    this.#committing = commit;
    await this.#commits.inTurn(async () => {
      if (added) {
        const { folder, isFolder } = added;
        await this.#create(tree, { path: joinPath(folder, wanted), isFolder }, isFocusFree);
      } else if (renaming !== null)
        await this.#move(tree, { from: renaming, to: joinPath(folderOf(renaming), wanted) }, isFocusFree);
    });
    if (this.#committing === commit) this.#committing = null;
  }

  /** Must be called when another program removed the file that is being renamed. */
  onGone(): void {
    // The row also disappears when the rename from here has just succeeded.
    if (this.#commits.isBusy) return;
    this.#options.notify(
      'error',
      t("{path} no longer exists, so it wasn't renamed.", { path: this.renaming ?? '' }),
    );
    this.cancel();
  }

  async #create(
    tree: FileTree,
    { path, isFolder }: { path: string; isFolder: boolean },
    isFocusFree: FocusClaim,
  ): Promise<void> {
    const { api, path: agent } = tree.agent;
    const route = `${agent}/${isFolder ? 'folders' : `file?path=${encodeURIComponent(path)}`}`;
    await this.#do(tree, async (confirmed) => {
      const headers = { ...confirmed, ...(!isFolder && { 'if-none-match': '*' }) };
      if (isFolder) await api.fetch(route, { method: 'POST', body: { path }, headers });
      else await api.fetch(route, { method: 'PUT', body: new Uint8Array(), headers });
      this.cancel(tree);
      await this.#show(tree, path, { isNewFile: !isFolder, isFocusFree });
    });
  }

  /** Renames a file or folder. `to` is the whole new path. */
  rename(from: string, to: string): Promise<void> {
    return this.#move(this.#tree, { from, to });
  }

  #move(
    tree: FileTree,
    { from, to }: { from: string; to: string },
    isFocusFree = this.#options.claimFocus(),
  ): Promise<void> {
    return this.#do(tree, async (headers) => {
      const { api, path } = tree.agent;
      await api.fetch(`${path}/files/move`, { method: 'POST', body: { from, to }, headers });
      this.cancel(tree);
      this.#options.onMoved(tree, from, to);
      void tree.read(folderOf(from));
      await this.#show(tree, to, { isNewFile: false, isFocusFree });
      const isRename = folderOf(from) === folderOf(to);
      const text = isRename
        ? t('Renamed {from} to {to}.', { from: nameOf(from), to: nameOf(to) })
        : t('Moved {name} to {folder}.', { name: nameOf(from), folder: folderOf(to) || t('the workspace') });
      this.#offerUndo(tree, text, () => this.#move(tree, { from: to, to: from }));
    });
  }

  /** Moves a file or folder into another folder under the same name. */
  async moveInto(from: string, folder: string): Promise<void> {
    if (folderOf(from) === folder || from === folder || folder.startsWith(`${from}/`)) return;
    await this.rename(from, joinPath(folder, nameOf(from)));
  }

  delete(path: string): Promise<void> {
    const tree = this.#tree;
    return this.#do(tree, async (headers) => {
      const { api, path: agent } = tree.agent;
      const route = `${agent}/file?path=${encodeURIComponent(path)}`;
      const { trash } = await api.json<DeletedFile>(route, { method: 'DELETE', headers });
      this.#options.onDeleted(tree, path);
      await tree.read(folderOf(path));
      const text = t('Deleted {name}.', { name: nameOf(path) });
      if (trash === undefined) this.#options.notify('info', text);
      else this.#offerUndo(tree, text, () => this.#restore(tree, trash));
    });
  }

  /** Undoes the last edit that was not undone yet. */
  undo(): void {
    this.#undos.get(this.#tree)?.();
  }

  #restore(tree: FileTree, trash: string): Promise<void> {
    const isFocusFree = this.#options.claimFocus();
    return this.#do(tree, async () => {
      const { api, path: agent } = tree.agent;
      const request = { method: 'POST', body: { restore: true } } as const;
      const { path } = await api.json<{ path: string }>(`${agent}/trash/${trash}`, request);
      await this.#show(tree, path, { isNewFile: false, isFocusFree });
    });
  }

  async #show(
    tree: FileTree,
    path: string,
    how: { isNewFile: boolean; isFocusFree: FocusClaim },
  ): Promise<void> {
    await tree.read(folderOf(path));
    await tree.reveal(path);
    if (tree === this.#tree) this.#options.onShown(path, how);
  }

  #offerUndo(tree: FileTree, text: string, undo: () => Promise<void>): void {
    const once = (): void => {
      if (this.#undos.get(tree) === once) this.#undos.delete(tree);
      void undo();
    };
    this.#undos.set(tree, once);
    this.#options.notify('info', text, { label: t('Undo'), act: once });
  }

  /** Runs `act`. Shows a refusal at the field that is being edited, or otherwise as a notice. */
  async #do(
    tree: FileTree,
    act: (headers: Record<string, string>) => Promise<void>,
    confirmed = '',
  ): Promise<void> {
    this.refusal = null;
    try {
      await act(confirmed ? { confirm: confirmed } : {});
    } catch (error) {
      const yes = error instanceof ApiError ? CAUTIONS[error.code as SaveCaution] : undefined;
      const text = errorText(error);
      const isRenaming = this.#renamed?.tree === tree;
      if (yes !== undefined && error instanceof ApiError && confirmed !== error.code)
        this.#options.ask({
          text,
          yes: t(yes),
          act: () => void this.#do(tree, act, error.code),
          isDestructive: error.code === 'permanent',
        });
      else if (isRenaming && error instanceof ApiError && error.status === 404) {
        this.cancel(tree);
        this.#options.notify('error', text);
      } else if (tree === this.#tree && (isRenaming || tree.added)) this.refusal = text;
      else this.#options.notify('error', text);
    }
  }
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
