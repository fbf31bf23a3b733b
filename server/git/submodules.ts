// The submodules of a checkout, for what their repositories bring along.
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { runReadingGit } from './start-git.ts';

const MAX_OUTPUT = 64 * 1024 * 1024;

/** The submodules of each checkout, by the state of its index. */
const submodules = new Map<string, { stamp: string; folders: string[] }>();

/**
 * Lists the submodules that are checked out below `top`; none for a bare repository. git looks for changes in them, with
 * the settings of their repositories.
 */
export async function listSubmodules(top: string | null): Promise<string[]> {
  if (top === null) return [];
  const name = await readOutput(top, ['rev-parse', '--git-path', 'index']);
  const stats = await stat(path.resolve(top, name.trim()), { bigint: true }).catch(() => null);
  if (stats === null) return [];
  const stamp = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
  const known = submodules.get(top);
  const folders = known?.stamp === stamp ? known.folders : await listLinks(top);
  submodules.set(top, { stamp, folders });
  const isThere = await Promise.all(
    folders.map((folder) =>
      access(path.join(folder, '.git')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return folders.filter((_folder, at) => isThere[at]);
}

async function listLinks(top: string): Promise<string[]> {
  const lines = (await readOutput(top, ['ls-files', '-z', '--stage'])).split('\0');
  return lines.flatMap((line) =>
    line.startsWith('160000 ') ? path.join(top, line.slice(line.indexOf('\t') + 1)) : [],
  );
}

async function readOutput(folder: string, args: readonly string[]): Promise<string> {
  return (await runReadingGit(folder, args, { maxOutput: MAX_OUTPUT })).toString('utf8');
}
