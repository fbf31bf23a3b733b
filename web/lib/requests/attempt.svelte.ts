// Something that the user or the page asks for and that may fail: whether it is under way, and why it failed.
import { untrack } from 'svelte';
import { errorText } from '../../../shared/error-text.ts';

export class Attempt {
  /** Why the last act failed, as a sentence. Null while one is under way and once one has succeeded. */
  failure = $state<string | null>(null);
  #count = $state(0);

  /** Whether an act is under way. */
  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** Carries out the act. Never rejects. Resolves to whether it succeeded. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    untrack(() => (this.#count += 1));
    this.failure = null;
    try {
      await act();
      return true;
    } catch (error) {
      this.failure = errorText(error);
      return false;
    } finally {
      this.#count -= 1;
    }
  }
}
