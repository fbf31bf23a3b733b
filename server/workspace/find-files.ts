// Finds the files of the workspace by name, for completion after `@`. The tree is walked on demand, and again after a
// change. Only names are kept; of a huge tree, those nearest to its top.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { go, snapshot, type Snapshot } from 'fuzzysort';
import type { IgnoreRules } from './ignore-rules.ts';
import { isTemporary } from './replace-file.ts';
import { DISK_WIDTH } from './some-at-a-time.ts';

export interface FileFinder {
  /** Up to `limit` paths, the best match first; for an empty query, those nearest to the top. */
  find: (query: string, limit: number) => Promise<string[]>;
  /** Names may have changed: the next `find` walks again. */
  invalidate: () => void;
}

/** Changes in folders that are not watched are noticed after this time. */
const MAX_AGE_MS = 30_000;

interface Index {
  paths: string[];
  targets: Snapshot;
  /** On the clock of `performance.now()`. */
  walkedAt: number;
}

/** Finds the files below `root` (absolute, without links) that git would not ignore. */
export function fileFinder(root: string, rules: () => Promise<IgnoreRules>): FileFinder {
  let latest: Promise<Index> | undefined;

  async function current(): Promise<Index> {
    const known = latest;
    if (known && performance.now() - (await known).walkedAt < MAX_AGE_MS) return known;
    // Another caller may have started a walk during the await.
    if (latest === known || latest === undefined) latest = walk();
    return latest;
  }

  async function walk(): Promise<Index> {
    try {
      const paths = await walkFiles(root, await rules());
      return { paths, targets: snapshot(paths), walkedAt: performance.now() };
    } catch (error) {
      latest = undefined;
      throw error;
    }
  }

  return {
    find: async (query, limit) => {
      const { paths, targets } = await current();
      if (query === '') return paths.slice(0, limit);
      return go(query, targets, { limit }).map(({ target }) => target);
    },
    invalidate: () => {
      latest = undefined;
    },
  };
}

/** A walk ends at the first limit it reaches. */
const BOUNDS = { maxFiles: 20_000, maxFolders: 20_000 };

interface Folder {
  /** Relative, '' or `a/b/`. */
  prefix: string;
  rules: IgnoreRules;
}

/**
 * The regular files below `root`, level by level, so that a walk that reaches a limit has the nearest ones. Links are not
 * followed; `.git`, `node_modules`, and ignored files are left out.
 */
export async function walkFiles(
  root: string,
  rules: IgnoreRules,
  { maxFiles, maxFolders } = BOUNDS,
): Promise<string[]> {
  const files: string[] = [];
  const queue: Folder[] = [{ prefix: '', rules }];
  for (let done = 0; done < queue.length && files.length < maxFiles;) {
    const batch = queue.slice(done, done + DISK_WIDTH);
    done += batch.length;
    for (const { found, folders } of await Promise.all(batch.map((folder) => readFolder(root, folder)))) {
      for (const file of found) files.push(file);
      queue.push(...folders.slice(0, Math.max(0, maxFolders - queue.length)));
    }
  }
  return files.slice(0, maxFiles);
}

async function readFolder(root: string, { prefix, rules }: Folder) {
  const found: string[] = [];
  const inner: string[] = [];
  for (const entry of await entriesOf(join(root, prefix))) {
    const { name } = entry;
    if (name === '.git' || name === 'node_modules' || isTemporary(name)) continue;
    if (rules.ignores(name, entry.isDirectory())) continue;
    if (entry.isFile()) found.push(prefix + name);
    else if (entry.isDirectory()) inner.push(name);
  }
  const folders = await Promise.all(
    inner.map(async (name) => ({ prefix: `${prefix}${name}/`, rules: await rules.enter(name) })),
  );
  return { found: found.sort(), folders };
}

/** A folder that cannot be read, or was just removed, has no files. */
async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code && ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) return [];
    throw error;
  }
}
