// The stack of steps that the palette shows. It exists before the palette's code is loaded, because a step may open the
// palette.
import { flushSync } from 'svelte';
import { ApiError } from '../../lib/requests/api.ts';
import { lostReason } from '../../lib/requests/lost-code.ts';
import type { Workbench } from '../../state/workbench/workbench.svelte.ts';
import { Refused } from '../action.ts';
import { questionStep, type Outcome, type Question, type Step } from './step.ts';

type Act = () => Outcome | Promise<Outcome>;

export class Steps {
  /** Why the last action failed. */
  failure = $state<string | null>(null);
  isBusy = $state(false);
  #steps = $state.raw<readonly Step[]>([]);
  /** Whether the palette was opened at a step, so that "back" from there closes it. */
  #isDirect = false;
  readonly #workbench: Workbench;
  readonly #onLateRefusal: (message: string) => void;

  /** `onLateRefusal` is called if an action fails after the palette was closed. */
  constructor(workbench: Workbench, onLateRefusal: (message: string) => void) {
    this.#workbench = workbench;
    this.#onLateRefusal = onLateRefusal;
  }

  /** The current step; null while the palette shows the list of everything. */
  get current(): Step | null {
    return this.#steps.at(-1) ?? null;
  }

  get isOpen(): boolean {
    return this.#workbench.overlay === 'palette';
  }

  /** Opens the palette at this step, or adds the step to the open palette. */
  open(step: Step | Question): void {
    if (!this.isOpen) this.#isDirect = true;
    const next = step.kind === 'question' ? questionStep(step) : step;
    const before = 'replaces' in next && next.replaces ? this.#steps.slice(0, -1) : this.#steps;
    this.#steps = [...before, next];
    this.#workbench.overlay = 'palette';
  }

  /** Carries out the action of the chosen item. */
  async choose(act: Act): Promise<void> {
    this.failure = null;
    this.isBusy = true;
    try {
      this.#follow(await act());
    } catch (error) {
      const reason = await failureReason(error);
      if (reason === null) throw error;
      if (this.isOpen) this.failure = reason;
      else this.#onLateRefusal(reason);
    } finally {
      this.isBusy = false;
    }
  }

  back(): void {
    this.failure = null;
    if (this.#steps.length > (this.#isDirect ? 1 : 0)) this.#steps = this.#steps.slice(0, -1);
    else this.close();
  }

  /** Closes the palette synchronously, so that the focus can be moved afterwards. */
  close(): void {
    if (this.isOpen) this.#workbench.overlay = null;
    this.#workbench.paletteScope = 'all';
    this.#workbench.typedAhead.takeText();
    this.#steps = [];
    this.failure = null;
    this.#isDirect = false;
    flushSync();
  }

  /** Shows the next step, unless the user has closed the palette in the meantime. */
  #follow(outcome: Outcome): void {
    if (outcome !== null && typeof outcome === 'object') {
      if (this.isOpen) this.open(outcome);
      return;
    }
    this.close();
    outcome?.();
  }
}

/** Returns the reason to show if an action was refused or its code could not be fetched, or null for a bug. */
export async function failureReason(error: unknown): Promise<string | null> {
  const isRefusal = error instanceof Refused || error instanceof ApiError;
  return isRefusal ? error.message : lostReason(error);
}
