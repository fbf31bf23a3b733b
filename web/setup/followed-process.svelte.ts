// A process of the panel that the page starts and follows until it ends, such as a sign-in or an installation.
import { errorText } from '../../shared/error-text.ts';
import { followPolls } from '../lib/requests/follow-polls.ts';

export abstract class FollowedProcess<T extends { state: string }> {
  /** Its latest state. Null before the first start. */
  shown = $state.raw<T | null>(null);
  /** Why the last request to the panel failed. */
  failure = $state<string | null>(null);
  isStarting = $state(false);
  #isClosed = false;

  get isRunning(): boolean {
    return this.isStarting || this.shown?.state === 'running';
  }

  /** Must be called when it is no longer shown. */
  close(): void {
    this.#isClosed = true;
  }

  /** Asks the panel for the state after `shown`. */
  protected abstract next(shown: T): Promise<T>;

  /** Starts it, and follows it. Resolves to whether it succeeded. */
  protected async run(start: () => Promise<T>): Promise<boolean> {
    this.failure = null;
    this.isStarting = true;
    const isDone = await this.attempt(async () => this.follow(await start()));
    this.isStarting = false;
    return isDone;
  }

  /** Follows one that is running. Resolves to whether it succeeded. */
  protected async follow(first: T): Promise<boolean> {
    this.shown = first;
    this.isStarting = false;
    try {
      await followPolls(() => this.#poll());
    } catch (error) {
      // The panel no longer knows it.
      this.shown = { ...this.shown, state: 'failed' };
      throw error;
    }
    return this.shown.state === 'done';
  }

  /** Makes a request. Resolves to its result, or to false if it failed, which `failure` then says. */
  protected async attempt(request: () => Promise<boolean>): Promise<boolean> {
    try {
      return await request();
    } catch (error) {
      this.failure = errorText(error);
      return false;
    }
  }

  /** Resolves to whether it may go on. */
  async #poll(): Promise<boolean> {
    if (this.shown?.state !== 'running' || this.#isClosed) return false;
    this.shown = await this.next(this.shown);
    return true;
  }
}
