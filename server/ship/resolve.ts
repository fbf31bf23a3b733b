// Takes the whole file of one side of a conflict.
import type { GitDone, ResolveBody } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readGit } from '../git/git.ts';
import { runGit } from './run-git.ts';

/** git's numbers of the versions of a file in conflict: 1 is their common ancestor. */
const STAGES = { ours: '2', theirs: '3' } as const;

/** Rejects with a Refusal 409: `no_conflict` if the file is not in conflict. */
export async function resolveConflict(root: string, { path, side }: ResolveBody): Promise<GitDone> {
  const spec = `:(literal)${path}`;
  const listed = await readGit(root, ['ls-files', '-z', '--unmerged', '--', spec]);
  const stages = listed.split('\0').flatMap((line) => /^\d+ [0-9a-f]+ ([123])\t/.exec(line)?.[1] ?? []);
  if (stages.length === 0) throw new Refusal(409, 'no_conflict', `${path} is not in conflict any more.`);
  // The side that has deleted the file has no version of it.
  if (!stages.includes(STAGES[side])) return runGit(root, { args: ['rm', '--quiet', '--', spec] });
  return runGit(root, { args: ['checkout', `--${side}`, '--', spec] }, { args: ['add', '--', spec] });
}
