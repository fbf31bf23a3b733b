// Whether the user has typed or clicked since a moment. If so, an earlier request may no longer move the page.

const INPUTS = ['keydown', 'input', 'pointerdown'] as const;

export class UserInput {
  hasHappened = false;
  readonly #end = new AbortController();

  constructor() {
    const { signal } = this.#end;
    for (const type of INPUTS)
      addEventListener(type, () => ((this.hasHappened = true), this.close()), { capture: true, signal });
  }

  close(): void {
    this.#end.abort();
  }
}
