// Finds text in all pages of a PDF, drawn or not.
import { number, t } from '../../language/text.ts';
import { textMatches } from '../../lib/format/text-matches.ts';
import { errorText } from '../../../shared/error-text.ts';

const MOST_ON_PAGE = 2000;

interface PageText {
  items: readonly ({ str: string } | object)[];
}
export interface Pages {
  numPages: number;
  getPage: (number: number) => Promise<{ getTextContent: () => Promise<PageText> }>;
}

interface PdfFindOptions {
  document: () => Pages;
  /** Shows a match: `index` from 0 among those of the page, which counts from 1. */
  show: (page: number, index: number) => Promise<void>;
  /** The page at which the reader is. */
  page: () => number;
}

export class PdfFind {
  query = $state('');
  failure = $state<string | null>(null);
  isSearching = $state(false);
  /** The number of matches on each page. */
  #counts = $state.raw<readonly number[]>([]);
  /** Among all matches; -1 if none is shown. */
  #at = $state(-1);
  readonly #options: PdfFindOptions;
  #searching = new AbortController();
  /** Resolves when another page was searched, or the search ended. */
  #isFurther = Promise.withResolvers<void>();

  constructor(options: PdfFindOptions) {
    this.#options = options;
  }

  get #total(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  get hasNone(): boolean {
    return this.#total === 0 && !this.isSearching;
  }

  /** Null while nothing is searched for. */
  get status(): string | null {
    if (this.query.trim() === '') return null;
    if (this.#total === 0) return this.isSearching ? '…' : t('Nothing found');
    const total = number(this.#total);
    return this.#at < 0
      ? t('{count} found', { count: total })
      : t('{count} of {total}', { count: number(this.#at + 1), total });
  }

  /** Searches again, and shows the first match from the reader's page on. */
  async start(): Promise<void> {
    this.stop();
    const { signal } = (this.#searching = new AbortController());
    const query = this.query.trim();
    this.#counts = [];
    this.#at = -1;
    this.failure = null;
    this.isSearching = query !== '';
    if (query === '') return;
    try {
      const document = this.#options.document();
      for (let page = 1; page <= document.numPages; page++) {
        const content = await (await document.getPage(page)).getTextContent();
        if (signal.aborted) return;
        const { length: found } = textMatches(textOf(content), query, MOST_ON_PAGE);
        const before = this.#total;
        this.#counts = [...this.#counts, found];
        this.#goFurther();
        if (this.#at < 0 && found > 0 && page >= this.#options.page()) await this.#show(before);
      }
      if (!signal.aborted && this.#at < 0 && this.#total > 0) await this.#show(0);
    } catch (error) {
      if (!signal.aborted) this.failure = errorText(error);
    }
    if (!signal.aborted) this.isSearching = false;
    this.#goFurther();
  }

  #goFurther(): void {
    this.#isFurther.resolve();
    this.#isFurther = Promise.withResolvers();
  }

  /** Goes to the next match or the previous one, around the ends. Waits for it where the search has not come there. */
  async step(by: 1 | -1): Promise<void> {
    const { signal } = this.#searching;
    const isAtEnd = (): boolean => this.#at === (by === 1 ? this.#total - 1 : 0);
    while (!signal.aborted && this.isSearching && isAtEnd()) await this.#isFurther.promise;
    if (signal.aborted) return;
    const total = this.#total;
    if (total > 0) await this.#show((this.#at + by + total) % total);
  }

  stop(): void {
    this.#searching.abort();
    this.#goFurther();
  }

  async #show(at: number): Promise<void> {
    this.#at = at;
    let before = 0;
    for (const [index, count] of this.#counts.entries()) {
      if (at < before + count) return this.#options.show(index + 1, at - before);
      before += count;
    }
  }
}

/** Joins the texts as the marks do, which find a match also where it goes over two lines. */
function textOf({ items }: PageText): string {
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}
