// The open pages that a user is looking at. While there is one, devices stay silent.

/**
 * How long a report counts. A page repeats it while it is used; a tab that crashed, or was left open overnight, does
 * not.
 */
const LASTS_MS = 3 * 60 * 1000;
const MAX_PAGES = 500;

export interface Look {
  page: string;
  visible: boolean;
  /** When the report was sent, by the browser's clock. The report that a page was left may arrive after a later one. */
  at: number;
}

export class Presence {
  /** `until`: when the report expires, by `performance.now()`. */
  readonly #pages = new Map<string, { at: number; until: number }>();

  note({ page, visible, at }: Look): void {
    const before = this.#pages.get(page);
    if (before && before.at > at) return;
    this.#pages.delete(page);
    this.#pages.set(page, { at, until: visible ? performance.now() + LASTS_MS : 0 });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }

  get isWatched(): boolean {
    const now = performance.now();
    return [...this.#pages.values()].some(({ until }) => until > now);
  }
}
