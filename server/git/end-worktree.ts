// Removes a worktree. Uncommitted work is first saved as a commit outside all branches, so that nothing is lost.
import path from 'node:path';
import type { WorktreeEnded, WorktreeWork } from '../../shared/worktrees.ts';
import { Refusal } from '../../shared/refusal.ts';
import { snapshotRef, withFileSnapshot } from './file-snapshot.ts';
import { readBytes, writeGit } from './git.ts';

/** Removes the worktree. Rejects with a Refusal 409 `git_failed` if git fails, and the worktree is then still there. */
export async function removeWorktree(
  work: Omit<WorktreeWork, 'conversations'>,
  { withBranch = false }: { withBranch?: boolean } = {},
): Promise<WorktreeEnded> {
  const { branch, folder, repository, uncommitted, untracked, inner } = work;
  const kept = uncommitted.length + untracked.length > 0 ? await saveAsCommit(work) : null;
  // git removes neither unsaved work nor submodules otherwise, not even those whose work is elsewhere as well.
  const force = kept === null && inner.length === 0 ? [] : ['--force'];
  const { status, output } = await writeGit(repository, ['worktree', 'remove', ...force, '--', folder]);
  if (status !== 0)
    throw new Refusal(409, 'git_failed', `git did not remove the worktree ${folder}: ${output.trim()}`);
  const isGone = withBranch && branch !== null && (await removeBranch(repository, branch));
  return { branch: isGone ? null : branch, kept };
}

/** Removes a branch if another ref leads to its commits as well. Returns whether it did. */
async function removeBranch(repository: string, branch: string): Promise<boolean> {
  const name = `refs/heads/${branch}`;
  // The worktree is gone by now, so a failure must not be reported as a failure to remove it.
  const refs = await readBytes(repository, ['for-each-ref', '--format=%(refname)', '--contains', name]);
  const names = refs?.toString('utf8').split('\n') ?? [];
  if (!names.some((ref) => ref !== '' && ref !== name)) return false;
  return (await writeGit(repository, ['branch', '-D', '--', branch])).status === 0;
}

/** Saves all files except ignored ones as a commit that only this ref leads to. Returns the ref. */
function saveAsCommit({ folder, branch }: Pick<WorktreeWork, 'folder' | 'branch'>): Promise<string> {
  const message = `Uncommitted work of the worktree ${folder} when it was ended`;
  const failure = `Its uncommitted work could not be kept, so the worktree ${folder} was not removed`;
  return withFileSnapshot(folder, { message, failure }, async ({ keepAs }) => {
    const ref = snapshotRef('ended', branch ?? path.basename(folder));
    await keepAs(ref);
    return ref;
  });
}
