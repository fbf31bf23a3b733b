// Joins the changes that several turns made to the same file.
import type { ChangedFile } from '../../../shared/changes.ts';

/** Returns each file once, sorted by path. `files`: newest first. */
export function joinFiles(files: readonly ChangedFile[]): ChangedFile[] {
  const byPath = Map.groupBy(files, ({ path }) => path);
  return [...byPath.values()].map(joinSame).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function joinSame(same: ChangedFile[]): ChangedFile {
  const [first] = same;
  if (same.length === 1) return first!;
  const sum = { added: 0, removed: 0 };
  for (const { added, removed } of same) {
    sum.added += added;
    sum.removed += removed;
  }
  const kind = same.some((file) => file.kind === 'created') ? ('created' as const) : first!.kind;
  return { ...first!, ...sum, kind, undone: same.every(({ undone }) => undone) };
}
