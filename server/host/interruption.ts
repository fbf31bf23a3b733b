// The interrupted session of an agent: pi or the panel ended in the middle of its run. Another session of the agent is
// not interrupted.
import type { View } from '../../shared/view/view.ts';

export class Interruption {
  #isInterrupted: boolean;
  /** The interrupted session. Undefined until it is known. */
  #session: string | undefined;
  #shown: string | undefined;
  /** Whether pi has exited and the next one is not ready yet. */
  #isRestarting = false;

  /** `isInterrupted`: whether the session that the agent starts with was interrupted. */
  constructor(isInterrupted: boolean) {
    this.#isInterrupted = isInterrupted;
  }

  /** Whether the session that the agent is on was interrupted. */
  get isShown(): boolean {
    return this.#isInterrupted && this.#session === this.#shown;
  }

  /** Call this after the event was folded into the view. `wasWorking`: whether the agent worked before the event. */
  onEvent(type: string, { view, wasWorking }: { view: View; wasWorking: boolean }): void {
    this.#followSession(view.session?.id);
    if (type === 'agent_start' && this.isShown) this.#isInterrupted = false;
    if (type !== 'panel_exit') {
      this.#isRestarting &&= view.exit !== null || !view.ready;
      return;
    }
    this.#isRestarting = true;
    if (!wasWorking) return;
    this.#isInterrupted = true;
    this.#session = this.#shown;
  }

  /** A restarted pi gives another id to a session that it had not saved. */
  #followSession(session = this.#shown): void {
    const isSame = this.#isRestarting && this.#session === this.#shown;
    this.#shown = session;
    if (isSame) this.#session = session;
    this.#session ??= session;
  }
}
