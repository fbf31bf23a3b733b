// Ends a run between two turns, so that nothing is cut off. The panel's extension holds pi there until it has been told
// to stop. Without the extension, pi has already sent the next request when the stop arrives.
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ExtensionBridge } from './extensions/extension-bridge.ts';

export interface BoundaryStopOptions {
  bridge: Pick<ExtensionBridge, 'ask'>;
  /**
   * Stops the run for the user. Calls `onAbort` once `abort` was sent to pi, or at the latest when the run has ended.
   */
  stop: (onAbort: () => void) => Promise<unknown>;
  onBug: (error: unknown) => void;
}

export class BoundaryStop {
  readonly #options: BoundaryStopOptions;
  #isDue = false;
  #isHeld = false;
  /** Whether the run is being stopped. Until it has ended, pi may still report costs, which must not stop it again. */
  #isStopping = false;

  constructor(options: BoundaryStopOptions) {
    this.#options = options;
  }

  /** Requests a stop at the next boundary. Returns false if one was already requested in this run. */
  ask(): boolean {
    if (this.#isDue || this.#isStopping) return false;
    this.#isDue = true;
    this.#hold().catch(this.#options.onBug);
    return true;
  }

  /** Call this after every event. */
  onEvent({ type }: ViewEvent): void {
    if (type === 'turn_end' && this.#isDue && !this.#isHeld) this.#stop().catch(this.#options.onBug);
    if (type === 'agent_settled' || type === 'panel_exit')
      this.#isDue = this.#isHeld = this.#isStopping = false;
  }

  /**
   * Stops the run if that was requested. pi waits until it is released, which happens only after `abort` was sent to
   * it.
   */
  async onBoundary(): Promise<void> {
    if (!this.#isDue) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stop(resolve).catch(this.#options.onBug);
    await promise;
  }

  async #hold(): Promise<void> {
    try {
      await this.#options.bridge.ask({ ask: 'hold', paths: [] });
      this.#isHeld = this.#isDue;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async #stop(onAbort?: () => void): Promise<void> {
    this.#isDue = this.#isHeld = false;
    this.#isStopping = true;
    try {
      await this.#options.stop(() => onAbort?.());
    } finally {
      onAbort?.();
    }
  }
}
