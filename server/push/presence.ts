// The open pages that somebody looks at. While there is one, devices stay silent.

/** A page says it again while it is used; a tab that crashed, or was left open at night, does not. */
const LASTS_MS = 3 * 60 * 1000;
const MAX_PAGES = 500;

export interface Look {
  page: string;
  visible: boolean;
  /** By the clock of the browser: what a page says when it is left may arrive after what follows. */
  at: number;
}

export class Presence {
  /** `until`: how long it counts, by `performance.now()`. */
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
