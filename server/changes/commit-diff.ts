// A file before and after a commit, or after several of them.
import { Refusal } from '../../shared/refusal.ts';
import { FIND_RENAMES, namesOf, parentOf } from '../git/changed-between.ts';
import { readGit, readWord } from '../git/git.ts';
import { readCheckedOut } from '../git/stored-content.ts';
import { ABSENT, fileState, type ReadState } from './contents/file-state.ts';

export interface CommitSides {
  before: ReadState;
  after: ReadState;
}

/** The two sides: a commit and its first parent, or an earlier commit. */
export interface ComparedCommits {
  commit: string;
  base?: string | undefined;
}

/** Reads both sides. Rejects with a Refusal 404 for a commit that does not exist. */
export async function sidesOfCommit(
  root: string,
  path: string,
  { commit, base }: ComparedCommits,
): Promise<CommitSides> {
  const id = await idOf(root, commit);
  const parent = base === undefined ? await parentOf(root, id) : await idOf(root, base);
  const options = [...FIND_RENAMES, '--relative', '-z', '--name-status'];
  const names = namesOf(await readGit(root, ['diff', ...options, parent, id, '--']));
  const origin = names.find((file) => file.path === path)?.from ?? path;
  const [before, after] = await Promise.all([
    readCheckedOut(root, parent, origin),
    readCheckedOut(root, id, path),
  ]);
  return { before: stateOf(before), after: stateOf(after) };
}

async function idOf(root: string, commit: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
  const id = await readWord(root, args);
  if (id === null) throw new Refusal(404, 'unknown_commit', `There is no commit ${commit}.`);
  return id;
}

function stateOf(bytes: Buffer | null): ReadState {
  return bytes ? { state: fileState(bytes, 0o644), bytes } : { state: ABSENT };
}
