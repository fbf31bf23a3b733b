// The steps that the palette shows, and what becomes of the acts behind them. It exists before the palette's code is
// loaded: the first step may be what opens the palette.
import { flushSync } from 'svelte';
import { ApiError } from '../../lib/requests/api.ts';
import type { Workbench } from '../../state/workbench/workbench.svelte.ts';
import { Refused } from '../action.ts';
import { questionStep, type Outcome, type Question, type Step } from './step.ts';

type Act = () => Outcome | Promise<Outcome>;

export class Steps {
  /** Why the last act did not happen. */
  failure = $state<string | null>(null);
  isBusy = $state(false);
  #steps = $state.raw<readonly Step[]>([]);
  /** The palette opened at a step, without a list of everything to go back to. */
  #isDirect = false;
  readonly #workbench: Workbench;
  readonly #onLateRefusal: (message: string) => void;

  /** `onLateRefusal`: an act failed after the palette was closed. */
  constructor(workbench: Workbench, onLateRefusal: (message: string) => void) {
    this.#workbench = workbench;
    this.#onLateRefusal = onLateRefusal;
  }

  /** Null: the list of everything. */
  get current(): Step | null {
    return this.#steps.at(-1) ?? null;
  }

  get isOpen(): boolean {
    return this.#workbench.overlay === 'palette';
  }

  /** Opens the palette at this step, or moves the open palette on to it. */
  open(step: Step | Question): void {
    if (!this.isOpen) this.#isDirect = true;
    const next = step.kind === 'question' ? questionStep(step) : step;
    const before = 'replaces' in next && next.replaces ? this.#steps.slice(0, -1) : this.#steps;
    this.#steps = [...before, next];
    this.#workbench.overlay = 'palette';
  }

  /** Runs what was chosen in the open palette. */
  async choose(act: Act): Promise<void> {
    this.failure = null;
    this.isBusy = true;
    try {
      this.#follow(await act());
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (this.isOpen) this.failure = error.message;
      else this.#onLateRefusal(error.message);
    } finally {
      this.isBusy = false;
    }
  }

  back(): void {
    this.failure = null;
    if (this.#steps.length > (this.#isDirect ? 1 : 0)) this.#steps = this.#steps.slice(0, -1);
    else this.close();
  }

  /** The dialog is closed when this returns, so that the focus can be moved. */
  close(): void {
    if (this.isOpen) this.#workbench.overlay = null;
    this.#workbench.paletteScope = 'all';
    this.#workbench.typedAhead.take();
    this.#steps = [];
    this.failure = null;
    this.#isDirect = false;
    flushSync();
  }

  /** A palette that the user closed meanwhile asks nothing more. */
  #follow(outcome: Outcome): void {
    if (outcome !== null && typeof outcome === 'object') {
      if (this.isOpen) this.open(outcome);
      return;
    }
    this.close();
    outcome?.();
  }
}

export function isRefusal(error: unknown): error is Refused | ApiError {
  return error instanceof Refused || error instanceof ApiError;
}
