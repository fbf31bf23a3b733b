// Which files of a plan are checked in the undo dialog. At first, every file is that can be undone, unless something
// else may have written to it. Pure.
import type { PlannedFile } from '../../shared/changes.ts';
import { isWritten } from '../../shared/plan-rows.ts';

type Row = Pick<PlannedFile, 'path' | 'action' | 'shared' | 'with'>;

/** The paths whose checkbox the user changed. */
export type Toggled = ReadonlySet<string>;

export function isChosen(file: Row, toggled: Toggled): boolean {
  return isWritten(file) && toggled.has(file.path) === Boolean(file.shared);
}

/** Returns the files that are unchecked at first, although they can be undone. */
export function sharedFiles<File extends Row>(files: readonly File[]): File[] {
  return files.filter((file) => file.shared && isWritten(file));
}

/** Files that were moved together are chosen together. */
export function toggle(toggled: Toggled, { path, with: others = [] }: Row): Toggled {
  return toggled.symmetricDifference(new Set([path, ...others]));
}

/** Checks or unchecks all shared files. */
export function chooseShared(toggled: Toggled, files: readonly Row[], isWanted: boolean): Toggled {
  const paths = new Set(sharedFiles(files).map(({ path }) => path));
  return isWanted ? toggled.union(paths) : toggled.difference(paths);
}
