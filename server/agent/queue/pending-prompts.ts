// Prompts that pi was given and has not answered: which of them are slash commands, and whether one will begin a run.

export class PendingPrompts {
  /** By the name of each. */
  readonly #slashes = new Map<symbol, string>();
  /** Those that are no commands; these need not begin a run. */
  #due = 0;

  /** Names of the slash commands. */
  get slashes(): string[] {
    return [...this.#slashes.values()];
  }

  get isRunDue(): boolean {
    return this.#due > 0;
  }

  /** Counts the prompt until `answer` settles, and passes that on. */
  async during<T>(message: string, answer: () => Promise<T>): Promise<T> {
    const slash = Symbol();
    const name = message.startsWith('/') ? message.slice(1).split(/\s/, 1)[0]! : null;
    if (name === null) this.#due += 1;
    else this.#slashes.set(slash, name);
    try {
      return await answer();
    } finally {
      if (name === null) this.#due -= 1;
      else this.#slashes.delete(slash);
    }
  }
}
