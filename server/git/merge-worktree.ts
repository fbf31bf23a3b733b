// Brings the branch of a worktree back into the checkout that it came from: a plan that changes nothing, and the merge.
import { hash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { MergeConflict, MergeDone, MergedFile, Merged, MergePlan } from '../../shared/worktrees.ts';
import { Refusal } from '../../shared/refusal.ts';
import { ifThere } from '../lib/if-there.ts';
import { gitWords, readBytes, readGit, writeGit } from './git.ts';
import { commitLines } from './inner-commits.ts';
import { findSameAsPointer } from './lfs-files.ts';
import { findUnfinished } from './unfinished.ts';
import { parseNumstat } from './worktree-changes.ts';
import { commitOf, findCheckouts, type Checkout } from './worktrees.ts';

const MAX_COMMITS = 200;
const MAX_TEXT = 200_000;
/** The exit status of a git before 2.38, which does not have `merge-tree --write-tree`. */
const USAGE = 129;

export interface MergeSides {
  own: Checkout;
  branch: string;
  /** The commits of the branch and of the checkout that it goes into. */
  from: string;
  to: string;
  target: Checkout;
  /** The branch of `target`. */
  into: string;
}

/** Finds what is to be merged. `base`: the branch that the worktree started from, if known. Rejects with a Refusal. */
export async function mergeSides(folder: string, base: string | undefined): Promise<MergeSides> {
  const { all, main, own } = await findCheckouts(folder);
  const { branch } = own;
  if (own === main) throw notThere(`${own.folder} is the repository itself, not a worktree of it.`);
  if (branch === null) throw notThere('HEAD is detached in this worktree, so there is no branch to merge.');
  const target = all.find((one) => one.branch === base && one !== own) ?? main;
  const into = target.branch;
  if (target.isBare || into === null)
    throw notThere(
      `No checkout has the branch ${base ?? 'to merge into'}: switch to it in ${target.folder}.`,
    );
  const [from, to] = [own.commit, target.commit];
  if (from === null || to === null) throw notThere('There is no commit to merge yet.');
  return { own, branch, from, target, into, to };
}

/** Plans the merge. Rejects like `mergeSides`. */
export async function planMerge(folder: string, base: string | undefined): Promise<MergePlan> {
  return planFor(await mergeSides(folder, base));
}

async function planFor({ own, branch, from, target, into, to }: MergeSides): Promise<MergePlan> {
  const [log, tree, left, unfinished, dirty] = await Promise.all([
    readGit(own.folder, ['log', `-${MAX_COMMITS}`, '--format=%h %s', `${to}..${from}`]),
    mergeTree(target.folder, to, from),
    readStatus(own.folder, ['-uall']),
    unfinishedIn(target.folder),
    readStatus(target.folder, ['-uno']),
  ]);
  const commits = commitLines(log);
  const range = tree.id === null ? [`${to}...${from}`] : [to, tree.id];
  const files = await changedFiles(target.folder, range);
  return {
    id: hash('sha256', JSON.stringify([from, to, branch, into, target.folder])),
    ...{ branch, into: { folder: target.folder, branch: into }, commits, files },
    left: left.map(({ name }) => name),
    conflicts: tree.conflicts,
    obstacle:
      commits.length === 0
        ? nothingToMerge({ branch, into, isLeft: left.length > 0 })
        : (unfinished ??
          changesAmong(target, files, dirty) ??
          (await repositoriesAmong(target.folder, range)) ??
          ((await isFastForward(target.folder, to, from)) ? null : stagedAmong(target, dirty)) ??
          (await untrackedAmong(target.folder, files))),
  };
}

/**
 * Merges as planned. Rejects with a Refusal 409, and leaves the checkout as it was: `plan_stale` if a commit has been
 * made since the plan, `conflict`, `dirty`, or `git_failed`.
 */
export async function applyMerge(folder: string, base: string | undefined, id: string): Promise<MergeDone> {
  const sides = await mergeSides(folder, base);
  const plan = await planFor(sides);
  const { branch, conflicts, into, obstacle } = plan;
  if (plan.id !== id)
    throw new Refusal(
      409,
      'plan_stale',
      'There are new commits since the plan was made. Review the plan again.',
    );
  if (obstacle !== null) throw new Refusal(409, 'dirty', obstacle);
  if (conflicts !== null && conflicts.length > 0) throw conflict(branch, into.branch);
  // git must not stash here, even if the user's settings say so. It leaves uncommitted changes of other files alone,
  // even if the merge is aborted.
  const options = ['-c', 'merge.autoStash=false', 'merge', '--ff', '--no-edit'];
  // The branch may have new commits by now, and a tag may have the same name, so git gets the commit of the plan.
  const message = `Merge branch '${branch}' into ${into.branch}`;
  const before = await stateOf(into.folder);
  const { status, output } = await writeGit(into.folder, [...options, '-m', message, sides.from]);
  if (status === 0) {
    // A hook, or another program, may have taken it back, or switched the branch.
    const missing = await readGit(into.folder, ['rev-list', '-1', sides.from, `^refs/heads/${into.branch}`]);
    if (missing !== '') throw new Refusal(409, 'git_failed', notMerged(plan));
    const commit = (await commitOf(into.folder, 'HEAD')) ?? '';
    return { ...mergedBy(plan), folder: into.folder, commit, output };
  }
  const isUnfinished = (await commitOf(into.folder, 'MERGE_HEAD')) !== null;
  const aborted = isUnfinished ? await writeGit(into.folder, ['merge', '--abort']) : null;
  const after =
    aborted && aborted.status !== 0
      ? `It could not be undone either: ${aborted.output.trim()}. Look at ${into.folder}.`
      : (await stateOf(into.folder)) === before
        ? `${into.folder} is as it was.`
        : `${into.folder} is not as it was: look at it.`;
  throw new Refusal(409, 'git_failed', `git did not merge ${branch}: ${output.trim()}\n${after}`);
}

const notMerged = ({ branch, into }: MergePlan): string =>
  `git reported no failure, but ${into.branch} does not have the commits of ${branch}. Look at ${into.folder}.`;

/** Returns the commit of a checkout with what git finds changed in it, as one text to compare. */
async function stateOf(folder: string): Promise<string> {
  const changed = await readGit(folder, ['status', '--porcelain=v1', '--branch', '-z', '-uall']);
  return `${await commitOf(folder, 'HEAD')} ${changed}`;
}

export const mergedBy = ({ branch, into, files }: MergePlan): Merged => ({
  branch,
  into: into.branch,
  files: files.length,
});

function conflict(branch: string, into: string): Refusal {
  const message = `${branch} and ${into} changed the same lines. Nothing was merged: merge ${into} into ${branch} first, in the worktree.`;
  return new Refusal(409, 'conflict', message);
}

const notThere = (message: string): Refusal => new Refusal(409, 'no_merge', message);

/** Merges the trees in memory. `id`: the id of the merged tree, or null if git cannot compute it in advance. */
export async function mergeTree(
  folder: string,
  to: string,
  from: string,
): Promise<{ id: string | null; conflicts: MergeConflict[] | null }> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', to, from];
  const output = await readGit(folder, args).catch((error: unknown) => {
    const { code, stdout } = error as { code?: unknown; stdout?: Buffer };
    if (code === 1 && stdout?.length) return stdout.toString('utf8');
    if (code === USAGE) return null;
    throw notThere(`git cannot tell what the merge would do: ${gitWords(error)}`);
  });
  if (output === null) return { id: null, conflicts: null };
  const [id = '', ...names] = output.split('\0').filter((field) => field !== '');
  const paths = [...new Set(names)];
  const conflicts = await Promise.all(
    paths.map(async (path) => ({
      path,
      text: textOf(await readBytes(folder, ['cat-file', 'blob', `${id}:${path}`])),
    })),
  );
  return { id, conflicts };
}

