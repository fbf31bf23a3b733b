// A file before and after a commit.
import { Refusal } from '../../shared/refusal.ts';
import { FIND_RENAMES, namesOf, parentOf } from '../git/changed-between.ts';
import { readGit, readWord } from '../git/git.ts';
import { readCheckedOut } from '../git/stored-content.ts';
import { ABSENT, fileState, type ReadState } from './contents/file-state.ts';

export interface CommitSides {
  before: ReadState;
  after: ReadState;
}

/** Reads both sides. Rejects with a Refusal 404 for a commit that does not exist. */
export async function sidesOfCommit(root: string, path: string, commit: string): Promise<CommitSides> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
  const id = await readWord(root, args);
  if (id === null) throw new Refusal(404, 'unknown_commit', `There is no commit ${commit}.`);
  const parent = await parentOf(root, id);
  const options = [...FIND_RENAMES, '--relative', '-z', '--name-status'];
  const names = namesOf(await readGit(root, ['diff', ...options, parent, id, '--']));
  const origin = names.find((file) => file.path === path)?.from ?? path;
  const [before, after] = await Promise.all([
    readCheckedOut(root, parent, origin),
    readCheckedOut(root, id, path),
  ]);
  return { before: stateOf(before), after: stateOf(after) };
}

function stateOf(bytes: Buffer | null): ReadState {
  return bytes ? { state: fileState(bytes, 0o644), bytes } : { state: ABSENT };
}
