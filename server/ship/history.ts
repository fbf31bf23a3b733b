// The commits of a repository, a page at a time.
import type { GitCommit, GitMessage } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readGit, readWord } from '../git/git.ts';
import { readCommits } from './commits.ts';

export interface HistoryQuery {
  count: number;
  skip: number;
  /** Finds commits by their message, author, or path. `file`: those of exactly this file, also under its earlier names. */
  query?: string | undefined;
  by: 'message' | 'author' | 'path' | 'file';
  /** Of all branches, remotes and tags. */
  isAll?: boolean;
}

/** Without the stash. */
const ALL = ['--branches', '--remotes', '--tags'];

/** The newest first. Empty before the first commit. */
export async function readHistory(root: string, query: HistoryQuery): Promise<GitCommit[]> {
  try {
    return await findCommits(root, query);
  } catch (error) {
    // Asked only now, because each git that starts keeps the page waiting.
    if ((await readWord(root, verify('HEAD'))) === null) return [];
    throw error;
  }
}

function findCommits(
  root: string,
  { count, skip, query, by, isAll = false }: HistoryQuery,
): Promise<GitCommit[]> {
  const page = { range: ['HEAD', ...(isAll ? ALL : [])], count, skip };
  if (!query) return readCommits(root, page);
  if (by === 'file') return readCommits(root, { ...page, follows: query });
  // A path is given from the workspace, as everywhere on the page.
  if (by === 'path') return readCommits(root, { ...page, paths: [`:(icase)*${escapeGlob(query)}*`] });
  const option = by === 'author' ? '--author' : '--grep';
  const options = ['--regexp-ignore-case', '--fixed-strings', `${option}=${query}`];
  return readCommits(root, { ...page, options });
}

const escapeGlob = (text: string): string => text.replace(/[*?[\]\\]/g, String.raw`\$&`);

/** The whole message of a commit. */
export async function readMessage(root: string, id: string): Promise<GitMessage> {
  const commit = await readWord(root, verify(id));
  if (commit === null) throw new Refusal(404, 'unknown_commit', `There is no commit ${id}.`);
  const message = await readGit(root, ['log', '-1', '--format=%B', commit, '--']);
  return { id: commit, message: message.trim() };
}

const verify = (name: string): string[] => [
  ...['rev-parse', '--verify', '--quiet', '--end-of-options'],
  `${name}^{commit}`,
];
