// Finds the work that would be lost with a worktree, or that exists only on this machine. Read only.
import { hash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WorktreeWork } from '../../shared/worktrees.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readGit } from './git.ts';
import { findSameAsPointer } from './lfs-files.ts';
import { findCheckouts, type PlaceInGit } from './worktrees.ts';

const MAX_COMMITS = 200;
/** A larger file is not compared with its original. */
const MAX_COPY = 16 * 1024 * 1024;

/** Ignored files with their sizes and times, and ignored folders, which end with a `/`. */
export type Ignored = Readonly<Record<string, string>>;

/** `expected`: the files that were ignored when work on the worktree began. Rejects with a Refusal. */
export async function findUnsavedWork(folder: string, expected: Ignored): Promise<WorktreeWork> {
  const place = await findCheckouts(folder);
  const { main, own } = place;
  if (own === main) {
    const message = `${own.folder} is the repository itself, not a worktree of it. It is never removed from here.`;
    throw new Refusal(409, 'not_a_worktree', message);
  }
  const [files, unpushed] = await Promise.all([readFiles(own.folder), readUnpushed(own)]);
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
  const names = (await readFiles(folder)).ignored;
  const pairs = await Promise.all(names.map(async (name) => [name, await stampOf(folder, name)] as const));
  return Object.fromEntries(pairs);
}

/** Returns a stamp that differs after a change to the file. Changes inside a folder do not count. */
async function stampOf(folder: string, name: string): Promise<string> {
  if (name.endsWith('/')) return 'folder';
  const stats = await lstat(path.join(folder, name)).catch(() => null);
  return stats ? `${stats.size} ${stats.mtimeMs}` : 'gone';
}

async function readFiles(folder: string) {
  const options = ['--porcelain=v1', '-z', '-uall', '--ignored=matching', '--no-renames'];
  const found = { uncommitted: [] as string[], untracked: [] as string[], ignored: [] as string[] };
  const lines = (await readGit(folder, ['status', ...options])).split('\0');
  const modified = lines.flatMap((line) => (line.startsWith(' M ') ? line.slice(3) : []));
  const same = await findSameAsPointer(folder, '', modified);
  for (const line of lines) {
    const [mark, name] = [line.slice(0, 2), line.slice(3)];
    if (same.has(name)) continue;
    if (name === '') continue;
    if (mark === '??') found.untracked.push(name);
    else if (mark === '!!') found.ignored.push(name);
    else found.uncommitted.push(name);
  }
  const further = [...(await listHidden(folder)), ...(await listDirtySubmodules(folder))];
  found.uncommitted.push(...further.filter((name) => !found.uncommitted.includes(name)));
  return found;
}

/**
 * Lists files that git is configured not to check for changes (`update-index --assume-unchanged` and
 * `--skip-worktree`).
 */
async function listHidden(folder: string): Promise<string[]> {
  const marked = (await readGit(folder, ['ls-files', '-v', '-z']))
    .split('\0')
    .filter((line) => /^[a-zS] /.test(line))
    .map((line) => line.slice(2));
  const changed: string[] = [];
  for (const name of marked) {
    const content = await readFile(path.join(folder, name)).catch(() => null);
    if (content === null) continue;
    const [now, before] = await Promise.all([
      readGit(folder, ['hash-object', '--', name]),
      readGit(folder, ['rev-parse', `:./${name}`]),
    ]);
    if (now !== before) changed.push(name);
  }
  return changed;
}

/** Lists submodules with uncommitted or untracked files, also in their own submodules. */
async function listDirtySubmodules(folder: string): Promise<string[]> {
  const dirty: string[] = [];
  for (const line of (await readGit(folder, ['ls-files', '-z', '--stage'])).split('\0')) {
    if (!line.startsWith('160000 ')) continue;
    const name = line.slice(line.indexOf('\t') + 1);
    const place = path.join(folder, name);
    // Without it, git would find the repository around it.
    if (!(await lstat(path.join(place, '.git')).catch(() => null))) continue;
    const isDirty =
      (await readGit(place, ['status', '--porcelain=v1', '-z', '-uall'])) !== '' ||
      (await listDirtySubmodules(place)).length > 0;
    if (isDirty) dirty.push(name);
  }
  return dirty;
}

/** Whether the first checkout has the same file, for instance because .worktreeinclude names it. */
async function isCopy(name: string, { own, main }: PlaceInGit): Promise<boolean> {
  if (name.endsWith('/') || main.isBare) return false;
  const files = [path.join(own.folder, name), path.join(main.folder, name)];
  const stats = await Promise.all(files.map((file) => lstat(file).catch(() => null)));
  if (!stats.every((one) => one?.isFile() && one.size <= MAX_COPY)) return false;
  const [here, there] = await Promise.all(files.map((file) => readFile(file).catch(() => null)));
  return here !== undefined && there !== undefined && here !== null && there !== null && here.equals(there);
}

async function readUnpushed({ folder, branch }: PlaceInGit['own']): Promise<WorktreeWork['unpushed']> {
  const others = branch === null ? ['--branches', '--tags'] : [`--exclude=${branch}`, '--branches'];
  const range = ['HEAD', '--not', '--remotes', ...others];
  const output = await readGit(folder, ['log', `-${MAX_COMMITS}`, '--format=%h %s', ...range]);
  return commitLines(output);
}

/** Parses the output of `git log --format='%h %s'`. */
export function commitLines(output: string): { id: string; subject: string }[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', ...subject] = line.split(' ');
      return { id, subject: subject.join(' ') };
    });
}

function obstacleOf(
  { branch }: PlaceInGit['own'],
  { untracked, unpushed }: Pick<WorktreeWork, 'untracked' | 'unpushed'>,
): string | null {
  // With -uall, git lists only repositories as folders.
  const inner = untracked.filter((name) => name.endsWith('/'));
  if (inner.length > 0)
    return `It contains another repository, whose work git cannot see: ${inner.join(', ')}. Move it out first.`;
  if (branch === null && unpushed.length > 0)
    return 'HEAD is detached and its commits are on no branch: removing the worktree would lose them. Run “git switch -c NAME” in it first.';
  return null;
}
