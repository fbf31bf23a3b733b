// Compares the working tree with a commit, without writing to the repository.
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyRegular } from '../lib/regular-file.ts';
import { readGit, readOutput } from './git.ts';

/** In bytes: more than for ten million files. A sparse file could fill the disk with its copies. */
const MAX_INDEX = 1024 ** 3;

/**
 * Returns the output of `git diff`; `args` includes `diff`. git gets a copy of the index. In the real one, it would
 * update the times of files that only look changed, despite GIT_OPTIONAL_LOCKS (in git 2.39), and it would list these
 * files if `diff.autoRefreshIndex` forbids that.
 */
export async function readDiff(root: string, args: readonly string[]): Promise<string> {
  return (await readDiffBytes(root, args)).toString('utf8');
}

/** Returns the same as bytes. */
export async function readDiffBytes(root: string, args: readonly string[]): Promise<Buffer> {
  const index = path.resolve(root, (await readGit(root, ['rev-parse', '--git-path', 'index'])).trim());
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-index-'));
  try {
    const copy = path.join(folder, 'index');
    await copyIndex(index, copy);
    // git would put the shared part of a split index into the repository.
    return await readOutput(root, ['-c', 'core.splitIndex=false', ...args], { GIT_INDEX_FILE: copy });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the index, if there is one. */
async function copyIndex(index: string, copy: string): Promise<void> {
  const stats = await stat(index).catch(() => null);
  if (!stats) return;
  await copyRegular(index, copy, MAX_INDEX);
  // git compares the contents of files that are not older than the index, so a time that is a second too early is safe.
  const time = Math.floor(stats.mtimeMs / 1000);
  await utimes(copy, time, time);
}
