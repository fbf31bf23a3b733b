// What can be done with the files of a row of the review's tree, by key and in its menu.
import { t } from '../../language/text.ts';
import { isMac, keyLabel } from '../../lib/keys/keys.ts';
import type { MenuItem } from '../../ui/lists/menu-item.ts';
import type { FileTreeRow } from './file-tree-rows.ts';
import type { Review, ReviewedFile } from './review.svelte.ts';

type Row = FileTreeRow<ReviewedFile>;

interface Acts {
  /** Keeps all changes of these files or, if all are kept, has them reviewed again. */
  onkeep: (files: readonly ReviewedFile[]) => void;
  /** Null if files cannot be undone in this scope. */
  onundo: ((of: { path: string } | { folder: string }) => void) | null;
}

/** Returns null while the changes of some file are being fetched, or if there is nothing to keep. */
export function keepAct(
  { kind, files }: Pick<Row, 'kind' | 'files'>,
  review: Pick<Review, 'areDone'>,
  { onkeep }: Pick<Acts, 'onkeep'>,
): MenuItem | null {
  const isKept = review.areDone(files);
  if (isKept === null) return null;
  const words =
    kind === 'folder'
      ? ([t('Keep folder'), t('Review folder again')] as const)
      : ([t('Keep file'), t('Review file again')] as const);
  return { label: words[isKept ? 1 : 0], act: () => onkeep(files), keys: keyLabel('Shift+Y', isMac) };
}

export function undoAct(
  { kind, path }: Pick<Row, 'kind' | 'path'>,
  { onundo }: Pick<Acts, 'onundo'>,
): MenuItem | null {
  if (!onundo) return null;
  const [label, of] =
    kind === 'folder' ? [t('Undo folder'), { folder: path }] : ([t('Undo file'), { path }] as const);
  return { label, act: () => onundo(of), keys: keyLabel('Shift+U', isMac) };
}

/** Returns what a key that is not the tree's own does in it. `isOver`: whether it covers the changes. */
export function rowKey(key: string, isOver: boolean): 'keep' | 'undo' | 'close' | null {
  if (key === 'Y') return 'keep';
  if (key === 'U') return 'undo';
  return key === 'Escape' && isOver ? 'close' : null;
}
