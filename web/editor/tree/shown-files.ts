// How files of the tree are shown, and what becomes of the focus.
import { claimFocus, NO_CLAIM, type FocusClaim } from '../../lib/browser/focus-claim.ts';
import { t } from '../../language/text.ts';
import type { Workbench } from '../../state/workbench/workbench.svelte.ts';

type Page = Pick<Workbench, 'showFile'>;

/** The tree on the page. */
interface Rows {
  go: (path: string) => Promise<void>;
  show: (path: string) => void;
}

/** A file that the user only looks at leaves the focus in the tree, so that its keys go on. */
export function showFile(workbench: Page, path: string, isKept: boolean): void {
  if (isKept) workbench.showFile(path);
  else workbench.showFile(path, { isPreview: true }, NO_CLAIM);
}

/**
 * Moves the focus to the row of an edited file, unless the user has moved it since; if the file is new, opens it and
 * moves the focus to its text.
 */
export async function showEdited(
  { rows, workbench }: { rows: Rows | undefined; workbench: Page },
  path: string,
  { isNewFile, isFocusFree }: { isNewFile: boolean; isFocusFree: FocusClaim },
): Promise<void> {
  const isFree = isFocusFree();
  if (isFree) await rows?.go(path);
  else rows?.show(path);
  if (isNewFile) workbench.showFile(path, {}, isFree ? claimFocus() : NO_CLAIM);
}

/** What is asked when uploaded files have the names of others. `count`: how many do. */
export function conflictWords({ path, count }: { path: string; count: number }): string {
  return count === 1
    ? t('{path} already exists.', { path })
    : t('{path} and {more} more already exist.', { path, more: count - 1 });
}
