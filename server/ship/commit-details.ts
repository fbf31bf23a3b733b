// One commit with the files that it changed, compared with its first parent.
import type { CommitDetails } from '../../shared/git.ts';
import { changedBetween, parentOf } from '../git/changed-between.ts';
import { readWord } from '../git/git.ts';
import { readCommits } from './commits.ts';
import { readMessage } from './history.ts';

export async function readCommit(root: string, name: string): Promise<CommitDetails> {
  const { id, message } = await readMessage(root, name);
  const [[commit], files, missing] = await Promise.all([
    readCommits(root, { range: [id], count: 1 }),
    changedBetween(root, await parentOf(root, id), id),
    readWord(root, ['rev-list', '--max-count=1', id, '--not', 'HEAD', '--']),
  ]);
  return { ...commit!, message, files, ...(missing === '' && { isInHead: true }) };
}
