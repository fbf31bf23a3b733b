// Joins the changes that several turns made to the same file.
import type { ChangedFile } from '../../../shared/changes.ts';
import { NO_LINES, sumLines } from './changed-lines.ts';
import { comparePaths } from '../../../shared/natural-order.ts';

/**
 * Returns each file once, sorted by path. `turns`: the files of each turn, newest first. A file that a later turn renamed
 * is the file at its new path.
 */
export function joinFiles(turns: readonly (readonly ChangedFile[])[]): ChangedFile[] {
  const byPath = new Map<string, ChangedFile[]>();
  /** The newest path of a file that later turns renamed, by its earlier path. */
  let renamed: ReadonlyMap<string, string> = new Map();
  for (const files of turns) {
    const earlier = new Map(renamed);
    for (const file of files) {
      const path = renamed.get(file.path) ?? file.path;
      byPath.set(path, [...(byPath.get(path) ?? []), file]);
      // Before this turn, another file may have had the path.
      const isNew = file.kind === 'created' || file.from !== undefined;
      if (isNew && !files.some(({ from }) => from === file.path)) earlier.delete(file.path);
      if (file.from !== undefined) earlier.set(file.from, path);
    }
    renamed = earlier;
  }
  return [...byPath.values()].map(joinSame).sort((a, b) => comparePaths(a.path, b.path));
}

/** `same`: newest first. */
function joinSame(same: ChangedFile[]): ChangedFile {
  const [first] = same;
  if (same.length === 1) return first!;
  const { from: _, ...newest } = first!;
  const sum = sumLines(same);
  const committed =
    same.some((file) => file.committed) && sumLines(same.map((file) => file.committed ?? NO_LINES));
  const isCreated = same.some((file) => file.kind === 'created');
  const from = same.findLast((file) => file.from !== undefined)?.from;
  const isRenamed = !isCreated && from !== undefined && from !== newest.path;
  const other = newest.kind === 'renamed' ? ('modified' as const) : newest.kind;
  const undone = same.every((file) => file.undone);
  return {
    ...newest,
    ...sum,
    ...(committed && { committed }),
    ...(isRenamed && { from }),
    kind: isCreated ? 'created' : isRenamed ? 'renamed' : other,
    undone,
  };
}
