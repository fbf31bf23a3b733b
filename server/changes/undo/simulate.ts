// Carries out writes on a picture of the disk, to find out which of them would fail, or would change what they do not
// name.
import { ABSENT, type FileState } from '../contents/file-state.ts';
import { listBelow, type RealEntry } from '../contents/real-entry.ts';
import type { Root } from '../../workspace/inside.ts';
import { ignoresCase, listedPath } from '../../workspace/real-folder.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { notAFolder } from './plan-file.ts';
import { isFolder, isThere, type PlannedWrite } from './planned.ts';

export interface Disk {
  read: (path: string) => Promise<RealEntry>;
  /** The paths of everything below a folder. */
  listBelow: (path: string) => Promise<string[]>;
  /** Returns the path as its folders list it, also if it is asked for by another spelling; null if there is none. */
  listed: (path: string) => Promise<string | null>;
  ignoresCase: () => Promise<boolean>;
}

export function diskOf(root: Root, read: Disk['read']): Disk {
  return {
    read,
    listBelow: (path) => listBelow(root, path),
    listed: (path) => listedPath(root, path),
    ignoresCase: () => ignoresCase(root),
  };
}

/** Returns why writes are impossible, by their path, as sentences for the user. Empty if all are possible. */
export async function findObstacles(
  writes: readonly PlannedWrite[],
  disk: Disk,
): Promise<Map<string, string>> {
  const obstacles = new Map<string, string>();
  const after = new Map(writes.map((write) => [write.path, write.after.state]));
  const stateOf = async (path: string): Promise<FileState> =>
    after.get(path) ?? (await disk.read(path)).state;
  for (const { path, before, after: target } of writes) {
    if (isThere(target.state)) {
      const blocked = await findBlockedFolder(path, stateOf);
      if (blocked !== null) obstacles.set(path, notAFolder(blocked));
      const taken = await findOtherSpelling(path, { disk, after });
      if (taken !== null) obstacles.set(path, `${JSON.stringify(taken)} has the same name on this disk.`);
    }
    if (isFolder(before) && isThere(target.state) && !isFolder(target.state))
      for (const below of await disk.listBelow(path))
        if (isThere(after.get(below) ?? PRESENT))
          obstacles.set(path, `${JSON.stringify(path)} contains other files.`);
  }
  for (const [path, other] of await findTwins(writes, disk))
    obstacles.set(path, `${JSON.stringify(other)} has the same name on this disk.`);
  for (const [path, other] of await findAliases(writes, { disk, after }))
    obstacles.set(path, `It is the same file as ${JSON.stringify(other)}.`);
  return obstacles;
}

/** Returns the folder of this path that will not be one. A missing folder is made. */
async function findBlockedFolder(
  path: string,
  stateOf: (path: string) => Promise<FileState>,
): Promise<string | null> {
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
    const state = await stateOf(folder);
    if (isThere(state) && !isFolder(state)) return folder;
  }
  return null;
}

/**
 * Returns what has the name of this path, or of one of its folders, on a disk that ignores case, and stays. Of two
 * spellings there can be only one.
 */
async function findOtherSpelling(
  path: string,
  { disk, after }: { disk: Disk; after: ReadonlyMap<string, FileState> },
): Promise<string | null> {
  for (let made = path; made !== '' && !isThere((await disk.read(made)).state); made = parentOf(made)) {
    const listed = await disk.listed(made);
    if (listed !== null && listed !== made && isThere(after.get(listed) ?? PRESENT)) return listed;
  }
  return null;
}

/** Finds paths that are made in two spellings, if the disk ignores case. */
async function findTwins(
  writes: readonly PlannedWrite[],
  disk: Disk,
): Promise<[path: string, other: string][]> {
  const spellings = new Map<string, string>();
  const found: [string, string][] = [];
  for (const { path } of writes.filter(({ after }) => isThere(after.state)))
    for (let made = path; made !== ''; made = parentOf(made)) {
      const other = spellings.get(made.toLowerCase()) ?? made;
      spellings.set(made.toLowerCase(), other);
      if (other !== made) found.push([path, other]);
    }
  return found.length > 0 && (await disk.ignoresCase()) ? found : [];
}

const PRESENT: FileState = { kind: 'unknown', why: '' };

/** Finds files that are removed under one path, although the plan leaves or puts them at another. */
async function findAliases(
  writes: readonly PlannedWrite[],
  { disk, after }: { disk: Disk; after: ReadonlyMap<string, FileState> },
): Promise<[path: string, other: string][]> {
  const found: [string, string][] = [];
  const kept = new Map<string, string>();
  const removed: { path: string; identity: string }[] = [];
  for (const { path, before } of writes) {
    if (!isThere(before) || isFolder(before)) continue;
    const { identity, names } = await disk.read(path);
    if (identity === undefined || names !== 1) continue;
    if (isThere(after.get(path) ?? ABSENT)) kept.set(identity, path);
    else removed.push({ path, identity });
  }
  for (const { path, identity } of removed) {
    const other = kept.get(identity);
    if (other !== undefined) found.push([path, other]);
  }
  return found;
}
