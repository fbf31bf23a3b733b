// What the page says of an undo that waits for the end of the turn, and how the user cancels it.
import { errorText } from '../../shared/error-text.ts';
import type { QueuedUndo } from '../../shared/changes.ts';
import { plural, t, translate } from '../language/text.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { Toasts } from '../state/notices/toasts.svelte.ts';
import { linesOf } from './change-words.ts';

/** How many files of an undo are named. */
const MAX_NAMED = 3;

/** Says what it waits for or, once it has ended, what became of the files. */
export function queuedWords({ isRedo, files, outcome }: Omit<QueuedUndo, 'id'>): string {
  if (!outcome)
    return isRedo
      ? plural(files, [
          'Redo of {count} file waits for the end of the turn',
          'Redo of {count} files waits for the end of the turn',
        ])
      : plural(files, [
          'Undo of {count} file waits for the end of the turn',
          'Undo of {count} files waits for the end of the turn',
        ]);
  const { undone, left, failure } = outcome;
  if (failure !== undefined)
    return t('The undo was not carried out: {reason}', { reason: translate(failure) });
  if (undone === 0 && left.length === 0)
    return isRedo
      ? t('There was nothing left to redo: the files are already so.')
      : t('There was nothing left to undo: the files are already as before.');
  return isRedo
    ? plural(undone, ['{count} file redone.', '{count} files redone.'])
    : plural(undone, ['{count} file undone.', '{count} files undone.']);
}

/** Names its files, which tell it from the others. */
export function queuedFiles({ paths, hunk, lines }: Pick<QueuedUndo, 'paths' | 'hunk' | 'lines'>): string {
  if (lines) return linesOf(paths[0] ?? '', lines);
  if (hunk !== undefined) return t('one change in {path}', { path: paths[0] ?? '' });
  const more = paths.length - MAX_NAMED;
  const named = paths.slice(0, MAX_NAMED).join(t(', '));
  return more > 0 ? `${named} ${plural(more, ['and {count} more', 'and {count} more'])}` : named;
}

/** Whether it ended otherwise than the user wanted. */
export function hasFailed({ outcome }: Pick<QueuedUndo, 'outcome'>): boolean {
  if (!outcome) return false;
  return outcome.failure !== undefined || outcome.unrecorded !== undefined || outcome.left.length > 0;
}

/** Cancels an undo that waits, or dismisses one that has ended. A notice says why that was not possible. */
export async function removeQueued(
  { api, path, changes }: Pick<Agent, 'api' | 'path' | 'changes'>,
  id: string,
  toasts: Pick<Toasts, 'show'>,
): Promise<void> {
  try {
    await api.fetch(`${path}/changes/queued/${id}`, { method: 'DELETE' });
  } catch (error) {
    toasts.show('warning', t('Undo: {reason}', { reason: errorText(error) }));
  }
  void changes.fetch();
}