/** Returns null for a file that is not text, is too large to show, or is missing on one side. */
function textOf(bytes: Buffer | null): string | null {
  if (bytes === null || bytes.length > MAX_TEXT || bytes.includes(0)) return null;
  const text = bytes.toString('utf8');
  return /^<{7} /m.test(text) ? text : null;
}

/** Lists the changed files. `range`: the range for git diff. */
export async function changedFiles(folder: string, range: readonly string[]): Promise<MergedFile[]> {
  const options = ['--no-renames', '--numstat', '-z'];
  const output = await readGit(folder, ['diff', ...options, ...range]);
  return parseNumstat(output);
}

interface ChangedFile {
  name: string;
  /** Whether the index differs from HEAD. */
  isStaged: boolean;
}

export async function readStatus(folder: string, options: readonly string[]): Promise<ChangedFile[]> {
  const output = await readGit(folder, ['status', '--porcelain=v1', '-z', '--no-renames', ...options]);
  const lines = output.split('\0').filter((line) => line !== '');
  const modified = lines.flatMap((line) => (line.startsWith(' M ') ? line.slice(3) : []));
  const same = await findSameAsPointer(folder, '', modified);
  return lines
    .map((line) => ({ name: line.slice(3), isStaged: !' ?'.includes(line[0]!) }))
    .filter(({ name }) => !same.has(name));
}

