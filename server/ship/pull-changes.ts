// The changes of a pull request, and answers to the threads of comments on it.
import type { PullRequestChanges, ReviewComment, ThreadAnswer } from '../../shared/pull-requests.ts';
import type { GitDone } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { changedBetween } from '../git/changed-between.ts';
import { readGit, readWord } from '../git/git.ts';
import type { MessageQuestion } from './commit-message.ts';
import { findForge, type Hosted } from './forge/find-forge.ts';
import { runGit } from './run-git.ts';

/** Characters of the difference that the model gets to see. */
const MAX_DIFF = 20_000;

/** Rejects with a Refusal 409 `not_fetched` if its commits are not in the repository yet. */
export async function readPullChanges(root: string, number: number): Promise<PullRequestChanges> {
  const { forge, remote } = await findForge(root);
  const { base, commit } = await forge.details(number);
  const range = `refs/remotes/${remote}/${base}...${commit}`;
  // The last line is `^` and the commit at which the branches part.
  const parted = (await readWord(root, ['rev-parse', '--revs-only', range]))?.split('\n').at(-1);
  if (!parted?.startsWith('^'))
    throw new Refusal(
      409,
      'not_fetched',
      `The commits of the pull request #${number} are not in this repository yet. Fetch them first.`,
    );
  const from = parted.slice(1);
  return { base: from, commit, files: await changedBetween(root, from, commit) };
}

/** Fetches the commits of a pull request, also those of a fork, and the branch that is to get them. */
export async function fetchPullRequest(root: string, number: number): Promise<GitDone> {
  const { forge, remote } = await findForge(root);
  const { base } = await forge.details(number);
  const branch = `+refs/heads/${base}:refs/remotes/${remote}/${base}`;
  return runGit(root, { args: ['fetch', '--progress', remote, branch, forge.ref(number)] });
}

/** Posts an answer, in the name of the user. */
export async function answerThread(
  root: string,
  number: number,
  { thread, body }: ThreadAnswer,
): Promise<void> {
  const { forge, first } = await findThread(root, number, thread);
  await forge.answer(number, { thread, isOnLine: first.path !== undefined, body });
}

/** Asks for the draft of an answer. */
export async function askForAnswer(root: string, number: number, thread: string): Promise<MessageQuestion> {
  const { title, comments, first } = await findThread(root, number, thread);
  const place = first.path === undefined ? '' : ` on ${first.path}:${first.line ?? ''}`;
  const said = comments.map(({ author, body }) => `${author}:\n${body}`).join('\n\n');
  const diff = first.path === undefined ? '' : await readDiff(root, number, first.path);
  return {
    system:
      'You draft an answer to a thread of comments on a pull request, in the name of its author. Answer with the text alone, short and to the point, in the language of the thread. Promise nothing that the change does not show.',
    text: [`The pull request #${number} “${title}”, a thread${place}:`, said, diff]
      .filter(Boolean)
      .join('\n\n'),
  };
}

interface Thread extends Hosted {
  title: string;
  /** The oldest first. */
  comments: ReviewComment[];
  first: ReviewComment;
}

/** Rejects with a Refusal 404 `unknown_thread` if the host does not have it any more. */
async function findThread(root: string, number: number, thread: string): Promise<Thread> {
  const hosted = await findForge(root);
  const { title, comments } = await hosted.forge.details(number);
  const own = comments.filter((comment) => comment.thread === thread);
  const [first] = own;
  if (!first) throw new Refusal(404, 'unknown_thread', 'The host no longer has this comment. Refresh.');
  return { ...hosted, title, comments: own, first };
}

/** The changes of the pull request in a file; empty if they are not known here. */
async function readDiff(root: string, number: number, path: string): Promise<string> {
  try {
    const { base, commit } = await readPullChanges(root, number);
    return cutText(
      await readGit(root, ['diff', '-M', base, commit, '--', `:(top,literal)${path}`]),
      MAX_DIFF,
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_fetched') return '';
    throw error;
  }
}
