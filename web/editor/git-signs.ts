// The letter of a file that differs from git's last commit, and the words for assistive technology.
import type { GitMark } from '../../shared/git.ts';
import type { Text } from '../language/text.ts';

/** A new file has the letter that it has among the changes, whether git tracks it already or not. */
export const GIT_SIGNS: Record<GitMark, string> = {
  modified: 'M',
  added: 'A',
  deleted: 'D',
  untracked: 'A',
  conflict: '!',
};

export const GIT_WORDS: Record<GitMark, Text> = {
  modified: 'modified since the last commit',
  added: 'added since the last commit',
  deleted: 'deleted since the last commit',
  untracked: 'new, not tracked by git',
  conflict: 'in conflict',
};
