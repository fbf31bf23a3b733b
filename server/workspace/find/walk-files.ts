// Walks the files of the workspace level by level, so that those nearest to its top come first.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { IgnoreRules } from '../ignore-rules.ts';
import { isTemporary } from '../temporary-name.ts';
import { DISK_WIDTH } from '../some-at-a-time.ts';

interface Folder {
  /** Relative, '' or `a/b/`. */
  prefix: string;
  rules: IgnoreRules;
}

/**
 * Yields the paths of the regular files below `root`, a few folders at a time. Links are not followed, and `.git`,
 * `node_modules`, and ignored files are left out. `from`: the folder to begin in, '' or `a/b/`.
 */
export async function* walkFiles(
  root: string,
  rules: IgnoreRules,
  from = '',
): AsyncGenerator<string[], void, void> {
  let level: Folder[] = [{ prefix: from, rules }];
  while (level.length > 0) {
    const next: Folder[] = [];
    for (let done = 0; done < level.length; done += DISK_WIDTH) {
      const batch = level.slice(done, done + DISK_WIDTH);
      const read = await Promise.all(batch.map((folder) => readFolder(root, folder)));
      for (const { folders } of read) for (const folder of folders) next.push(folder);
      yield read.flatMap(({ found }) => found);
    }
    level = next;
  }
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

/** Returns the entries of a folder. One that cannot be read, or was just removed, has none. */
async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(String(code))) return [];
    throw error;
  }
}
