// The user's edits in the tree: creating, renaming, moving and deleting files. A notice offers to undo a rename, a move
// or a deletion, and Ctrl+Z in the tree undoes the last of these.
import { t, type Text } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { DeletedFile, SaveCaution } from '../../../shared/files.ts';
import { Acts } from '../../lib/requests/acts.svelte.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { FocusClaim } from '../../lib/browser/focus-claim.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ToastAction } from '../../state/notices/toasts.svelte.ts';
import { folderOf, nameOf } from '../../lib/format/workspace-path.ts';
import type { FileTree } from './file-tree.svelte.ts';

export interface TreeEditsOptions {
  tree: () => FileTree;
  notify: (kind: 'info' | 'error', message: string, action?: ToastAction) => void;
  /** Asks the user to confirm; `act` runs only after that. */
  ask: (question: { text: string; yes: string; act: () => void; isDestructive: boolean }) => void;
  /** Called when a file or folder was renamed or moved. */
  onMoved: (from: string, to: string) => void;
  onDeleted: (path: string) => void;
  /** Called when a file or folder was created, moved or restored, and is now in the tree. */
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
  /** The path of the row whose name is being edited. */
  renaming = $state<string | null>(null);
  /** Why the name that is being edited was refused. */
  refusal = $state<string | null>(null);
  #undo: (() => void) | null = null;
  readonly #commits = new Acts();
  /** The name that is being given, with its place. */
  #committing: string | null = null;

  constructor(options: TreeEditsOptions) {
    this.#options = options;
  }

  get #tree(): FileTree {
    return this.#options.tree();
  }

  get #agent(): Pick<Agent, 'api' | 'path'> {
    return this.#tree.agent;
  }

  startRename(path: string): void {
    this.cancel();
    this.renaming = path;
  }

  /** Shows a field for the name of a new file or folder at the top of `folder`. */
  async startNew(folder: string, isFolder: boolean): Promise<void> {
    this.cancel();
    if (this.#tree.query !== '') await this.#tree.filter('');
    if (folder !== '') await this.#tree.reveal(`${folder}/x`);
    this.#tree.added = { folder, isFolder };
  }

  cancel(): void {
    this.renaming = null;
    this.#tree.added = null;
    this.refusal = null;
  }

  /** Creates or renames with the typed name, which may contain `/`. If the name is refused, the field stays open. */
  async commit(name: string, isFocusFree = this.#options.claimFocus()): Promise<void> {
    const { added } = this.#tree;
    const { renaming } = this;
    const wanted = name.trim().replace(/\/+$/, '');
    if (wanted === '' || (renaming !== null && wanted === nameOf(renaming))) return this.cancel();
    // After Enter the field also loses the focus, which would commit a second time.
    const commit = `${renaming ?? added?.folder}\n${wanted}`;
    if (this.#committing === commit) return;
    this.#committing = commit;
    await this.#commits.inTurn(async () => {
      if (added) await this.#create(joinPath(added.folder, wanted), added.isFolder, isFocusFree);
      else if (renaming !== null)
        await this.rename(renaming, joinPath(folderOf(renaming), wanted), isFocusFree);
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

  async #create(path: string, isFolder: boolean, isFocusFree: FocusClaim): Promise<void> {
    const route = `${this.#agent.path}/${isFolder ? 'folders' : `file?path=${encodeURIComponent(path)}`}`;
    await this.#do(async (confirmed) => {
      const headers = { ...confirmed, ...(!isFolder && { 'if-none-match': '*' }) };
      if (isFolder) await this.#agent.api.fetch(route, { method: 'POST', body: { path }, headers });
      else await this.#agent.api.fetch(route, { method: 'PUT', body: new Uint8Array(), headers });
      this.cancel();
      await this.#show(path, { isNewFile: !isFolder, isFocusFree });
    });
  }

  /** Renames a file or folder. `to` is the whole new path. */
  rename(from: string, to: string, isFocusFree = this.#options.claimFocus()): Promise<void> {
    return this.#do(async (headers) => {
      await this.#agent.api.fetch(`${this.#agent.path}/files/move`, {
        method: 'POST',
        body: { from, to },
        headers,
      });
      this.cancel();
      this.#options.onMoved(from, to);
      void this.#tree.read(folderOf(from));
      await this.#show(to, { isNewFile: false, isFocusFree });
      const isRename = folderOf(from) === folderOf(to);
      const text = isRename
        ? t('Renamed {from} to {to}.', { from: nameOf(from), to: nameOf(to) })
        : t('Moved {name} to {folder}.', { name: nameOf(from), folder: folderOf(to) || t('the workspace') });
      this.#offerUndo(text, () => this.rename(to, from));
    });
  }

  /** Moves a file or folder into another folder under the same name. */
  async moveInto(from: string, folder: string): Promise<void> {
    if (folderOf(from) === folder || from === folder || folder.startsWith(`${from}/`)) return;
    await this.rename(from, joinPath(folder, nameOf(from)));
  }

  delete(path: string): Promise<void> {
    return this.#do(async (headers) => {
      const { trash } = await this.#agent.api.json<DeletedFile>(
        `${this.#agent.path}/file?path=${encodeURIComponent(path)}`,
        { method: 'DELETE', headers },
      );
      this.#options.onDeleted(path);
      await this.#tree.read(folderOf(path));
      const text = t('Deleted {name}.', { name: nameOf(path) });
      if (trash === undefined) this.#options.notify('info', text);
      else this.#offerUndo(text, () => this.#restore(trash));
    });
  }

  /** Undoes the last edit that was not undone yet. */
  undo(): void {
    this.#undo?.();
  }

  #restore(trash: string): Promise<void> {
    const isFocusFree = this.#options.claimFocus();
    return this.#do(async () => {
      const { path } = await this.#agent.api.json<{ path: string }>(`${this.#agent.path}/trash/${trash}`, {
        method: 'POST',
        body: { restore: true },
      });
      await this.#show(path, { isNewFile: false, isFocusFree });
    });
  }

  async #show(path: string, how: { isNewFile: boolean; isFocusFree: FocusClaim }): Promise<void> {
    await this.#tree.read(folderOf(path));
    await this.#tree.reveal(path);
    this.#options.onShown(path, how);
  }

  #offerUndo(text: string, undo: () => Promise<void>): void {
    const once = (): void => {
      if (this.#undo !== once) return void undo();
      this.#undo = null;
      void undo();
    };
    this.#undo = once;
    this.#options.notify('info', text, { label: t('Undo'), act: once });
  }

  /** Runs `act`. Shows a refusal at the field that is being edited, or otherwise as a notice. */
  async #do(act: (headers: Record<string, string>) => Promise<void>, confirmed = ''): Promise<void> {
    this.refusal = null;
    try {
      await act(confirmed ? { confirm: confirmed } : {});
    } catch (error) {
      const yes = error instanceof ApiError ? CAUTIONS[error.code as SaveCaution] : undefined;
      const text = errorText(error);
      if (yes !== undefined && error instanceof ApiError && confirmed !== error.code)
        this.#options.ask({
          text,
          yes: t(yes),
          act: () => void this.#do(act, error.code),
          isDestructive: error.code === 'permanent',
        });
      else if (this.renaming !== null && error instanceof ApiError && error.status === 404) {
        this.cancel();
        this.#options.notify('error', text);
      } else if (this.renaming !== null || this.#tree.added) this.refusal = text;
      else this.#options.notify('error', text);
    }
  }
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
