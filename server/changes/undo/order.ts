// Decides which writes of an undo have to make room for others. Pure.
import { temporaryName } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { isBelow, isFolder, isThere, type PlannedWrite } from './planned.ts';

export interface SetWrite extends Omit<PlannedWrite, 'steps'> {
  /** The temporary path of the moved file, if it has to make room first. */
  lift?: string;
}

/** Returns whether what is at `other` has to be gone before `write` is possible. */
export function isInTheWay(other: SetWrite, write: SetWrite): boolean {
  if (!isThere(other.before) || !isThere(write.after.state)) return false;
  if (other.path === write.path)
    return write.from !== undefined || isFolder(other.before) !== isFolder(write.after.state);
  const isLeaving = !isThere(other.after.state) || isFolder(other.after.state) !== isFolder(other.before);
  if (isSameName(other, write))
    return isLeaving && other.path !== write.from && !(isFolder(other.before) && isFolder(write.after.state));
  return isLeaving && !isFolder(other.before) && isBelow(write.path, other.path);
}

/** A folder that makes room for a file needs everything in it to be gone. */
function isReplaced(folder: SetWrite, writes: readonly SetWrite[]): boolean {
  if (!isFolder(folder.before)) return false;
  return writes.some(
    (write) =>
      (write === folder || isSameName(folder, write)) &&
      isThere(write.after.state) &&
      !isFolder(write.after.state),
  );
}

/** On a disk that ignores case, both would be the same file. */
function isSameName(one: SetWrite, other: SetWrite): boolean {
  return one.path !== other.path && fold(one.path) === fold(other.path);
}

/** Adds the temporary paths of the files that have to make room before they can be placed. */
export function withLifts(writes: readonly SetWrite[]): SetWrite[] {
  const replaced = writes.filter((write) => isReplaced(write, writes));
  const isInReplaced = (path: string): boolean => replaced.some((folder) => isBelow(path, folder.path));
  return writes.map((write) => {
    const { from } = write;
    const source = writes.find(({ path }) => path === from);
    if (from === undefined || !source) return write;
    const mustMove =
      isThere(source.after.state) || isInReplaced(from) || writes.some((other) => isInTheWay(source, other));
    return mustMove ? { ...write, lift: temporaryIn(from, writes) } : write;
  });
}

/** Returns a temporary path in the nearest folder that the undo does not remove. */
function temporaryIn(path: string, writes: readonly SetWrite[]): string {
  const isLeaving = (folder: string): boolean =>
    writes.some(
      ({ path: other, before, after }) =>
        isFolder(before) && !isFolder(after.state) && (other === folder || isBelow(folder, other)),
    );
  let folder = parentOf(path);
  while (folder !== '' && isLeaving(folder)) folder = parentOf(folder);
  return folder === '' ? temporaryName() : `${folder}/${temporaryName()}`;
}

/** Returns the same for two spellings of a path. */
export function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
