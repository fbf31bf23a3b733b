// Joins the changes that several turns made to the same file, and counts their lines.
import type { ChangedFile } from '../../../shared/changes.ts';

interface Lines {
  added: number;
  removed: number;
}

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
    same.some((file) => file.committed) && sumLines(same.map((file) => file.committed ?? NONE));
  const kind = same.some((file) => file.kind === 'created') ? ('created' as const) : first!.kind;
  const undone = same.every((file) => file.undone);
  return { ...first!, ...sum, ...(committed && { committed }), kind, undone };
}

const NONE: Lines = { added: 0, removed: 0 };

/** Of all of them together. */
export function sumLines(files: readonly Lines[]): Lines {
  const sum = { ...NONE };
  for (const { added, removed } of files) {
    sum.added += added;
    sum.removed += removed;
  }
  return sum;
}

/** The lines that are not committed. */
export function openLines({ added, removed, committed = NONE }: ChangedFile): Lines {
  return { added: added - committed.added, removed: removed - committed.removed };
}

/** Whether all of it is committed. */
export function isCommitted({ added, removed, committed }: ChangedFile): boolean {
  return committed?.added === added && committed.removed === removed;
}
