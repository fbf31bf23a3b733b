// Finds the files that a command moved, by their identity on the disk. Pure.
import { unknown } from '../contents/file-state.ts';
import type { TreeFile } from '../contents/tree-file.ts';
import type { TreeChange } from '../contents/known-entries.ts';
import type { Changed } from './journal.ts';

/** A change as it was found, and as it is recorded. */
export interface FoundChange {
  change: TreeChange;
  record: Changed;
}

/** The clock with which the kernel stamps files may lag a few milliseconds behind. */
const CLOCK_NS = 20_000_000n;

const MOVED_HERE = 'It was moved here from a place where nothing is recorded.';

/** Why nothing is moved out of a folder that was moved with its repository, which an undo would leave behind. */
export const MOVED_REPOSITORY = 'It was moved with its git repository. Move it back as a whole.';

/**
 * Completes the records of moved files. One whose content was not known before has it at its new path. One that comes
 * from where nothing is recorded is not new, so an undo must not delete it: it may be the only copy. `from`: when the
 * command began, in ms since 1970.
 */
export function followMoves(found: readonly FoundChange[], from: number): Changed[] {
  const records = new Map(found.map(({ change, record }) => [change, record]));
  const left = new Map(
    found.flatMap(({ change }) => (hasLeft(change) ? [[change.before!.ino, change] as const] : [])),
  );
  const repositories = new Set(
    found.flatMap(({ change: { before, after } }) => (before?.git !== after?.git ? (before?.git ?? []) : [])),
  );
  for (const { change, record } of found) {
    const { before, after } = change;
    if (!before && after?.git !== undefined && repositories.has(after.git))
      records.set(change, { ...record, before: unknown(MOVED_REPOSITORY) });
    if (after?.kind !== 'file' || before?.ino === after.ino) continue;
    const origin = left.get(after.ino);
    const known = origin && records.get(origin)!;
    if (
      origin &&
      known?.before.kind === 'unknown' &&
      record.after.kind === 'file' &&
      isSameFile(origin.before!, after)
    )
      records.set(origin, { ...known, before: { ...record.after, mode: origin.before!.mode } });
    else if (
      !before &&
      known?.before.kind !== 'file' &&
      isOlder(after, { from, isKnown: origin !== undefined })
    )
      records.set(change, { ...record, before: unknown(MOVED_HERE) });
  }
  return found.map(({ change }) => records.get(change)!);
}

/** Whether the file that was at this path is no longer there. */
function hasLeft({ before, after }: TreeChange): boolean {
  return before?.kind === 'file' && before.ino !== after?.ino;
}

/** A move changes neither the content nor its time. */
function isSameFile(before: TreeFile, after: TreeFile): boolean {
  return before.size === after.size && before.mtimeNs === after.mtimeNs;
}

/**
 * Whether the file is older than the command, and has no other name, as after `ln`. Where files have no time of birth,
 * only known ones are older.
 */
function isOlder(
  { birthtimeNs, names }: TreeFile,
  { from, isKnown }: { from: number; isKnown: boolean },
): boolean {
  if (names > 1) return false;
  return birthtimeNs === 0n ? isKnown : birthtimeNs < BigInt(from) * 1_000_000n - CLOCK_NS;
}
