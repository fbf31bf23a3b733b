// Continues or aborts what git is in the middle of.
import type { GitDone, UnfinishedBody } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { findUnfinished } from '../git/unfinished.ts';
import { runGit } from './run-git.ts';

/** The code of the refusal is `conflict` if there is another conflict, or if one is not resolved. */
export async function endUnfinished(root: string, { act }: UnfinishedBody): Promise<GitDone> {
  const what = await findUnfinished(root);
  if (what === null)
    throw new Refusal(409, 'nothing_unfinished', 'git is not in the middle of anything here.');
  const codeOf = async (): Promise<string> =>
    act === 'continue' && (await findUnfinished(root)) !== null ? 'conflict' : 'git_failed';
  return runGit(root, { args: [what, `--${act}`], codeOf });
}
