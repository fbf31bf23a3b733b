// git in the workspace of a test. Tests that need it skip on a machine without git.
import { execFileSync, spawnSync } from 'node:child_process';
import type { RunningPanel } from './panel.ts';

/** For `test.skip(!HAS_GIT, NO_GIT)`. */
export const HAS_GIT = spawnSync('git', ['--version']).status === 0;
export const NO_GIT = 'git is not installed';

/** Runs a git command in the workspace and returns its output. */
export function git({ workspace }: RunningPanel, ...args: string[]): string {
  const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
  return execFileSync('git', [...author, ...args], {
    cwd: workspace,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Makes the workspace a repository whose first commit, on `main`, has all its files. */
export function commitAll(panel: RunningPanel): void {
  git(panel, 'init', '-q', '-b', 'main');
  git(panel, 'config', 'user.name', 'Example');
  git(panel, 'config', 'user.email', 'example@localhost');
  git(panel, 'add', '-A');
  git(panel, 'commit', '-qm', 'first');
}
