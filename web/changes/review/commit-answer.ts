// What becomes of the request for a commit, once the differences from git's last commit are known.
import type { AgentChanges } from '../../state/agent/changes.svelte.ts';
import type { Review } from './review.svelte.ts';

/** `open`: there is something to commit. Otherwise a sentence for the user, not translated. */
type CommitAnswer = 'open' | { kind: 'info' | 'warning'; sentence: string };

/** Returns null while it is not known yet. `count`: how many files differ from the last commit. */
export function commitAnswer(
  count: number,
  { isLoaded, part, files }: Pick<Review, 'isLoaded' | 'part' | 'files'>,
  { head, headFailure }: Pick<AgentChanges, 'head' | 'headFailure'>,
): CommitAnswer | null {
  if (!isLoaded) return null;
  if (headFailure !== null) return { kind: 'warning', sentence: headFailure };
  // The review follows the scope a moment later.
  const isShown = 'scope' in part && part.scope === 'head' && files.length === count;
  if (!head || !isShown) return null;
  if (count > 0) return 'open';
  // What git could not tell is not known to be equal.
  const partial = head.turns.find(({ coverage }) => coverage !== 'full');
  return partial
    ? { kind: 'warning', sentence: partial.why ?? 'Partially recorded.' }
    : { kind: 'info', sentence: 'Nothing differs from the last commit.' };
}
