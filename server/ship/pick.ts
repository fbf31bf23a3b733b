// Makes a commit that undoes another one, or that does the same on the current branch.
import type { GitDone, PickBody } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readWord } from '../git/git.ts';
import { findUnfinished } from '../git/unfinished.ts';
import { runGit } from './run-git.ts';

/** The code of the refusal is `conflict` if git waits for the user then. */
export async function pickCommit(root: string, { act, commit }: PickBody): Promise<GitDone> {
  const line = await readWord(root, ['rev-list', '--parents', '--max-count=1', commit, '--']);
  if (line === null) throw new Refusal(404, 'unknown_commit', `There is no commit ${commit}.`);
  // Of a merge, what it brought to the branch that it was made on.
  const mainline = line.split(' ').length > 2 ? ['--mainline', '1'] : [];
  const quiet = act === 'revert' ? ['--no-edit'] : [];
  const codeOf = async (): Promise<string> =>
    (await findUnfinished(root)) === null ? 'git_failed' : 'conflict';
  return runGit(root, { args: [act, ...quiet, ...mainline, commit], codeOf });
}
