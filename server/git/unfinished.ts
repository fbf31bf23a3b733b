// What git is in the middle of in a checkout, because of a conflict or because the user stopped there.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Unfinished } from '../../shared/git.ts';
import { readGit } from './git.ts';
import { ifThere } from '../lib/if-there.ts';

/** What git leaves in its folder while it waits. A rebase is looked for first, because it picks commits itself. */
const TRACES: readonly [file: string, what: Unfinished][] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
];

export async function findUnfinished(root: string): Promise<Unfinished | null> {
  return unfinishedAt((await readGit(root, ['rev-parse', '--absolute-git-dir'])).replace(/\n$/, ''));
}

/** `folder`: git's own folder of the checkout. */
export async function unfinishedAt(folder: string): Promise<Unfinished | null> {
  for (const [file, what] of TRACES)
    if ((await ifThere(lstat(path.join(folder, file)))) !== undefined) return what;
  return null;
}
