// Finds the work that would be lost with a worktree, or that exists only on this machine. Read only.
import { hash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { WorktreeWork } from '../../shared/worktrees.ts';
import { readFiles, type CheckoutFiles } from './checkout-files.ts';
import { readGit } from './git.ts';
import { readRegular } from '../lib/regular-file.ts';
import { commitLines } from './inner-commits.ts';
import { describeInner, findInnerRepositories, isSafe, type FoundRepository } from './inner-repositories.ts';
import { findCheckouts, requireWorktree, type PlaceInGit } from './worktrees.ts';

const MAX_COMMITS = 200;
/** A larger file is not compared with its original. */
const MAX_COPY = 16 * 1024 * 1024;

/** Ignored files with their sizes and times, and ignored folders, which end with a `/`. */
export type Ignored = Readonly<Record<string, string>>;

/** `expected`: the files that were ignored when work on the worktree began. Rejects with a Refusal. */
export async function findUnsavedWork(
  folder: string,
  expected: Ignored,
): Promise<Omit<WorktreeWork, 'conversations'>> {
  const place = await findCheckouts(folder);
  const { main, own } = place;
  requireWorktree(own, main);
  const [files, unpushed] = await Promise.all([readAllFiles(own.folder), readUnpushed(own)]);
  const unknown: string[] = [];
  for (const name of files.ignored) {
    const isExpected = expected[name] !== undefined && expected[name] === (await stampOf(own.folder, name));
    if (!isExpected && !(await isCopy(name, place))) unknown.push(name);
  }
  const lists = {
    uncommitted: files.uncommitted,
    untracked: files.untracked,
    ignored: unknown,
    expected: files.ignored.filter((name) => !unknown.includes(name)),
    unpushed,
    inner: files.inner.map(({ ignored: _ignored, ...one }) => one),
  };
  const obstacle = obstacleOf(own, lists);
  const { uncommitted, untracked, ignored } = lists;
  return {
    ...{ folder: own.folder, repository: main.folder, branch: own.branch, ...lists, obstacle },
    isClean: [uncommitted, untracked, ignored, unpushed].every((list) => list.length === 0),
    seen: hash('sha256', JSON.stringify([own.commit, own.branch, lists])),
  };
}

export async function readIgnored(folder: string): Promise<Ignored> {
  const names = (await readAllFiles(folder)).ignored;
  const pairs = await Promise.all(names.map(async (name) => [name, await stampOf(folder, name)] as const));
  return Object.fromEntries(pairs);
}

/** Lists the files of a checkout, with the ignored ones of the repositories inside it. */
async function readAllFiles(folder: string): Promise<CheckoutFiles & { inner: FoundRepository[] }> {
  const [files, inner] = await Promise.all([readFiles(folder), findInnerRepositories(folder)]);
  const folders = files.ignored.filter((name) => name.endsWith('/'));
  const deeper = inner
    .flatMap((one) => one.ignored.map((name) => `${one.path}/${name}`))
    .filter((name) => !folders.some((ignored) => name.startsWith(ignored)));
  return { ...files, ignored: [...files.ignored, ...deeper], inner };
}

/** Returns a stamp that differs after a change to the file. Changes inside a folder do not count. */
async function stampOf(folder: string, name: string): Promise<string> {
  if (name.endsWith('/')) return 'folder';
  const stats = await lstat(path.join(folder, name)).catch(() => null);
  return stats ? `${stats.size} ${stats.mtimeMs}` : 'gone';
}

/** Whether the first checkout has the same file, for instance because .worktreeinclude names it. */
async function isCopy(name: string, { own, main }: PlaceInGit): Promise<boolean> {
  if (name.endsWith('/') || main.isBare) return false;
  const files = [path.join(own.folder, name), path.join(main.folder, name)];
  const stats = await Promise.all(files.map((file) => lstat(file).catch(() => null)));
  if (!stats.every((one) => one?.isFile() && one.size <= MAX_COPY)) return false;
  const [here, there] = await Promise.all(files.map((file) => readRegular(file).catch(() => null)));
  return here !== undefined && there !== undefined && here !== null && there !== null && here.equals(there);
}

async function readUnpushed({ folder, branch }: PlaceInGit['own']): Promise<WorktreeWork['unpushed']> {
  const others = branch === null ? ['--branches', '--tags'] : [`--exclude=${branch}`, '--branches'];
  const range = ['HEAD', '--not', '--remotes', ...others];
  const output = await readGit(folder, ['log', `-${MAX_COMMITS}`, '--format=%h %s', ...range]);
  return commitLines(output);
}

function obstacleOf(
  { branch }: PlaceInGit['own'],
  { untracked, unpushed, inner }: Pick<WorktreeWork, 'untracked' | 'unpushed' | 'inner'>,
): string | null {
  const unsafe = inner.filter((one) => !isSafe(one));
  // With -uall, git lists only repositories as folders. They would be kept as the id of a commit that is gone.
  const clones = untracked.filter(
    (name) => name.endsWith('/') && !unsafe.some(({ path }) => `${path}/` === name),
  );
  if (unsafe.length + clones.length > 0) return innerObstacle([...unsafe.map(describeInner), ...clones]);
  if (branch === null && unpushed.length > 0)
    return 'HEAD is detached and its commits are on no branch: removing the worktree would lose them. Run “git switch -c NAME” in it first.';
  return null;
}

function innerObstacle(places: readonly string[]): string {
  return `It contains another repository, whose work git cannot see: ${places.join(', ')}. Commit and push it there, move it out, or keep the folder.`;
}
