// Functions that one region offers to the others, such as "write this into the composer". Regions do not import each
// other; they meet at the ports of the workbench.

export class Port<T extends object> {
  readonly #name: string;
  #offered: T | null = null;

  /** `name`: the region that offers it, as an error names it. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Returns the undo. */
  offer(offered: T): () => void {
    this.#offered = offered;
    return () => {
      if (this.#offered === offered) this.#offered = null;
    };
  }

  /** Throws while the region is not on the page: to ask it then is a bug. */
  get(): T {
    if (!this.#offered) throw new Error(`The ${this.#name} is not on the page.`);
    return this.#offered;
  }

  /** For callers that may outlive the region; null while it is not on the page. */
  find(): T | null {
    return this.#offered;
  }
}
