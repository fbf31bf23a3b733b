// What the review offers as a whole: a commit of what it shows, and, if it shows nothing, why.
import type { AgentChanges } from '../../state/agent/changes.svelte.ts';
import type { ChangeScope } from '../../state/workbench/requests.ts';
import { isForgotten } from './review-scope.ts';
import type { Part, Review } from './review.svelte.ts';

/**
 * Returns where the commit is chosen: `here`, or among the differences from git's last commit, which have to be shown
 * first. Null if there is nothing to commit. `differing`: how many files differ from the last commit.
 */
export function commitOffer(
  { places, hasUncommitted }: Pick<Review, 'places' | 'hasUncommitted'>,
  { part, isAgainstHead, differing }: { part: Part; isAgainstHead: boolean; differing: number },
): 'here' | 'against head' | null {
  if (places.length === 0 || 'commit' in part) return null;
  if (isAgainstHead) return 'here';
  return hasUncommitted && differing > 0 ? 'against head' : null;
}

/** What an empty review says. */
export function emptiness(
  { part, scope }: { part: Part; scope: ChangeScope },
  /** The shown part of the history, if there is one. */
  opened: { details: object | null; failure: string | null },
  changes: Pick<AgentChanges, 'head' | 'headFailure' | 'list' | 'failure'> | undefined,
): { isLoading: boolean; failure: string | null; isForgotten: boolean } {
  const wasForgotten = scope !== 'head' && isForgotten(changes?.list ?? null);
  const [known, failure] =
    'commit' in part
      ? [opened.details, opened.failure]
      : scope === 'head'
        ? [changes?.head, changes?.headFailure]
        : [changes?.list, changes?.failure];
  return { isLoading: !known, failure: failure ?? null, isForgotten: wasForgotten };
}
