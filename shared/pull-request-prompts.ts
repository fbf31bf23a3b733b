// What pi is told about failed checks and review comments. These texts are for the model, so they stay in English.
import type { Check, PullRequest, ReviewComment } from './pull-requests.ts';

/** Characters of the end of a log, which says why a check failed. */
export const MAX_LOG = 8000;

export interface FailedCheck {
  check: Check;
  /** The end of its log; empty if it has none. */
  log: string;
}

interface CheckedCommit {
  branch: string;
  commit: string;
}

export function askAboutCheck(failed: FailedCheck, checked: CheckedCommit): string {
  return [describe(failed, checked), TASK].join('\n\n');
}

/** The same, as a comment in the next message. */
export function noteCheck(
  { check, log }: FailedCheck,
  { branch, commit }: CheckedCommit,
): { title: string; quote: string; comment: string } {
  const title = `Check “${check.name}” failed for ${commit.slice(0, 8)} of ${branch}`;
  const page = check.url === null ? '' : `Its page: ${check.url}`;
  return { title, quote: endOf([check.summary, page, log].filter(Boolean).join('\n')), comment: TASK };
}

/** `attempt`: counted from 1, of so many. */
export function askAboutChecks(
  failed: readonly FailedCheck[],
  { attempt, attempts, ...checked }: CheckedCommit & { attempt: number; attempts: number },
): string {
  const head = `Watching the checks of ${checked.branch} until they pass, attempt ${attempt} of ${attempts}.`;
  return [head, ...failed.map((one) => describe(one, checked)), TASK].join('\n\n');
}

const TASK = 'Find out why, fix it, test the fix, and commit it. Do not push.';

function describe({ check, log }: FailedCheck, { branch, commit }: CheckedCommit): string {
  const summary = check.summary === '' ? '' : ` (${check.summary})`;
  const about = `The check “${check.name}” failed${summary} for commit ${commit.slice(0, 8)} of the branch ${branch}.`;
  const place = check.url === null ? '' : ` Its page: ${check.url}`;
  const end = log === '' ? [] : [`The end of its log:\n\n${fenced(endOf(log))}`];
  return [about + place, ...end].join('\n\n');
}

/** A thread of comments, as a comment in the next message. `comments`: the oldest first. */
export function askAboutThread(
  { number, title }: Pick<PullRequest, 'number' | 'title'>,
  comments: readonly ReviewComment[],
): { title: string; quote: string; comment: string } {
  const [first] = comments;
  const { path, line } = first ?? {};
  const place = path === undefined ? '' : ` on ${path}${line === undefined ? '' : `:${line}`}`;
  const said = comments.filter(({ body, verdict }) => body !== '' || verdict !== undefined);
  return {
    title: `${first?.author ?? ''}${place}, pull request #${number} “${title}”`,
    quote: said
      .map(({ author, body, verdict }) =>
        [`${author}${verdict === undefined ? '' : ` (${verdict})`}:`, body].filter(Boolean).join('\n'),
      )
      .join('\n\n'),
    comment:
      'Change what this asks for if it is right, and say why if it is not. Do not push, and do not answer it.',
  };
}

/** The last lines. */
export function endOf(log: string): string {
  if (log.length <= MAX_LOG) return log;
  const end = log.slice(-MAX_LOG);
  return `…\n${end.slice(end.indexOf('\n') + 1)}`;
}

/** A fence that is longer than every one in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/^\s*(`{3,})/gm), ([, ticks]) => ticks!.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