function nothingToMerge({ branch, into, isLeft }: { branch: string; into: string; isLeft: boolean }): string {
  return isLeft
    ? `There is nothing to merge yet: the changes in ${branch} are not committed.`
    : `${into} already contains everything from ${branch}.`;
}

/** Returns the files of the merge that have uncommitted changes, which git refuses to overwrite. */
function changesAmong(
  { folder, branch }: Checkout,
  files: readonly MergedFile[],
  dirty: readonly ChangedFile[],
): string | null {
  const merged = new Set(files.map(({ path: name }) => name));
  const names = dirty.flatMap(({ name }) => (merged.has(name) ? [name] : []));
  if (names.length === 0) return null;
  return `${folder} (${branch}) has uncommitted changes of files in this merge: ${someOf(names)}. Commit or undo them first; nothing is stashed.`;
}

/**
 * Returns the staged files in the way. git makes a merge commit only from an index without other changes (in git 2.39).
 */
function stagedAmong({ folder, branch }: Checkout, dirty: readonly ChangedFile[]): string | null {
  const names = dirty.flatMap(({ name, isStaged }) => (isStaged ? [name] : []));
  if (names.length === 0) return null;
  return `${folder} (${branch}) has staged changes: ${someOf(names)}. Commit or unstage them first; git does not merge while changes are staged.`;
}

/** Whether git only has to move the branch, without a merge commit. */
async function isFastForward(folder: string, to: string, from: string): Promise<boolean> {
  return (await readGit(folder, ['rev-list', '-1', `${from}..${to}`])).trim() === '';
}

/**
 * Returns the untracked files in the way. git refuses to overwrite them, but silently overwrites ignored ones (in git
 * 2.39).
 */
async function untrackedAmong(folder: string, files: readonly MergedFile[]): Promise<string | null> {
  const tracked = new Set((await readGit(folder, ['ls-files', '-z', '--full-name'])).split('\0'));
  const names: string[] = [];
  for (const { path: name } of files) {
    const stats = tracked.has(name) ? null : await lstat(path.join(folder, name)).catch(() => null);
    // A folder may make room with the files in it that git tracks.
    if (stats) names.push(...(stats.isDirectory() ? await othersIn(folder, name) : [name]));
  }
  if (names.length === 0) return null;
  return `${folder} has files that git does not track and the merge would overwrite: ${someOf(names)}. Move them first.`;
}

/** Lists what git does not track in a folder of the checkout. `options`: those of `ls-files`. */
export async function othersIn(
  folder: string,
  name: string,
  options: readonly string[] = [],
): Promise<string[]> {
  const args = ['ls-files', '--others', ...options, '-z', '--', `:(literal)${name}`];
  return (await readGit(folder, args)).split('\0').filter((one) => one !== '');
}

/**
 * Returns the repositories inside the checkout that something else would replace. git would delete them with everything
 * in them. `range`: the range for git diff.
 */
export async function repositoriesAmong(folder: string, range: readonly string[]): Promise<string | null> {
  const fields = (await readGit(folder, ['diff', '--raw', '--no-renames', '-z', ...range])).split('\0');
  const names: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [mode = '', name = ''] = [fields[at], fields[at + 1]];
    // The modes before and after. A repository that only gets another commit stays as it is.
    if (!/^:160000 (?!160000)/.test(mode)) continue;
    if ((await ifThere(lstat(path.join(folder, name, '.git')))) !== undefined) names.push(name);
  }
  if (names.length === 0) return null;
  return `${folder} has repositories that this would replace: ${someOf(names)}. Move them out first.`;
}

export const someOf = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

export async function unfinishedIn(folder: string): Promise<string | null> {
  const what = await findUnfinished(folder);
  return what && `A ${what} is in progress in ${folder}. Finish it first.`;
}
