// Edits of several files that a language server proposes, such as those of a rename. Each file is saved as the user
// would save it, so the edits are among the user's changes; files with unsaved edits stay unsaved. One undo takes back
// all of them.
import { plural, t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';
import { editOnDisk, takeBackAll, type TakeBack } from '../file/edit-on-disk.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import type { openModel } from './language-models.ts';
import { applyEdits, editsByUri, monacoEdit, type LspEdit, type LspWorkspaceEdit } from './lsp.ts';

interface Editing {
  client: LanguageClient;
  toasts: Pick<Toasts, 'show'>;
  /** Passed in because the editor is not there in a test. */
  openModel: typeof openModel;
}

/** Applies the edits and says so in a toast, with a button that undoes them. */
export async function applyWorkspaceEdit(editing: Editing, edit: LspWorkspaceEdit): Promise<void> {
  const { client, toasts } = editing;
  const all = editsByUri(edit);
  if (!all)
    return toasts.show('error', t("This would create, move or delete files, which the editor doesn't do."));
  const inside = [...all].map(([uri, edits]) => ({ uri, path: client.pathOf(uri), edits }));
  const outside = inside.find(({ path }) => path === null)?.uri;
  if (outside !== undefined)
    return toasts.show(
      'error',
      t('{uri} is outside of the workspace. Nothing was changed.', { uri: outside }),
    );
  const done: [path: string, back: TakeBack][] = [];
  const failures: string[] = [];
  for (const { path, edits } of inside)
    try {
      done.push([path!, await editFile(editing, path!, edits)]);
    } catch (error) {
      failures.push(`${path}: ${errorText(error)}`);
    }
  report(failures, toasts);
  if (done.length === 0) return;
  toasts.show('info', plural(done.length, ['Changed {count} file.', 'Changed {count} files.']), {
    label: t('Undo'),
    act: () => void takeBackAll(done).then((left) => report(left, toasts)),
  });
}

async function editFile(
  { client, openModel: find }: Editing,
  path: string,
  edits: readonly LspEdit[],
): Promise<TakeBack> {
  const open = find(client, path);
  if (!open) return editOnDisk(client.agent!, path, (text) => applyEdits(text, edits));
  const { model, file } = open;
  const { isDirty: wasDirty, text: before } = file;
  model.pushStackElement();
  model.pushEditOperations([], edits.map(monacoEdit), () => null);
  model.pushStackElement();
  const version = model.getVersionId();
  if (!wasDirty) await file.save();
  return async () => {
    if (model.isDisposed() || model.getVersionId() !== version) throw new Error(t('It has changed since.'));
    file.content.buffer?.replace(before);
    if (!wasDirty) await file.save();
  };
}

function report(failures: readonly string[], toasts: Pick<Toasts, 'show'>): void {
  if (failures.length === 0) return;
  toasts.show('error', t("Some files weren't changed. {reasons}", { reasons: failures.join(' ') }));
}
