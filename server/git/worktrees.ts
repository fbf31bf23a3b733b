// The checkouts of a repository: where they are, which branch each has, and how a new one is added.
import path from 'node:path';
import { lstat, readdir, realpath } from 'node:fs/promises';
import type { GitPlace } from '../../shared/overview.ts';
import { Refusal } from '../../shared/refusal.ts';
import { ifThere } from '../lib/if-there.ts';
import { readRegularText } from '../lib/regular-file.ts';
import { turns } from '../lib/turns.ts';
import { snapshotRef } from './file-snapshot.ts';
import { gitWords, readGit, writeGit } from './git.ts';

export interface Checkout {
  /** Absolute, without links. */
  folder: string;
  /** Null if HEAD is detached, or for a repository without a checkout. */
  branch: string | null;
  commit: string | null;
  isBare: boolean;
}

export interface PlaceInGit {
  /** The checkout that the folder is in. */
  own: Checkout;
  /** The first checkout, to which the worktrees are linked. */
  main: Checkout;
  all: Checkout[];
  /** The folder's path in its checkout: `sub/` or empty. */
  prefix: string;
}

/** Rejects with a Refusal 409 `no_git` if the folder is not in a git checkout. */
export async function findCheckouts(folder: string): Promise<PlaceInGit> {
  try {
    const [top, prefix, list] = [
      await readGit(folder, ['rev-parse', '--show-toplevel']),
      await readGit(folder, ['rev-parse', '--show-prefix']),
      await readGit(folder, ['worktree', 'list', '--porcelain']),
    ];
    const place = await realpath(top.replace(/\n$/, ''));
    const all = await withMainFolder(parseList(list), place);
    const own = all.find((one) => one.folder === place);
    const [main] = all;
    if (own && main) return { own, main, all, prefix: prefix.replace(/\n$/, '') };
    throw new Refusal(
      409,
      'no_git',
      `git does not list ${place} among its worktrees. Run: git worktree repair`,
    );
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(409, 'no_git', `${folder} is not in a git checkout: ${gitWords(error)}`);
  }
}

/**
 * git names the folder of the repository as the first checkout, which is not where its files are for a submodule, or if
 * one of the two is elsewhere. Returns the list with the checkout instead. If nothing says where that is, the repository
 * counts as one without a checkout. `place`: the checkout that was asked about.
 */
async function withMainFolder(all: Checkout[], place: string): Promise<Checkout[]> {
  const [main, ...others] = all;
  if (!main || main.isBare) return all;
  const own = ['--absolute-git-dir', '--git-common-dir'].map(async (question) =>
    realpath(path.resolve(place, (await readGit(place, ['rev-parse', question])).replace(/\n$/, ''))),
  );
  const [gitDir, commonDir] = await Promise.all(own);
  if (gitDir === commonDir) return [{ ...main, folder: place }, ...others];
  const named = await readGit(main.folder, ['config', '--get', 'core.worktree']).catch(() => null);
  if (named !== null) {
    const folder = path.resolve(commonDir!, named.replace(/\n$/, ''));
    return [{ ...main, folder: await realpath(folder).catch(() => folder) }, ...others];
  }
  const isCheckout = (await ifThere(lstat(path.join(main.folder, '.git')))) !== undefined;
  return isCheckout ? all : [{ ...main, isBare: true }, ...others];
}

/** Throws a Refusal for the first checkout, because it is not a worktree that can be ended. */
export function requireWorktree(own: Checkout, main: Checkout): void {
  if (own !== main) return;
  const message = `${own.folder} is the repository itself, not a worktree of it. It is never removed from here.`;
  throw new Refusal(409, 'not_a_worktree', message);
}

/**
 * Returns the branch and the repository of a folder, as a list shows them. Null if the folder is not in a git checkout.
 */
