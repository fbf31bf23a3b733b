// The line in the conversation after the user has undone or restored changes.
import type { UndoDetails } from '../../../../shared/companion.ts';
import { plural, t } from '../../../language/text.ts';

/** Whether these are an undo's details. They are checked, because an extension may use the same custom type. */
export function isUndoDetails(details: unknown): details is UndoDetails {
  const { isRedo, paths } = (details ?? {}) as Partial<Record<keyof UndoDetails, unknown>>;
  return (
    typeof isRedo === 'boolean' &&
    Array.isArray(paths) &&
    paths.length > 0 &&
    paths.every((path) => typeof path === 'string')
  );
}

/** The accessible name of the entry. */
export function undoName(undo: UndoDetails): string {
  const reason = undoWords(undo);
  return undo.isRedo ? t('Redo: {reason}', { reason }) : t('Undo: {reason}', { reason });
}

/** A renamed file counts once, and is named by the path at which it is now. */
export function undoWords({ isRedo, paths, files = paths.length }: UndoDetails): string {
  const [path] = paths;
  if (files === 1)
    return isRedo
      ? t('You redid changes in {path}', { path: path! })
      : t('You undid changes in {path}', { path: path! });
  return isRedo
    ? plural(files, ['You redid changes in {count} file', 'You redid changes in {count} files'])
    : plural(files, ['You undid changes in {count} file', 'You undid changes in {count} files']);
}
