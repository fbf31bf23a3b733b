import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { IgnoreRules } from './ignore-rules.ts';
import { DISK_WIDTH } from './some-at-a-time.ts';
import { isTemporary } from './temporary-name.ts';

/** A walk ends at whichever bound it reaches first. */
const bounds = { maxFiles: 20_000, maxFolders: 20_000 };

interface Folder {
  /** Relative, '' or `a/b/`. */
  prefix: string;
  rules: IgnoreRules;
}

/**
 * The regular files below `root`, level by level, so that of a huge tree the nearest ones are there. Links are
 * not followed; `.git`, `node_modules` and what git ignores is left out.
 */
export async function walkFiles(
  root: string,
  rules: IgnoreRules,
  { maxFiles, maxFolders } = bounds,
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

/** What cannot be read or has just gone has no files to offer. */
async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code && ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) return [];
    throw error;
  }
}
