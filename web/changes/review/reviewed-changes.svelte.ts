// Which changes the review shows: those of a scope, of a turn, of a commit or of a pull request.
import { untrack } from 'svelte';
import type { ChangedFile, ChangedTurn } from '../../../shared/changes.ts';
import type { CommitDetails } from '../../../shared/git.ts';
import type { PullRequestChanges } from '../../../shared/pull-requests.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { Workbench } from '../../state/workbench/workbench.svelte.ts';
import { lastSeen } from '../last-seen.ts';
import { lastTurn, runningSince } from '../scoped-turns.ts';
import { OpenedCommit } from './opened-commit.svelte.ts';
import { OpenedPull } from './opened-pull.svelte.ts';
import type { Part } from './review.svelte.ts';
import { reviewedFiles } from './review-scope.ts';

interface Sources {
  agent: () => Agent | null | undefined;
  /** Whether the review is open. */
  isOpen: () => boolean;
  workbench: Pick<Workbench, 'reviewRequest' | 'changeScope'>;
}

/** A part of the history, once it was fetched. */
interface Past {
  part: Part;
  details: CommitDetails | PullRequestChanges | null;
  failure: string | null;
}

const NO_CHANGES = { turns: [], list: null, head: null };

export class ReviewedChanges {
  readonly commit = new OpenedCommit();
  readonly pull = new OpenedPull();
  readonly #sources: Sources;

  /** Must be called while a component is being created. */
  constructor(sources: Sources) {
    this.#sources = sources;
    $effect(() => {
      const [agent, request] = [sources.agent(), sources.isOpen() ? this.#request : null];
      if (!agent) return;
      untrack(() => {
        void this.commit.show(agent, request?.commit);
        void this.pull.show(agent, request?.pull);
      });
    });
  }

  /** The shown part of the history; null while the work of the session is shown. */
  readonly past: Past | null = $derived.by(() => {
    const { commit: id, pull: number } = this.#request ?? {};
    if (id !== undefined) {
      const { details, failure } = this.commit;
      return { details, failure, part: { commit: id } };
    }
    if (number === undefined) return null;
    const { changes, failure } = this.pull;
    const { base = '', commit = '' } = changes ?? {};
    return { details: changes, failure, part: { commit, base } };
  });

  /** Whether a turn, a commit or a pull request is shown, whatever the scope. */
  readonly isChosen = $derived.by(() => this.#request?.turn !== undefined || this.past !== null);

  readonly #running = $derived.by(() => {
    const agent = this.#sources.agent();
    return agent?.view?.run ? runningSince(agent.entries) : null;
  });

  readonly #shown = $derived.by(() => {
    if (this.past) return { part: this.past.part, files: this.past.details?.files ?? [], undone: [] };
    const agent = this.#sources.agent();
    return reviewedFiles(agent?.changes ?? NO_CHANGES, {
      turn: this.#request?.turn,
      scope: this.#sources.workbench.changeScope,
      looked: lastSeen(agent?.view?.session?.id ?? ''),
      running: this.#running,
    });
  });

  /** The query for the diffs of the files. */
  get part(): Part {
    return this.#shown.part;
  }

  get files(): readonly ChangedFile[] {
    return this.#shown.files;
  }

  /** The paths of the files of which nothing is left to review, because it was undone. */
  get undone(): readonly string[] {
    return this.#shown.undone;
  }

  /** The last turn that changed something, if the running one has not, and is to be reviewed. */
  readonly last: ChangedTurn | undefined = $derived.by(() => {
    const isTurn = this.#sources.workbench.changeScope === 'turn' && !this.isChosen;
    if (!isTurn || this.#running === null) return undefined;
    return lastTurn(this.#sources.agent()?.changes.turns ?? []);
  });

  get #request(): Workbench['reviewRequest'] {
    return this.#sources.workbench.reviewRequest;
  }
}
