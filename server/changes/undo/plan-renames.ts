// Joins the two paths of a renamed file in a plan, because one of them alone would leave two files, or none. Pure.
import type { PlannedFile } from '../../../shared/changes.ts';
import type { Rename } from './scope.ts';

const TAKEN = 'Its earlier path is taken by another file, so it keeps its content here.';

/** `renames`: the renames of the session. An undo reverses them, and a redo repeats them. */
export function joinRenames<T extends PlannedFile>(files: readonly T[], renames: readonly Rename[]): T[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { from, to } of renames)
    for (const [goneName, newName] of [
      [to, from],
      [from, to],
    ] as const) {
      const [gone, made] = [byPath.get(goneName), byPath.get(newName)];
      if (gone?.action !== 'delete' || !made) continue;
      const shared = (gone.shared || made.shared) && { shared: true as const };
      if (made.action === 'restore') {
        byPath.set(newName, { ...made, ...shared, from: goneName });
        byPath.set(goneName, { ...gone, ...shared });
      } else if (made.action === 'conflict' || made.action === 'unknown')
        byPath.set(goneName, { ...gone, action: 'conflict', why: TAKEN });
    }
  return [...byPath.values()];
}
