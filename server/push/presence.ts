// Which open pages somebody looks at. While there is one, devices stay silent.

/** A page says it again while it is used; a tab that crashed, or was left open at night, does not. */
const LASTS_MS = 3 * 60 * 1000;
const MAX_PAGES = 500;

export class Presence {
  /** By page: until when it counts, by `performance.now()`. */
  readonly #pages = new Map<string, number>();

  note(page: string, isVisible: boolean): void {
    this.#pages.delete(page);
    if (!isVisible) return;
    this.#pages.set(page, performance.now() + LASTS_MS);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }

  get isWatched(): boolean {
    const now = performance.now();
    return [...this.#pages.values()].some((until) => until > now);
  }
}
