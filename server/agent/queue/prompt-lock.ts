// Lets one sender at a time give messages to pi. If two prompts reach an idle pi at once, pi accepts both and loses the
// second (in any version). The lock also keeps the queue from growing while it is rearranged.
import type { Dialogs } from '../extensions/dialogs.ts';

export class PromptLock {
  readonly #dialogs: Dialogs;
  /** The last act; null while the lock is free. */
  #last: Promise<unknown> | null = null;

  constructor(dialogs: Dialogs) {
    this.#dialogs = dialogs;
  }

  /**
   * Runs `act` once the acts before it have ended or called `release`. A dialog that opens during an act also releases
   * the lock: pi answers an extension's command only after its dialogs, which may take minutes, and runs the next prompt
   * alongside.
   */
  async run<T>(act: (release: () => void) => Promise<T>): Promise<T> {
    const previous = this.#last;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    this.#last = promise;
    if (previous) await previous;
    const stopListening = this.#dialogs.onOpen(release);
    try {
      return await act(release);
    } finally {
      stopListening();
      release();
      if (this.#last === promise) this.#last = null;
    }
  }
}
