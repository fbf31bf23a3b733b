// Why the key that undoes a change does nothing.
import { t, translate } from '../../language/text.ts';
import type { ReviewedFile } from './review.svelte.ts';

/** Returns the reason for the user; null if the hunk can be undone. `waiting`: the hunks whose undo waits. */
export function undoRefusal(
  { path, diff, undone }: Pick<ReviewedFile, 'path' | 'diff' | 'undone'>,
  hunk: string,
  waiting: ReadonlySet<string>,
): string | null {
  if (waiting.has(hunk)) return t('The undo of this change waits for the end of the turn.');
  if (!diff || typeof diff === 'string' || 'binary' in diff || diff.isCurrent) return null;
  const reason = `${path}: ${translate(diff.why ?? 'It was changed since.')}`;
  return undone ? reason : `${reason} ${t('Undo has conflicts to resolve.')}`;
}
