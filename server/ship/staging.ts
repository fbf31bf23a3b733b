// Puts files into git's index as they are, and takes them out again.
import type { GitDone } from '../../shared/git.ts';
import { runGit } from './run-git.ts';

/** The paths come on the input, because thousands of them are too long for a command line. */
const FROM_INPUT = ['--pathspec-from-file=-', '--pathspec-file-nul'];

export function stageFiles(root: string, paths: readonly string[]): Promise<GitDone> {
  return runGit(root, { args: ['add', '--all', ...FROM_INPUT], input: specsOf(paths) });
}

/** Their content in the index becomes that of the last commit. The files stay as they are. */
export function unstageFiles(root: string, paths: readonly string[]): Promise<GitDone> {
  return runGit(root, { args: ['reset', '--quiet', ...FROM_INPUT], input: specsOf(paths) });
}

const specsOf = (paths: readonly string[]): string => paths.map((path) => `:(literal)${path}\0`).join('');
