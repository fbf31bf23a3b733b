// Extensions that listen to the terminal (`ctx.ui.onTerminalInput`). Each gets the keys that the user types into a
// screen or an editor of an extension, and those that the page itself does not use. It may change or consume them.

export type Listener = (data: string) => { consume?: boolean; data?: string } | undefined;

export class KeyListeners {
  readonly #all = new Map<Listener, { by: string | undefined }>();
  readonly #failed = new WeakSet<Listener>();
  readonly #onError: (error: unknown, by: string | undefined) => void;

  /** `onError` gets the first error of each listener. */
  constructor(onError: (error: unknown, by: string | undefined) => void) {
    this.#onError = onError;
  }

  /** Adds a listener. `by`: the extension that listens. Returns the function that removes it. */
  add(listener: Listener, by?: string): () => void {
    this.#all.set(listener, { by });
    return () => void this.#all.delete(listener);
  }

  get isListening(): boolean {
    return this.#all.size > 0;
  }

  clear(): void {
    this.#all.clear();
  }

  /**
   * Returns what the listeners leave of the key: an empty text if one consumed it. A listener that throws leaves the
   * key unchanged.
   */
  passKey(key: string): string {
    let data = key;
    for (const [listener, { by }] of [...this.#all]) {
      try {
        const answer = listener(data);
        if (answer?.consume) return '';
        data = answer?.data ?? data;
      } catch (error) {
        if (!this.#failed.has(listener)) this.#onError(error, by);
        this.#failed.add(listener);
      }
    }
    return data;
  }
}
