// Joins the changes that several turns made to the same file.
import type { ChangedFile } from '../../../shared/changes.ts';
import { NO_LINES, sumLines } from './changed-lines.ts';

/** Returns each file once, sorted by path. `files`: newest first. */
export function joinFiles(files: readonly ChangedFile[]): ChangedFile[] {
  const byPath = Map.groupBy(files, ({ path }) => path);
  return [...byPath.values()].map(joinSame).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function joinSame(same: ChangedFile[]): ChangedFile {
  const [first] = same;
  if (same.length === 1) return first!;
  const sum = sumLines(same);
  const committed =
    same.some((file) => file.committed) && sumLines(same.map((file) => file.committed ?? NO_LINES));
  const kind = same.some((file) => file.kind === 'created') ? ('created' as const) : first!.kind;
  const undone = same.every((file) => file.undone);
  return { ...first!, ...sum, ...(committed && { committed }), kind, undone };
}
