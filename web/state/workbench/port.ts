// Functions that one region offers to the others, such as "write this into the composer". Regions do not import each
// other; they communicate through the ports of the workbench.

export class Port<T extends object> {
  readonly #name: string;
  #offered: T | null = null;

  /** `name` is the name of the region in error messages. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Returns a function that withdraws the offer. */
  offer(offered: T): () => void {
    this.#offered = offered;
    return () => {
      if (this.#offered === offered) this.#offered = null;
    };
  }

  /** Returns the functions. Throws if the region is not on the page, because a call is a bug then. */
  get(): T {
    if (!this.#offered) throw new Error(`The ${this.#name} is not on the page.`);
    return this.#offered;
  }

  /** Like `get`, but returns null if the region is not on the page. */
  find(): T | null {
    return this.#offered;
  }
}
