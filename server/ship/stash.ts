// The stash: what the user has put aside.
import type { GitDone, Stash, StashBody } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readWord } from '../git/git.ts';
import { runGit } from './run-git.ts';

const FORMAT = '--format=%H%x00%at%x00%gs';

/** The newest first. */
export async function listStashes(root: string): Promise<Stash[]> {
  const output = await readWord(root, ['log', '--walk-reflogs', FORMAT, 'refs/stash', '--']);
  return (output ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', time = '', ...message] = line.split('\0');
      return { id, at: Number(time) * 1000, message: message.join('\0') };
    });
}

/** Rejects with a Refusal 409: `conflict` if git could only apply it with conflicts, which are in the files then. */
export async function changeStash(root: string, body: StashBody): Promise<GitDone> {
  if ('save' in body) {
    const message = body.save === '' ? [] : ['-m', body.save];
    return runGit(root, { args: ['stash', 'push', '--include-untracked', ...message] });
  }
  const codeOf = (output: string): string => (/^CONFLICT /m.test(output) ? 'conflict' : 'git_failed');
  if ('apply' in body) return runGit(root, { args: ['stash', 'apply', '--index', body.apply], codeOf });
  // Only its place names an entry, and that changes with every other one.
  const place = (await listStashes(root)).findIndex(({ id }) => id === body.drop);
  if (place < 0) throw new Refusal(409, 'no_stash', 'The stash no longer has this entry.');
  return runGit(root, { args: ['stash', 'drop', `stash@{${place}}`] });
}
