// What a plan consists of: rows that the user chooses, and the writes that they stand for.
import type { HunkLines, PlannedFile, PlanRequest } from '../../../shared/changes.ts';
import type { FileState, ReadState } from '../contents/file-state.ts';
import type { UndoneFile } from '../journal/journal.ts';
import type { ScopedFile } from '../journal/scoped-file.ts';

/** Why a file is not deleted: it may be the only one with its content. */
export const NOT_WRITTEN = 'Its content could not be written to its earlier path.';

/** Why a file keeps its content: another file has lost it to this one. */
export const TOGETHER = 'It was moved together with a file that cannot be undone.';

/** One path that changes. */
export interface PlannedWrite {
  path: string;
  /** What is there now. */
  before: FileState;
  /** What is there afterwards. A folder that has to be gone stays if it is not empty. */
  after: ReadState;
  /** The path from which the file is moved here. */
  from?: string;
  /** Whether another file takes the place of the one that is there, which may have other names. */
  isReplaced?: true;
  /** The ids of the steps that are undone or redone. */
  steps: string[];
}

/** One file for the user, whatever its undo writes. */
export interface PlannedRow extends PlannedFile {
  /** Empty if nothing is done. */
  writes: PlannedWrite[];
  /** What the row was planned from, so that it can be planned again later. */
  sources: ScopedFile[];
}

/** A plan with everything that carrying it out needs. */
export interface OpenPlan {
  id: string;
  session: string;
  request: PlanRequest;
  /** If it concerns one hunk or some of its lines. */
  lines?: HunkLines;
  files: PlannedRow[];
  /** Folders that are made or removed together with the files in them. */
  folders: PlannedRow[];
  /** The ids of steps that need no writes, because the files are as before them already. */
  settled?: string[];
}

export function isFolder({ kind }: FileState): boolean {
  return kind === 'folder';
}

export function isThere({ kind }: FileState): boolean {
  return kind !== 'absent';
}

/** Whether `path` is inside the folder. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Returns the writes of the rows, with the folders that are made or removed for them. */
export function writesOf(chosen: readonly PlannedRow[], folders: readonly PlannedRow[]): PlannedWrite[] {
  const writes = new Map(chosen.flatMap((row) => row.writes).map((write) => [write.path, write]));
  const isNeeded = (folder: string): boolean =>
    [...writes.keys()].some((path) => isBelow(path, folder)) ||
    chosen.some((row) => row.isFolder && isBelow(folder, row.path));
  // Inner folders first, because outer ones may hold nothing else.
  for (const { path, writes: own } of folders.toSorted((a, b) => (a.path > b.path ? -1 : 1)))
    if (isNeeded(path)) for (const write of own) writes.set(write.path, write);
  return [...writes.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the write as the journal has it. */
export function toUndone({
  path,
  before,
  after,
  steps,
  from,
  isReplaced,
  lift,
}: PlannedWrite & { lift?: string }): UndoneFile {
  return {
    path,
    before,
    after: after.state,
    steps,
    ...(from !== undefined && { from }),
    ...(isReplaced && { isReplaced }),
    ...(lift !== undefined && { lift }),
  };
}
