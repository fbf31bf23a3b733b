// The acts of the user on one thing, such as an agent. An act that comes while another is under way is never dropped: it
// waits its turn, replaces the one that waits, or is the one that is under way.

export class Acts {
  #count = $state(0);
  #last: Promise<unknown> = Promise.resolve();
  #newest = 0;
  #current: Promise<void> | null = null;

  /** Whether an act is under way or waits. */
  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** Carries out the act once those before it have ended, however they ended. */
  async inTurn<T>(act: () => Promise<T>): Promise<T> {
    const current = this.#last.then(act);
    this.#last = current.catch(() => undefined);
    return this.#counted(current);
  }

  /** Carries out the act once `ready` has resolved. Resolves to null if a later one has replaced it by then. */
  async newest<T>(ready: Promise<unknown>, act: () => Promise<T>): Promise<T | null> {
    const number = ++this.#newest;
    return this.#counted(ready.then(() => (number === this.#newest ? act() : null)));
  }

  /** Carries out the act. A call while it is under way asks for the same and resolves with it. */
  async once(act: () => Promise<void>): Promise<void> {
    this.#current ??= act().finally(() => (this.#current = null));
    return this.#counted(this.#current);
  }

  async #counted<T>(act: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await act;
    } finally {
      this.#count -= 1;
    }
  }
}
