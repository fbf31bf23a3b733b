// What the page fetches and remembers: the value, why the last request failed, and whether one is under way.
import { untrack } from 'svelte';
import { errorText } from '../../../shared/error-text.ts';

/** Only the newest request counts: it aborts the one before it. A failure leaves the last value in place. */
export class Resource<T> {
  /** Null until the first answer. */
  value = $state.raw<T | null>(null);
  /** Why the last request failed, as a sentence. Null once one has succeeded. */
  failure = $state<string | null>(null);
  #isReading = $state(false);
  #changes = $state(0);
  readonly #fetch: (signal: AbortSignal) => Promise<T>;
  #aborter: AbortController | null = null;

  constructor(fetch: (signal: AbortSignal) => Promise<T>) {
    this.#fetch = fetch;
  }

  /** Whether the value is being fetched or changed. */
  get isBusy(): boolean {
    return this.#isReading || this.#changes > 0;
  }

  /** Fetches the value. Never rejects. Resolves to false if that failed, or if a newer request has taken its place. */
  async read(): Promise<boolean> {
    this.stop();
    const { signal } = (this.#aborter = new AbortController());
    this.#isReading = true;
    try {
      const value = await this.#fetch(signal);
      if (signal.aborted) return false;
      this.value = value;
      this.failure = null;
    } catch (error) {
      if (signal.aborted) return false;
      this.failure = errorText(error);
    }
    this.#isReading = false;
    return this.failure === null;
  }

  /** Changes something on the server, and then fetches the value. Never rejects. Resolves to false if the change failed. */
  async act(change: () => Promise<unknown>): Promise<boolean> {
    this.#changes += 1;
    try {
      await change();
    } catch (error) {
      this.failure = errorText(error);
      return false;
    } finally {
      this.#changes -= 1;
    }
    await this.read();
    return true;
  }

  /**
   * Fetches the value for an effect, and returns its teardown. The effect reads what the value depends on, because the
   * request itself is not tracked: `$effect(() => { void agent.filesRevision; return lines.follow(); })`.
   */
  follow(): () => void {
    untrack(() => void this.read());
    return () => this.stop();
  }

  /** Aborts the request under way. Its answer no longer counts. */
  stop(): void {
    this.#aborter?.abort();
    this.#isReading = false;
  }
}
