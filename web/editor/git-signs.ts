// The letter of a file that differs from git's last commit.
import type { GitMark } from '../../shared/git.ts';

/** A new file has the letter that it has among the changes, whether git tracks it already or not. */
export const GIT_SIGNS: Record<GitMark, string> = {
  modified: 'M',
  added: 'A',
  deleted: 'D',
  untracked: 'A',
  conflict: '!',
};
