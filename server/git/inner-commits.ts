// Finds the commits of a repository inside a worktree that would be in no repository any more without its folder.
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InnerRepository } from '../../shared/worktrees.ts';
import { readGit } from './git.ts';
import { runReadingGit } from './start-git.ts';

const MAX_COMMITS = 200;
const MAX_OUTPUT = 16 * 1024 * 1024;

type Commits = InnerRepository['commits'];

/**
 * Returns the commits of a repository that goes away as a whole, unless one of its remotes had them. Commits that only
 * the log of HEAD leads to count as well, because a submodule's HEAD is usually detached. `goes`: whether a place goes
 * away as well.
 */
export async function commitsOnlyIn(store: string, goes: (place: string) => boolean): Promise<Commits> {
  const ask = (...args: string[]): Promise<string> => readGit(store, args, inStore(store));
  const refs = linesOf(await ask('for-each-ref', '--format=%(objectname) %(refname)')).map(split);
  const heads = linesOf(await ask('worktree', 'list', '--porcelain')).flatMap((line) =>
    line.startsWith('HEAD ') && !/^HEAD 0+$/.test(line) ? line.slice('HEAD '.length) : [],
  );
  const log = await readLog(ask, 'HEAD');
  const made = log.filter(([, how]) => !MOVES.test(how)).map(([id]) => id);
  const stashes = refs.some(([, ref]) => ref === 'refs/stash') ? await readLog(ask, 'refs/stash') : [];
  const remotes = (await liveRemotes(ask, { store, goes })).map((name) => `refs/remotes/${name}/`);
  const isTag = (ref: string): boolean => ref.startsWith('refs/tags/');
  const isRemote = (ref: string): boolean => remotes.some((prefix) => ref.startsWith(prefix));
  // A clone has the tags of its remote, which may be on no branch. Its log tells them from those that were made here.
  const isCloned = remotes.length > 0 && log.length > 0;
  const pushed = refs.filter(([, ref]) => isRemote(ref)).map(([id]) => id);
  const tagged = isCloned
    ? await tagsOf(ask, await listIds(store, { from: made, without: pushed }))
    : new Set<string>();
  const isSaved = (ref: string): boolean => isRemote(ref) || (isTag(ref) && isCloned && !tagged.has(ref));
  const own = refs.filter(([, ref]) => !isSaved(ref) && !ref.startsWith('refs/remotes/'));
  const from = [...own.map(([id]) => id), ...heads, ...made, ...stashes.map(([id]) => id)];
  const saved = refs.filter(([, ref]) => isSaved(ref)).map(([id]) => id);
  return listCommits(store, { from, without: saved });
}

/** The entries of a log that only name a commit which exists already. */
const MOVES = /^(?:checkout|clone|reset|Branch)\b|: Fast-forward$|^$/;

/** Returns the tags that lead to one of these commits. */
async function tagsOf(ask: Ask, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const contains = ids.map((id) => `--contains=${id}`);
  return new Set(linesOf(await ask('for-each-ref', '--format=%(refname)', ...contains, 'refs/tags')));
}

/** Returns the commit of a checkout unless a ref leads to it. Its repository is elsewhere, and stays. */
export async function commitsOnlyAt(store: string, head: string | null): Promise<Commits> {
  if (head === null) return [];
  const refs = linesOf(await readGit(store, ['for-each-ref', '--format=%(objectname)'], inStore(store)));
  return listCommits(store, { from: [head], without: refs });
}

/** The variables for a git in a store without its files, because the folder that its settings name may be missing. */
const inStore = (store: string): Record<string, string> => ({ GIT_DIR: store, GIT_WORK_TREE: store });

interface Range {
  /** Ids of the commits that lead to the listed ones. */
  from: readonly string[];
  /** Ids of commits that are left out, with all that they lead to. */
  without: readonly string[];
}

async function listCommits(store: string, range: Range): Promise<Commits> {
  return commitLines(await logOf(store, '%h %s', range));
}

async function listIds(store: string, range: Range): Promise<string[]> {
  return linesOf(await logOf(store, '%H', range));
}

async function logOf(store: string, format: string, { from, without }: Range): Promise<string> {
  if (from.length === 0) return '';
  const input = [...new Set([...from, ...without.map((id) => `^${id}`)]), ''].join('\n');
  const args = ['log', `-${MAX_COMMITS}`, `--format=${format}`, '--stdin'];
  const options = { env: inStore(store), input, maxOutput: MAX_OUTPUT };
  return (await runReadingGit(store, args, options)).toString('utf8');
}

type Ask = (...args: string[]) => Promise<string>;

/** Returns the ids in the log of a ref, with what was done. */
async function readLog(ask: Ask, ref: string): Promise<[id: string, how: string][]> {
  if ((await ask('rev-parse', '--verify', '--quiet', ref).catch(() => '')) === '') return [];
  return linesOf(await ask('log', '--walk-reflogs', '--format=%H %gs', ref, '--')).map(split);
}

/** Lists the remotes that outlive the worktree: on another machine, or in a folder that stays. */
async function liveRemotes(
  ask: Ask,
  { store, goes }: { store: string; goes: (place: string) => boolean },
): Promise<string[]> {
  const found = new Set<string>();
  const output = await ask('config', '--null', '--get-regexp', String.raw`^remote\..*\.url$`).catch(() => '');
  for (const setting of output.split('\0').filter(Boolean)) {
    const [key = '', url = ''] = setting.split(/\n(.*)/s);
    if (await isLive(url, { store, goes })) found.add(key.slice('remote.'.length, -'.url'.length));
  }
  return [...found];
}

async function isLive(
  url: string,
  { store, goes }: { store: string; goes: (place: string) => boolean },
): Promise<boolean> {
  const isFile = url.startsWith('file:');
  // Like git, this takes `host:path` for another machine, unless a slash comes first.
  if (!isFile && /^[^/\\]{2,}:/.test(url)) return true;
  try {
    const place = await realpath(isFile ? fileURLToPath(url) : path.resolve(store, url));
    return !goes(place) && (await lstat(place)).isDirectory();
  } catch {
    return false;
  }
}

function linesOf(output: string): string[] {
  return output.split('\n').filter((line) => line !== '');
}

function split(line: string): [string, string] {
  const at = line.indexOf(' ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

/** Parses the output of `git log --format='%h %s'`. */
export function commitLines(output: string): Commits {
  return linesOf(output)
    .map(split)
    .map(([id, subject]) => ({ id, subject }));
}
