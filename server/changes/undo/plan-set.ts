// Makes the plan of an undo, in which every row that is offered is possible together with the others.
import { isWritten } from '../../../shared/plan-rows.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { ABSENT, isSameState, type FileState } from '../contents/file-state.ts';
import { MOVED_REPOSITORY } from '../journal/moved-files.ts';
import type { ScopedFile } from '../journal/scoped-file.ts';
import { isFolderRow, planRows, type Sources } from './plan-rows.ts';
import { findTakenLines } from './moved-lines.ts';
import { joinRenames } from './plan-renames.ts';
import {
  isBelow,
  isFolder,
  isThere,
  NOT_WRITTEN,
  TOGETHER,
  writesOf,
  type PlannedRow,
  type PlannedWrite,
} from './planned.ts';
import type { Rename } from './scope.ts';
import { findObstacles, type Disk } from './simulate.ts';
import { comparePaths } from '../../../shared/natural-order.ts';

export interface PlanSources extends Sources {
  disk: Disk;
  renames: readonly Rename[];
  /** All changes of the session, also those that were undone before. */
  known: readonly ScopedFile[];
}

const OTHER_NAME = 'It has another name, which stays the same file: it changes, too.';

interface Rows {
  files: PlannedRow[];
  folders: PlannedRow[];
  settled?: string[];
}

/** Returns the rows for the user, and those of folders that come along with them, by path. */
export async function planSet(scope: readonly ScopedFile[], sources: PlanSources): Promise<Rows> {
  const rows = holdRepositories(joinRenames(await planRows(scope, sources), sources.renames));
  rows.sort((a, b) => comparePaths(a.path, b.path));
  const planned = await withoutObstacles(splitFolders(rows), sources);
  const missing = await missingFolders(planned, { scope, disk: sources.disk });
  const files = await nameOthers(planned.files, sources.disk);
  const settled = rows.flatMap(({ action, sources: own }) =>
    action === 'nothing' ? own.flatMap(({ steps }) => steps) : [],
  );
  return {
    files,
    folders: [...planned.folders, ...missing],
    ...(settled.length > 0 && { settled: [...new Set(settled)] }),
  };
}

/** Leaves everything in a folder that was moved with its repository there, because the repository would stay alone. */
function holdRepositories(rows: readonly PlannedRow[]): PlannedRow[] {
  const moved = rows.filter(({ why }) => why === MOVED_REPOSITORY).map(({ path }) => path);
  const isHeld = ({ path, from = path }: PlannedRow): boolean =>
    moved.some((folder) => isBelow(from, folder) && !isBelow(path, folder));
  return rows.map((row) => {
    const isPart = [row, ...rows.filter(({ path }) => row.with?.includes(path))].some(isHeld);
    return isPart ? { ...row, action: 'conflict' as const, why: MOVED_REPOSITORY, writes: [] } : row;
  });
}

/** Says of files that have names which are not in the plan that these change, too. */
async function nameOthers(files: readonly PlannedRow[], disk: Disk): Promise<PlannedRow[]> {
  const writes = files.flatMap((row) => row.writes);
  const places = new Set(writes.map(({ path }) => path));
  const entries = await Promise.all([...places].map((path) => disk.read(path)));
  const planned = Map.groupBy(entries, ({ identity }) => identity);
  const hasOthers = async ({ path, from = path, after, isReplaced }: PlannedWrite): Promise<boolean> => {
    const { state, identity, names = 1 } = await disk.read(from);
    const isWritten =
      state.kind === 'file' && isThere(after.state) && !isSameState(state, after.state) && !isReplaced;
    return isWritten && names > (planned.get(identity)?.length ?? 0);
  };
  return Promise.all(
    files.map(async (row) => {
      const own = await Promise.all(row.writes.map(hasOthers));
      return own.includes(true) && row.why === undefined ? { ...row, why: OTHER_NAME } : row;
    }),
  );
}

/** Returns the folders that have to be made again although nothing is undone about them, so that a redo removes them. */
async function missingFolders(
  { files, folders }: Rows,
  { scope, disk }: { scope: readonly ScopedFile[]; disk: Disk },
): Promise<PlannedRow[]> {
  const writes = [...files, ...folders].flatMap((row) => row.writes);
  const known = new Set(writes.map(({ path }) => path));
  const found: PlannedRow[] = [];
  for (const write of writes.filter(({ after }) => isThere(after.state)))
    for (let path = parentOf(write.path); path !== '' && !known.has(path); path = parentOf(path)) {
      if (isThere((await disk.read(path)).state)) break;
      known.add(path);
      const state = { kind: 'folder' as const, mode: modeOf(scope.find((file) => file.path === path)) };
      const made = { path, before: ABSENT, after: { state }, steps: [] };
      found.push({ path, action: 'restore', writes: [made], sources: [] });
    }
  return found;
}

