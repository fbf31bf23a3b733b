// What becomes of the user's wish to commit: the differences from git's last commit are fetched, unless the review shows
// them, and then the dialog opens, or a sentence says why not.
import type { AgentChanges } from '../../state/agent/changes.svelte.ts';
import type { ReviewRequest } from '../../state/workbench/requests.ts';
import { commitAnswer } from './commit-answer.ts';
import type { Review } from './review.svelte.ts';

/** The last request that was followed. A review that is shown again does not ask again. */
let handled: ReviewRequest | null = null;

type Changes = Pick<AgentChanges, 'head' | 'headFailure' | 'fetchHead'>;

export class CommitAsk {
  step = $state<'asked' | 'open' | null>(null);
  readonly #changes: () => Changes;

  constructor(changes: () => Changes) {
    this.#changes = changes;
  }

  /** `count`: how many files differ from the last commit; null while the review shows another scope. */
  ask(count: number | null): void {
    // A second click must not start over while the differences are fetched.
    if (this.step === 'asked') return;
    if (count === null) this.#fetch();
    this.step = 'asked';
  }

  /** Must be called with the request that opened the review. Each request is a new object, and is followed once. */
  follow(request: ReviewRequest | null): void {
    if (!request?.isCommit || request === handled) return;
    handled = request;
    this.#fetch();
    this.step = 'asked';
  }

  /** Must be called with every change of the differences. Opens the dialog, or returns the sentence that says why not. */
  answer(
    count: number | null,
    review: Pick<Review, 'isLoaded' | 'part' | 'files'>,
  ): { kind: 'info' | 'warning'; sentence: string } | null {
    if (this.step !== 'asked' || count === null) return null;
    const answer = commitAnswer(count, review, this.#changes());
    if (answer === null) return null;
    this.step = answer === 'open' ? 'open' : null;
    return answer === 'open' ? null : answer;
  }

  /** Must be called when the dialog is closed. */
  close(): void {
    this.step = null;
    void this.#changes().fetchHead();
  }

  /** The request came from another scope, or from outside the review, so the known differences may be old. */
  #fetch(): void {
    const changes = this.#changes();
    changes.head = null;
    changes.headFailure = null;
    void changes.fetchHead();
  }
}
