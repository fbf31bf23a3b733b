// Removes a worktree. Uncommitted work is first saved as a commit outside all branches, so that nothing is lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorktreeEnded, WorktreeWork } from '../../shared/worktrees.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readBytes, readGit, writeGit } from './git.ts';

/** The panel's own commits do not depend on the user's settings, and do not name a person as their author. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'pi-panel',
  GIT_AUTHOR_EMAIL: 'pi-panel@localhost',
  GIT_COMMITTER_NAME: 'pi-panel',
  GIT_COMMITTER_EMAIL: 'pi-panel@localhost',
};

/** Rejects with a Refusal 409 `git_failed`; then the worktree is still there. */
export async function removeWorktree(
  work: WorktreeWork,
  { withBranch = false }: { withBranch?: boolean } = {},
): Promise<WorktreeEnded> {
  const { branch, folder, repository, uncommitted, untracked } = work;
  const kept = uncommitted.length + untracked.length > 0 ? await saveAsCommit(work) : null;
  const force = kept === null ? [] : ['--force'];
  const { status, output } = await writeGit(repository, ['worktree', 'remove', ...force, '--', folder]);
  if (status !== 0)
    throw new Refusal(409, 'git_failed', `git did not remove the worktree ${folder}: ${output.trim()}`);
  const isGone = withBranch && branch !== null && (await removeBranch(repository, branch));
  return { branch: isGone ? null : branch, kept };
}

/** Removes a branch whose commits another ref leads to as well. Returns whether it did. */
async function removeBranch(repository: string, branch: string): Promise<boolean> {
  const name = `refs/heads/${branch}`;
  // The worktree is gone by now, so a failure must not be reported as one to remove it.
  const refs = await readBytes(repository, ['for-each-ref', '--format=%(refname)', '--contains', name]);
  const names = refs?.toString('utf8').split('\n') ?? [];
  if (!names.some((ref) => ref !== '' && ref !== name)) return false;
  return (await writeGit(repository, ['branch', '-D', '--', branch])).status === 0;
}

/** Saves all files except ignored ones as a commit that only this ref leads to. Returns the ref. */
async function saveAsCommit({ folder, branch }: WorktreeWork): Promise<string> {
  const own = await mkdtemp(path.join(tmpdir(), 'pi-panel-index-'));
  const env = { ...AUTHOR, GIT_INDEX_FILE: path.join(own, 'index') };
  const run = async (...args: string[]): Promise<string> => {
    const { status, output } = await writeGit(folder, args, { env });
    if (status === 0) return output.trim();
    const what = `Its uncommitted work could not be kept, so the worktree ${folder} was not removed`;
    throw new Refusal(409, 'git_failed', `${what}: git ${args[0]}: ${output.trim()}`);
  };
  try {
    // A separate index has no flags that hide changes, and leaves the worktree's own index unchanged.
    await run('read-tree', 'HEAD');
    await run('-c', 'core.safecrlf=false', 'add', '--all');
    const [tree, head] = [await run('write-tree'), (await readGit(folder, ['rev-parse', 'HEAD'])).trim()];
    const message = `Uncommitted work of the worktree ${folder} when it was ended`;
    const commit = await run('commit-tree', tree, '-p', head, '-m', message);
    const ref = `refs/pi-panel/ended/${branch ?? path.basename(folder)}-${stamp()}`;
    await run('update-ref', ref, commit, '');
    return ref;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

const stamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-');
