// What the undo dialog would do to each file, which of the files the user has checked, and the undo of those. The plan
// is read only once, because the user agrees to what was shown, not to what has changed since.
import type { Plan, PlannedFile, PlanRequest } from '../../shared/changes.ts';
import { errorText } from '../../shared/error-text.ts';
import { isWritten } from '../../shared/plan-rows.ts';
import { t } from '../language/text.ts';
import { Attempt } from '../lib/requests/attempt.svelte.ts';
import type { AgentChanges } from '../state/agent/changes.svelte.ts';
import { carryOut, requestPlan, type CarryOut } from './carry-out.ts';
import { chooseShared, isChosen, sharedFiles, toggle, type Toggled } from './undo-choice.ts';

/** `failure` says why there is no plan, or why it could not be carried out. */
export class UndoPlan extends Attempt {
  /** Null until the answer arrives. */
  plan = $state.raw<Plan | null>(null);
  /** What is undone or redone. Null if there is nothing. Answers to earlier requests are ignored. */
  request = $state.raw<PlanRequest | null>(null);
  #toggled = $state.raw<Toggled>(new Set());

  readonly rows = $derived<readonly PlannedFile[]>(this.plan?.files ?? []);
  readonly chosen = $derived(this.rows.filter((file) => isChosen(file, this.#toggled)));
  /** The files that are unchecked at first. */
  readonly shared = $derived(sharedFiles(this.rows));
  readonly isAllShared = $derived(this.shared.every((file) => this.chosen.includes(file)));
  readonly isPartlyShared = $derived(
    !this.isAllShared && this.shared.some((file) => this.chosen.includes(file)),
  );
  /** The first file with a conflict, if no file can be undone. */
  readonly blocked = $derived(
    this.rows.some(isWritten) ? undefined : this.rows.find(({ action }) => action === 'conflict'),
  );

  /** Asks for the plan. Without a request, it undoes the newest turn with changes that were not undone. */
  async prepare(
    changes: Pick<AgentChanges, 'turns' | 'post'> | undefined,
    wanted: PlanRequest | null,
  ): Promise<void> {
    this.plan = null;
    this.failure = null;
    this.#toggled = new Set();
    const last = changes?.turns.findLast(({ files }) => files.some(({ undone }) => !undone));
    const request = wanted ?? (last ? { undo: { turn: last.id } } : null);
    this.request = request;
    if (!request || !changes) return void (this.failure = t('There is nothing to undo.'));
    try {
      const plan = await requestPlan(changes, request);
      if (this.request === request) this.plan = plan;
    } catch (error) {
      if (this.request === request) this.failure = errorText(error);
    }
  }

  get canApply(): boolean {
    return this.chosen.length > 0 && !this.isBusy && this.failure === null;
  }

  /** Undoes or redoes the checked files. Resolves to whether that was done; if not, `failure` says why. */
  async apply(context: Omit<CarryOut, 'plan' | 'paths'>): Promise<boolean> {
    const { plan } = this;
    if (!plan) return false;
    return this.run(() => carryOut({ ...context, plan, paths: this.chosen.map(({ path }) => path) }));
  }

  toggle(file: PlannedFile): void {
    this.#toggled = toggle(this.#toggled, file);
  }

  /** Checks or unchecks all files that may not be the agent's. */
  chooseShared(isWanted: boolean): void {
    this.#toggled = chooseShared(this.#toggled, this.rows, isWanted);
  }
}
