// The state of a workspace in git: branch, upstream, and a mark for each file that differs from the last commit.
import type { ExecFileException } from 'node:child_process';
import type { GitMark, GitProblem, GitState } from '../../shared/git.ts';
import { readGit } from './git.ts';
import { findSameAsPointer } from './lfs-files.ts';
import { unfinishedAt } from './unfinished.ts';

/** The most files that are marked: more than a tree shows at once. */
const MAX_FILES = 20_000;

/** Resolves to the state, or to null without a repository, or without git. */
export async function readGitState(root: string): Promise<GitState | GitProblem | null> {
  const readAt = performance.timeOrigin + performance.now();
  const options = ['--porcelain=v2', '--branch', '-z', '--untracked-files=normal', '--no-renames'];
  try {
    const [output, place] = await Promise.all([
      readGit(root, ['status', ...options, '--', '.']),
      // git names paths from the top of the repository.
      readGit(root, ['rev-parse', '--show-prefix', '--absolute-git-dir']),
    ]);
    const end = place.lastIndexOf('\n', place.length - 2);
    const [prefix, folder] = [place.slice(0, Math.max(0, end)), place.slice(end + 1, -1)];
    const { state, changed } = parseStatus(output, prefix, readAt);
    for (const name of await findSameAsPointer(root, '', changed)) delete state.files[name];
    state.unstaged = state.unstaged.filter((name) => name in state.files);
    const unfinished = await unfinishedAt(folder);
    return unfinished ? { ...state, unfinished } : state;
  } catch (error) {
    return problemOf(error as ExecFileException);
  }
}

/** Returns the paths whose content in git's index differs from the last commit. */
export async function findStaged(root: string, paths: readonly string[]): Promise<string[]> {
  const state = await readGitState(root);
  const staged = new Set(state && 'staged' in state ? state.staged : []);
  return paths.filter((path) => staged.has(path));
}

function problemOf({ code, stderr, message }: ExecFileException): GitProblem | null {
  if (code === 'ENOENT' || stderr?.startsWith('fatal: not a git repository')) return null;
  return { problem: stderr?.trim() || message };
}

/**
 * Parses the `output` of `git status --porcelain=v2 --branch -z`. `prefix`: the workspace's path in the repository,
 * `sub/` or empty. `changed`: the files that differ only from the index.
 */
function parseStatus(output: string, prefix: string, readAt: number): { state: GitState; changed: string[] } {
  const state: GitState = {
    readAt,
    branch: null,
    commit: null,
    upstream: null,
    ahead: 0,
    behind: 0,
    staged: [],
    unstaged: [],
    files: {},
  };
  const changed: string[] = [];
  let count = 0;
  for (const line of output.split('\0')) {
    const [kind, key = '', ...rest] = line.split(' ');
    if (kind === '#') setHeader(state, key, rest.join(' '));
    const path = pathIn(line);
    const name = path?.startsWith(prefix) ? path.slice(prefix.length) : '';
    // git names the workspace itself if it tracks nothing in it.
    if (name === '' || ++count > MAX_FILES) continue;
    state.files[name] = markOf(kind!, key);
    if (kind === '1' && key === '.M') changed.push(name);
    if (kind === '?' || kind === 'u') continue;
    if (key[0] !== '.') state.staged.push(name);
    if (key[1] !== '.') state.unstaged.push(name);
  }
  return { state, changed };
}

function setHeader(state: GitState, key: string, value: string): void {
  if (key === 'branch.head') state.branch = value === '(detached)' ? null : value;
  if (key === 'branch.oid') state.commit = value === '(initial)' ? null : value;
  if (key === 'branch.upstream') state.upstream = value;
  const counts = key === 'branch.ab' ? /^\+(\d+) -(\d+)$/.exec(value) : null;
  if (counts) [state.ahead, state.behind] = [Number(counts[1]), Number(counts[2])];
}

/**
 * Returns the path in an entry. Before it, entries have a fixed number of fields: 8 for changed files, 10 for
 * conflicts, 1 for untracked files.
 */
function pathIn(line: string): string | undefined {
  const fields = { '1': 8, u: 10, '?': 1 }[line[0] ?? ''];
  return fields === undefined ? undefined : line.split(' ').slice(fields).join(' ');
}

function markOf(kind: string, xy: string): GitMark {
  if (kind === '?') return 'untracked';
  if (kind === 'u') return 'conflict';
  if (xy.includes('D')) return 'deleted';
  return xy[0] === 'A' ? 'added' : 'modified';
}
