// Brings all files of a worktree, committed or not, into the checkout that it came from, as uncommitted changes. They
// are merged with the changes that the checkout already has. A ref keeps the checkout's files as they were before.
import { hash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { FilesApplied, MergedFile, MergePlan } from '../../shared/worktrees.ts';
import { Refusal } from '../../shared/refusal.ts';
import { namesOf } from './changed-between.ts';
import { readFiles } from './checkout-files.ts';
import { describeInner, findInnerRepositories, isSafe } from './inner-repositories.ts';
import { snapshotRef, withFileSnapshot, type FileSnapshot } from './file-snapshot.ts';
import { readGit } from './git.ts';
import {
  changedFiles,
  mergedBy,
  mergeSides,
  mergeTree,
  othersIn,
  readStatus,
  repositoriesAmong,
  someOf,
  unfinishedIn,
  type MergeSides,
} from './merge-worktree.ts';

interface Planned {
  plan: MergePlan;
  /** The merged tree; null if it cannot be computed. */
  tree: string | null;
  before: FileSnapshot;
}

/** Plans the merge without changing a file, a branch or the index. Rejects with a Refusal. */
export const planFiles = (folder: string, base: string | undefined): Promise<MergePlan> =>
  withPlan(folder, base, ({ plan }) => Promise.resolve(plan));

/**
 * Writes the files as planned. Rejects with a Refusal 409, and leaves the checkout as it was: `plan_stale` if a file
 * has been changed since the plan, `conflict`, `dirty`, or `git_failed`.
 */
export function applyFiles(folder: string, base: string | undefined, id: string): Promise<FilesApplied> {
  return withPlan(folder, base, async ({ plan, tree, before }) => {
    const { branch, into, conflicts, obstacle } = plan;
    if (plan.id !== id)
      throw new Refusal(
        409,
        'plan_stale',
        'Files were changed since the plan was made. Review the plan again.',
      );
    if (obstacle !== null || tree === null) throw new Refusal(409, 'dirty', obstacle ?? NO_TREE);
    if (conflicts?.length !== 0)
      throw new Refusal(409, 'conflict', `${branch} and the files in ${into.folder} changed the same lines.`);
    const isDirty = (await readGit(into.folder, ['rev-parse', 'HEAD^{tree}'])).trim() !== before.tree;
    const kept = isDirty ? snapshotRef('before', branch) : null;
    if (kept !== null) await before.keepAs(kept);
    // git refuses before it writes anything if a file is no longer as in the snapshot.
    await before.run('read-tree', '-m', '-u', before.tree, tree);
    return { ...mergedBy(plan), folder: into.folder, kept };
  });
}

const NO_TREE = 'This needs git 2.38 or newer, which can merge without a checkout.';

async function withPlan<T>(
  folder: string,
  base: string | undefined,
  use: (planned: Planned) => Promise<T>,
): Promise<T> {
  const sides = await mergeSides(folder, base);
  const { own, branch, target } = sides;
  const failure = 'Nothing was changed';
  const theirs = await withFileSnapshot(
    own.folder,
    { message: `Files of the worktree ${own.folder}`, failure },
    (snapshot) => Promise.resolve(snapshot),
  );
  const message = `Files of ${target.folder} before those of ${branch} were brought into it`;
  return withFileSnapshot(target.folder, { message, failure }, async (before) =>
    use({ ...(await planBetween(sides, before, theirs)), before }),
  );
}

async function planBetween(
  { own, branch, from, target, into, to }: MergeSides,
  before: FileSnapshot,
  theirs: FileSnapshot,
): Promise<Omit<Planned, 'before'>> {
  const { id: tree, conflicts } = await mergeTree(target.folder, before.commit, theirs.commit);
  const files = tree === null ? [] : await changedFiles(target.folder, [before.tree, tree]);
  const changed = new Set((await readStatus(target.folder, ['-uall'])).map(({ name }) => name));
  const nothing = `${target.folder} already has all files of ${branch}.`;
  const plan: MergePlan = {
    id: hash('sha256', JSON.stringify([from, to, branch, into, target.folder, before.tree, theirs.tree])),
    ...{ branch, into: { folder: target.folder, branch: into }, commits: [], files, left: [] },
    besides: files.flatMap(({ path: name }) => (changed.has(name) ? [name] : [])),
    conflicts: conflicts ?? [],
    obstacle:
      tree === null
        ? NO_TREE
        : ((await unfinishedIn(target.folder)) ??
          (await innerObstacle(own.folder)) ??
          (files.length === 0 ? nothing : null) ??
          (await repositoriesAmong(target.folder, [before.tree, tree])) ??
          (await ignoredAmong(target.folder, [before.tree, tree]))),
  };
  return { plan, tree };
}

/** Returns the repositories inside the worktree with files or commits that nothing would bring over. */
async function innerObstacle(folder: string): Promise<string | null> {
  const [inner, { untracked, ignored }] = await Promise.all([
    findInnerRepositories(folder),
    readFiles(folder),
  ]);
  const clones = untracked.filter((name) => name.endsWith('/'));
  // What git ignores is not brought over in any case.
  const left = [...clones, ...ignored];
  const unsafe = inner.filter((one) => !isSafe(one) && !left.some((name) => `${one.path}/`.startsWith(name)));
  const places = [...unsafe.map(describeInner), ...clones];
  if (places.length === 0) return null;
  return `${folder} contains another repository, whose work cannot be brought over: ${someOf(places)}. Commit and push it there, or move it out first.`;
}

/**
 * Returns the ignored files in the way. The snapshot does not have them, so a new file would overwrite one at its path.
 */
async function ignoredAmong(folder: string, trees: readonly string[]): Promise<string | null> {
  const args = ['diff', '--no-renames', '--name-status', '--diff-filter=AD', '-z', ...trees];
  const changed = namesOf(await readGit(folder, args));
  const gone = new Set(changed.flatMap(({ status, path: name }) => (status === 'D' ? name : [])));
  const names: MergedFile['path'][] = [];
  for (const { status, path: name } of changed)
    if (status === 'A') names.push(...(await ignoredAt(folder, name, gone)));
  if (names.length === 0) return null;
  return `${folder} has files that git does not track and this would overwrite: ${someOf(names)}. Move them first.`;
}

/** `gone`: the files that make room. */
async function ignoredAt(folder: string, name: string, gone: ReadonlySet<string>): Promise<string[]> {
  try {
    const stats = await lstat(path.join(folder, name));
    return stats.isDirectory() ? await othersIn(folder, name, ['--ignored', '--exclude-standard']) : [name];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    // A file may be where a folder would be.
    return name.split('/').some((_, at, parts) => gone.has(parts.slice(0, at).join('/'))) ? [] : [name];
  }
}