export async function readGitPlace(folder: string): Promise<GitPlace | null> {
  try {
    const { main, own } = await findCheckouts(folder);
    return { branch: own.branch, repository: main.folder, ...(own !== main && { worktree: own.folder }) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function parseList(output: string): Checkout[] {
  return output
    .split('\n\n')
    .filter((block) => block.startsWith('worktree '))
    .map((block) => {
      const lines = block.split('\n');
      const value = (key: string): string | undefined =>
        lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
      return {
        folder: path.resolve(value('worktree')!),
        branch: value('branch')?.replace(/^refs\/heads\//, '') ?? null,
        commit: value('HEAD') ?? null,
        isBare: lines.includes('bare'),
      };
    });
}

/** Lists local and remote branches, and the kept work of ended worktrees, the most recently changed first. */
export async function listBranches(folder: string): Promise<string[]> {
  const format = '--format=%(refname)';
  const order = ['--sort=-committerdate', '--count=500'];
  const refs = ['refs/heads', 'refs/remotes', 'refs/pi-panel/ended'];
  const output = await readGit(folder, ['for-each-ref', format, ...order, ...refs]);
  return output
    .split('\n')
    .filter((ref) => ref !== '' && !ref.endsWith('/HEAD'))
    .map((ref) => ref.replace(/^refs\/(heads|remotes)\//, ''));
}

/** Returns the commit that a name refers to; null if there is none. */
export async function commitOf(folder: string, name: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  return readGit(folder, args).then(
    (output) => output.trim(),
    () => null,
  );
}

/**
 * Returns the commit that a new branch begins with. A branch takes precedence over a tag. Rejects with a Refusal if
 * there is none.
 */
export async function commitToBeginWith(folder: string, base: string): Promise<string> {
  const commit = (await commitOf(folder, `refs/heads/${base}`)) ?? (await commitOf(folder, base));
  if (commit !== null) return commit;
  if ((await readGit(folder, ['for-each-ref', '--count=1'])) === '') {
    const message =
      'The repository has no commit yet, and a worktree begins with one. Make the first commit.';
    throw new Refusal(409, 'no_commit', message);
  }
  throw new Refusal(400, 'bad_base', `The branch or commit “${base}” does not exist.`);
}

/** Rejects with a Refusal if the name is not valid for a branch, or already in use. */
export async function requireNewBranch(folder: string, branch: string): Promise<void> {
  const isValid = await readGit(folder, ['check-ref-format', '--branch', branch]).then(
    (output) => output.trim() === branch,
    () => false,
  );
  if (!isValid)
    throw new Refusal(400, 'bad_branch', `git does not allow a branch with the name “${branch}”.`);
  if ((await commitOf(folder, `refs/heads/${branch}`)) === null) return;
  throw new Refusal(
    409,
    'branch_exists',
    `The branch “${branch}” already exists. Choose another name for the new one.`,
  );
}

const inTurn = turns();

interface NewWorktree {
  folder: string;
  branch: string;
  /** The id of a commit. */
  base: string;
  /** Called with what git and its hooks printed if the worktree was added, but a hook failed afterwards. */
  onWarning?: (words: string) => void;
}

/**
 * Adds a worktree. Resolves to git's message if that failed, in which case nothing is left behind. Runs one at a time
 * for each repository, because git dies if it reads a worktree that another git is adding.
 */
export function addWorktree(repository: string, wanted: NewWorktree): Promise<string | null> {
  return inTurn(() => addInTurn(repository, wanted), repository);
}

async function addInTurn(
  repository: string,
  { folder, branch, base, onWarning }: NewWorktree,
): Promise<string | null> {
  const obstacle = await forgetMissing(repository, folder);
  if (obstacle !== null) return obstacle;
  const args = ['worktree', 'add', '--no-track', '-b', branch, '--', folder, base];
  const { status, output } = await writeGit(repository, args);
  if (status === 0) return null;
  // Another panel or a shell was faster. What is there is theirs, so it is neither used nor removed. git may have created
  // the branch before it looks at the folder (2.39).
  if (BRANCH_IS_TAKEN.test(output)) return output.trim();
  if (FOLDER_IS_TAKEN.test(output))
    return [output.trim(), ...(await dropBranch(repository, branch, base))].join('\n');
  // git removes the folder if anything fails, but not after the hook post-checkout, which has the last word.
  const isAdded =
    (await listed(repository, folder)) && (await ifThere(lstat(path.join(folder, '.git')))) !== undefined;
  if (isAdded) {
    onWarning?.(output.trim());
    return null;
  }
  // git may fail after it has created the branch (2.39).
  const left = await dropWorktree(repository, { folder, branch, base });
  return [lacksLfs(output) ? LFS_MISSING : '', output.trim(), left].filter(Boolean).join('\n');
}

const BRANCH_IS_TAKEN = /^fatal: a branch named .* already exists/m;
const FOLDER_IS_TAKEN = /^fatal: '.*' already exists/m;

const LFS_MISSING =
  'git-lfs is not installed on the machine of the panel, and this repository needs it to check out files. Install git-lfs.';

/** Whether git failed because it could not start git-lfs. */
function lacksLfs(output: string): boolean {
  return /git-lfs\b.*(?:not found|No such file)|'lfs' is not a git command/.test(output);
}

async function listed(repository: string, folder: string): Promise<Checkout | undefined> {
  const all = parseList(await readGit(repository, ['worktree', 'list', '--porcelain']));
  return all.find((one) => one.folder === folder);
}

/**
 * Makes git forget a worktree whose folder is gone. Its branch stays. Rejects with a Refusal 409 if the folder is there,
 * or if something would be lost.
 */
export async function forgetWorktree(repository: string, folder: string): Promise<void> {
  if (await ifThere(lstat(folder)))
    throw new Refusal(409, 'not_gone', `The folder ${folder} is there. End the worktree instead.`);
  const obstacle = await inTurn(() => forgetMissing(repository, folder), repository);
  if (obstacle !== null) throw new Refusal(409, 'git_failed', obstacle);
}

/**
 * Makes git forget a worktree whose folder is missing, because no other can be in its place until then. Resolves to the
 * reason if something would be lost.
 */
async function forgetMissing(repository: string, folder: string): Promise<string | null> {
  const old = await listed(repository, folder);
  if (!old || (await ifThere(lstat(folder)))) return null;
  const common = (await readGit(repository, ['rev-parse', '--git-common-dir'])).replace(/\n$/, '');
  const entries = path.resolve(repository, common, 'worktrees');
  for (const name of await readdir(entries)) {
    const place = await readRegularText(path.join(entries, name, 'gitdir')).catch(() => '');
    const modules = path.join(entries, name, 'modules');
    if (place.trim() === path.join(folder, '.git') && (await ifThere(lstat(modules))))
      return `A worktree was there before, and git still has the commits of its submodules: ${modules}. Choose another folder.`;
  }
  if (old.branch === null && old.commit !== null) {
    const ref = snapshotRef('ended', path.basename(folder));
    const { status, output } = await writeGit(repository, ['update-ref', ref, old.commit, '']);
    if (status !== 0) return output.trim();
  }
  const { status, output } = await writeGit(repository, ['worktree', 'remove', '--force', '--', folder]);
  return status === 0 ? null : output.trim();
}

/**
 * Removes a worktree in which nobody has worked: its folder, and its branch unless the branch has commits of its own.
 * Resolves to a message about what could not be removed, or to null if everything was.
 */
export async function dropWorktree(
  repository: string,
  { folder, branch, base }: { folder: string; branch: string; base: string },
): Promise<string | null> {
  const all = parseList(await readGit(repository, ['worktree', 'list', '--porcelain']));
  const failures: string[] = [];
  const isListed = all.some((one) => one.folder === folder || path.resolve(folder) === one.folder);
  if (isListed) {
    const { status, output } = await writeGit(repository, ['worktree', 'remove', '--force', '--', folder]);
    if (status !== 0) failures.push(`The folder ${folder} is left: ${output.trim()}`);
  }
  if (failures.length === 0) failures.push(...(await dropBranch(repository, branch, base)));
  else failures.push(`The branch ${branch} still exists.`);
  return failures.length > 0 ? failures.join('\n') : null;
}

/** Removes a branch that has nothing but its base. Returns what is left, in words. */
async function dropBranch(repository: string, branch: string, base: string): Promise<string[]> {
  const tip = await commitOf(repository, `refs/heads/${branch}`);
  if (tip === null) return [];
  if (tip !== base) return [`The branch ${branch} still exists.`];
  const { status, output } = await writeGit(repository, ['branch', '-D', '--', branch]);
  return status === 0 ? [] : [`The branch ${branch} is left: ${output.trim()}`];
}
