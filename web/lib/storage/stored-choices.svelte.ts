// The choices of the user in one part of the page, such as how the editor looks. Stored in the browser.
import { asObject, Persisted } from './persisted.ts';

export class StoredChoices<T extends object> {
  #now = $state.raw() as T;
  readonly #stored: Persisted<T>;

  /** `parse` gives the usual value to whatever is missing or cannot be used. */
  constructor(key: string, parse: (stored: Readonly<Record<string, unknown>>) => T) {
    this.#stored = new Persisted({ area: 'browser', key, parse: (value) => parse(asObject(value)) });
    this.#now = this.#stored.get();
  }

  get now(): T {
    return this.#now;
  }

  change(changed: Partial<T>): void {
    // Another tab may have changed the other ones.
    this.#now = { ...this.#stored.get(), ...changed };
    this.#stored.set(this.#now);
  }
}
