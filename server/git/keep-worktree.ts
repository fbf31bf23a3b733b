// Ends a worktree without removing anything: its folder gets another name, and remains a worktree of git with
// everything in it.
import { lstat, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import type { WorktreeKept } from '../../shared/worktrees.ts';
import { Refusal } from '../../shared/refusal.ts';
import { errorText } from '../../shared/error-text.ts';
import { ifThere } from '../lib/if-there.ts';
import { readRegularText } from '../lib/regular-file.ts';
import { gitWords, readGit, writeGit } from './git.ts';
import { findRepositoryPlaces } from './inner-repositories.ts';
import { commitOf, findCheckouts, requireWorktree } from './worktrees.ts';

const MAX_TRIES = 1000;

/**
 * Renames the folder. Rejects with a Refusal 409 if that fails, or if git then does not find everything under the new
 * name, in which case the folder has its old name again.
 */
export async function keepWorktree(folder: string): Promise<WorktreeKept> {
  const { main, own } = await findCheckouts(folder);
  requireWorktree(own, main);
  const before = await readCommits(own.folder);
  const target = await findFreeName(own.folder);
  await rename(own.folder, target).catch((error: unknown) => {
    throw notKept(own.folder, errorText(error));
  });
  try {
    await reconnect(main.folder, own.folder, target);
    const after = await readCommits(target);
    const lost = [...before].find(([name, commit]) => after.get(name) !== commit);
    if (lost) throw new Error(`git does not find ${path.join(target, lost[0])} as it was.`);
    return { folder: target, branch: own.branch };
  } catch (error) {
    await rename(target, own.folder);
    await reconnect(main.folder, target, own.folder);
    throw notKept(own.folder, gitWords(error));
  }
}

const notKept = (folder: string, reason: string): Refusal =>
  new Refusal(409, 'git_failed', `The folder ${folder} could not get another name: ${reason}`);

/** Returns the commit of each checkout in a folder that git can read; null before the first one. */
async function readCommits(folder: string): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const name of ['', ...(await findRepositoryPlaces(folder))]) {
    const place = path.join(folder, name);
    const top = await readGit(place, ['rev-parse', '--show-toplevel']).catch(() => null);
    if (top !== null && (await realpath(top.replace(/\n$/, ''))) === (await realpath(place)))
      found.set(name, await commitOf(place, 'HEAD'));
  }
  return found;
}

async function findFreeName(folder: string): Promise<string> {
  for (let n = 1; n <= MAX_TRIES; n += 1) {
    const name = `${folder}-kept${n === 1 ? '' : `-${n}`}`;
    if ((await ifThere(lstat(name))) === undefined) return name;
  }
  throw notKept(folder, `${folder}-kept-${MAX_TRIES} already exists.`);
}

/** Tells git where the worktree is now, and where the checkouts inside it are. Rejects if git fails. */
async function reconnect(repository: string, from: string, to: string): Promise<void> {
  await change(repository, ['worktree', 'repair', to]);
  const places = await findRepositoryPlaces(to);
  // A submodule's repository names its folder, which it would not find.
  for (const name of places) await moveSubmodule(path.join(to, name), path.join(from, name));
  for (const name of places) {
    // Their own worktrees are linked to them with absolute paths. One that git cannot read has none.
    if ((await commitOf(path.join(to, name), 'HEAD')) !== null)
      await change(path.join(to, name), ['worktree', 'repair']);
  }
}

async function moveSubmodule(place: string, old: string): Promise<void> {
  const store = await storeOf(place);
  if (store === null) return;
  const env = { GIT_DIR: store, GIT_WORK_TREE: store };
  const setting = await readGit(store, ['config', '--local', '--get', 'core.worktree'], env).catch(
    () => null,
  );
  if (setting === null || path.resolve(store, setting.replace(/\n$/, '')) !== old) return;
  const value = path.relative(store, place).split(path.sep).join('/');
  await change(store, ['config', '--local', 'core.worktree', value], env);
}

/** Returns the folder that the `.git` of a checkout leads to; null if it is that folder itself, or leads nowhere. */
async function storeOf(place: string): Promise<string | null> {
  const file = path.join(place, '.git');
  if (!(await ifThere(lstat(file)))?.isFile()) return null;
  const link = /^gitdir: (.+?)\n?$/s.exec(await readRegularText(file))?.[1];
  return link === undefined ? null : realpath(path.resolve(place, link)).catch(() => null);
}

async function change(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { status, output } = await writeGit(folder, args, { env, runsNothing: true });
  if (status !== 0) throw new Error(output.trim());
}