/** Returns the mode that the folder had last. */
function modeOf(folder: ScopedFile | undefined): number {
  const states = folder?.changes.flatMap(({ before, after }) => [before, after]) ?? [];
  const last = states.findLast((state) => state.kind === 'folder');
  return last?.kind === 'folder' ? last.mode : 0o777 & ~process.umask();
}

/** A folder has a row of its own only if nothing in it has one. */
function splitFolders(rows: readonly PlannedRow[]): Rows {
  const folders = rows.filter(isFolderRow);
  const files = rows.filter((row) => !isFolderRow(row));
  const touched = files
    .filter(({ action }) => action !== 'nothing')
    .flatMap(({ path, from = path }) => [path, from]);
  const isAround = ({ path }: PlannedRow): boolean => touched.some((other) => isBelow(other, path));
  const alone = folders.filter((folder) => isWritten(folder) && !isAround(folder));
  const own = alone.filter(({ path }) => !alone.some((other) => isBelow(path, other.path)));
  return {
    files: [...files, ...own.map((row) => ({ ...row, isFolder: true as const }))].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    ),
    folders: folders.filter((folder) => isWritten(folder) && !own.includes(folder)),
  };
}

/**
 * Returns the files that an undo would delete although they have a content that belongs to another path, where it cannot
 * be restored: it may be on the disk nowhere else.
 */
function findOnlyCopies(files: readonly PlannedRow[]): string[] {
  const writes = files.filter(isWritten).flatMap((row) => row.writes);
  const written = new Set(writes.map(({ after }) => contentOf(after.state)));
  const moved = new Set(writes.map(({ from }) => from));
  const unrestored = new Set(
    files
      .filter((row) => !isWritten(row) && row.action !== 'nothing')
      .flatMap(({ path, sources }) => sources.filter((source) => source.path === path))
      .flatMap(({ changes }) => contentOf(changes[0]?.before) ?? []),
  );
  const isOnlyCopy = ({ path, before, after }: PlannedWrite): boolean => {
    const content = contentOf(before);
    if (content === undefined || isThere(after.state) || moved.has(path)) return false;
    return unrestored.has(content) && !written.has(content);
  };
  return writes.filter(isOnlyCopy).map(({ path }) => path);
}

function contentOf(state: FileState | undefined): string | undefined {
  return state?.kind === 'file' ? state.hash : undefined;
}

/** Turns rows that are not possible into conflicts, until all others are possible together. */
async function withoutObstacles({ files, folders }: Rows, sources: PlanSources): Promise<Rows> {
  const { disk } = sources;
  for (;;) {
    const writes = writesOf(files.filter(isWritten), folders);
    const obstacles = await findObstacles(writes, disk);
    for (const { path, writes: own } of files.filter((row) => row.isFolder && isWritten(row)))
      if (
        isFolder(own[0]!.before) &&
        !isThere(own[0]!.after.state) &&
        !(await isLeftEmpty(path, { writes, disk }))
      )
        obstacles.set(path, `${JSON.stringify(path)} contains other files.`);
    for (const path of findOnlyCopies(files)) obstacles.set(path, NOT_WRITTEN);
    for (const path of await findTakenLines(files, sources)) obstacles.set(path, TOGETHER);
    if (obstacles.size === 0) return { files, folders };
    const whyOf = (row: PlannedRow): string | undefined =>
      row.writes.map(({ path }) => obstacles.get(path)).find((why) => why !== undefined);
    const blocked = new Map(files.flatMap((row) => (whyOf(row) ? [[row.path, whyOf(row)!] as const] : [])));
    files = files.map((row) => {
      const why = [row.path, ...(row.with ?? [])].map((path) => blocked.get(path)).find(Boolean);
      return why === undefined ? row : { ...row, action: 'conflict' as const, why, writes: [] };
    });
    folders = folders.filter(({ path }) => !obstacles.has(path));
  }
}

async function isLeftEmpty(
  folder: string,
  { writes, disk }: { writes: ReturnType<typeof writesOf>; disk: Disk },
): Promise<boolean> {
  const gone = new Set(writes.filter(({ after }) => !isThere(after.state)).map(({ path }) => path));
  return (await disk.listBelow(folder)).every((path) => gone.has(path));
}
