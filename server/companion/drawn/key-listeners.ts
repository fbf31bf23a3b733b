// Extensions that listen to the terminal (`ctx.ui.onTerminalInput`): each hears the keys that the user types into a screen
// or an editor of an extension, and those that the page itself has no use for, and may change or consume them.

export type Listener = (data: string) => { consume?: boolean; data?: string } | undefined;

export class KeyListeners {
  readonly #all = new Set<Listener>();

  /** Returns the function that ends it. */
  add(listener: Listener): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  get isListening(): boolean {
    return this.#all.size > 0;
  }

  clear(): void {
    this.#all.clear();
  }

  /** Returns what is left of the key: an empty text if a listener consumed it. */
  hear(key: string): string {
    let data = key;
    for (const listener of [...this.#all]) {
      const answer = listener(data);
      if (answer?.consume) return '';
      data = answer?.data ?? data;
    }
    return data;
  }
}
