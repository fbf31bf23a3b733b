// What the review tells the changes in it, however deep they are.
import { getContext, setContext, type Snippet } from 'svelte';

interface ReviewContext {
  /** Whether changes can be marked as kept. Those of a commit have happened: there is nothing to decide. */
  readonly canKeep: boolean;
  /** Shown below the lines of a change: what others wrote about it. */
  readonly threads: Snippet<[path: string, hunk: string]>;
}

const CONTEXT = Symbol('review');

export function setReview(context: ReviewContext): void {
  setContext(CONTEXT, context);
}

export function getReview(): ReviewContext {
  return getContext<ReviewContext>(CONTEXT);
}
