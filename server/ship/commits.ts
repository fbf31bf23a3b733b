// Reads commits for lists.
import type { GitCommit } from '../../shared/git.ts';
import { readGit } from '../git/git.ts';

/** Fields end with a NUL, which no text of a commit contains. */
const FIELDS = ['%H', '%P', '%an', '%at', '%D', '%s'];
const FORMAT = `--format=${FIELDS.join('%x00')}%x00`;

export interface CommitQuery {
  /** Revisions, as arguments of `git log`. */
  range: readonly string[];
  count: number;
  skip?: number;
  /** Further options. */
  options?: readonly string[];
  paths?: readonly string[];
  /** One file, also under its earlier names. From the workspace. */
  follows?: string;
}

/** The newest first. */
export async function readCommits(
  root: string,
  { range, count, skip = 0, options = [], paths = [], follows }: CommitQuery,
): Promise<GitCommit[]> {
  const limits = [`--max-count=${count}`, `--skip=${skip}`, '--decorate=full'];
  const following = follows === undefined ? [] : ['--follow'];
  const places = follows === undefined ? paths : [follows];
  const args = ['log', FORMAT, ...limits, ...options, ...following, ...range, '--', ...places];
  // In the locale C, git tells Ä from ä when it ignores case. git follows no path with `:(literal)`.
  const more: Record<string, string> = { LC_ALL: 'C.UTF-8' };
  if (follows !== undefined) more.GIT_LITERAL_PATHSPECS = '1';
  return parseCommits(await readGit(root, args, more));
}

function parseCommits(output: string): GitCommit[] {
  const fields = output.split('\0');
  const commits: GitCommit[] = [];
  for (let at = 0; at + FIELDS.length < fields.length; at += FIELDS.length) {
    const [id = '', parents = '', author = '', time = '', refs = '', subject = ''] = fields.slice(at);
    commits.push({
      id: id.trim(),
      parents: parents.split(' ').filter(Boolean),
      author,
      at: Number(time) * 1000,
      refs: refs.split(', ').filter(Boolean),
      subject,
    });
  }
  return commits;
}
