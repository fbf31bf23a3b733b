// One at a time: of two prompts that pi gets at once while idle, both are accepted and the second is lost (any
// version), and a queue that is being rearranged must not grow meanwhile. The next goes when the one before is done.
import type { Dialogs } from '../extensions/dialogs.ts';

export class PromptLock {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * A command of an extension is answered only after its dialogs, which may take minutes: a prompt that waits
   * in a dialog holds nobody up, since pi runs the next one beside it.
   */
  async next<T>(desk: Dialogs, act: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const { promise: turn, resolve: pass } = Promise.withResolvers<void>();
    this.#last = turn;
    await Promise.race([before, desk.opens()]);
    const answer = act();
    void answer.finally(pass).catch(() => undefined);
    return answer;
  }
}
