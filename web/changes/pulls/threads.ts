// The threads of comments on a pull request, and the changes that they stand beside.
import type { Hunk } from '../../../shared/hunks.ts';
import { askAboutThread } from '../../../shared/pull-request-prompts.ts';
import type { PullRequest, ReviewComment } from '../../../shared/pull-requests.ts';
import type { NewComment } from '../../state/workbench/comment.ts';

export interface Thread {
  id: string;
  /** Has the place of the whole thread. */
  first: ReviewComment;
  /** The oldest first. */
  comments: readonly ReviewComment[];
  isResolved: boolean;
}

/** In the order of their first comments. */
export function threadsOf(comments: readonly ReviewComment[]): Thread[] {
  return [...Map.groupBy(comments, ({ thread }) => thread)].map(([id, own]) => ({
    id,
    first: own[0]!,
    comments: own,
    isResolved: own.some(({ isResolved }) => isResolved),
  }));
}

/** Whether somebody may wait for something: it has a text, and is not resolved. */
export const isOpen = ({ comments, isResolved }: Thread): boolean =>
  !isResolved && comments.some(({ body }) => body !== '');

/** Returns the id of the change that is nearest to the line of a comment. Undefined without a line or a change. */
export function nearestHunk(hunks: readonly Hunk[], { line, side }: ReviewComment): string | undefined {
  if (line === undefined) return undefined;
  const distance = (hunk: Hunk): number => {
    const [from, to] =
      side === 'before' ? [hunk.beforeStart, hunk.beforeEnd] : [hunk.afterStart, hunk.afterEnd];
    return Math.max(from + 1 - line, line - Math.max(to, from + 1), 0);
  };
  return hunks.toSorted((a, b) => distance(a) - distance(b))[0]?.id;
}

/** A thread as a comment in the next message to the agent. */
export function noteThread(pull: Pick<PullRequest, 'number' | 'title'>, { comments }: Thread): NewComment {
  return { ...askAboutThread(pull, comments), place: { pull: pull.number } };
}
