// The search on one screen. It marks the matches and goes from one to the next.
import { SearchAddon, type ISearchOptions } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import { sourceOfText } from '../../../shared/text-source.ts';
import type { Direction, SearchedScreen, OutputQuery } from '../output/output-search.svelte.ts';
import type { ScreenTheme } from '../../lib/theme/screen-theme.ts';

export class ScreenSearch implements SearchedScreen {
  /** The colors of the matches. */
  marks: ScreenTheme['matches'];
  readonly #addon = new SearchAddon({ highlightLimit: 1000 });
  readonly #terminal: Terminal;

  constructor(terminal: Terminal, marks: ScreenTheme['matches']) {
    this.#terminal = terminal;
    this.marks = marks;
    terminal.loadAddon(this.#addon);
  }

  get hasMatch(): boolean {
    return this.#terminal.hasSelection();
  }

  /**
   * Starts a search. Keeps the current match if it also matches the new query. Otherwise starts at the end, with the
   * newest output.
   */
  start(query: OutputQuery): void {
    this.#addon.findPrevious(sourceOf(query), this.#options(query, true));
  }

  /** Calls `act` whenever more output is drawn, until the returned function is called. */
  onDrawn(act: () => void): () => void {
    const drawing = this.#terminal.onWriteParsed(act);
    return () => drawing.dispose();
  }

  step(query: OutputQuery, direction: Direction): boolean {
    const before = this.#position;
    if (before === undefined) return false;
    const options = this.#options(query, false);
    const isFound =
      direction === 'next'
        ? this.#addon.findNext(sourceOf(query), options)
        : this.#addon.findPrevious(sourceOf(query), options);
    const after = this.#position;
    if (!isFound || after === undefined) return false;
    // After the last match, xterm continues at the other end.
    return direction === 'next' ? after > before : after < before;
  }

  /** Makes the last match on the screen the current one. */
  selectLast(query: OutputQuery): void {
    this.#terminal.clearSelection();
    this.#addon.findPrevious(sourceOf(query), this.#options(query, false));
  }

  /** The row of the current match. */
  get row(): number | undefined {
    return this.#terminal.getSelectionPosition()?.start.y;
  }

  end(): void {
    this.#addon.clearDecorations();
    this.#terminal.clearSelection();
  }

  /** The position of the current match as a number that can be compared. */
  get #position(): number | undefined {
    const start = this.#terminal.getSelectionPosition()?.start;
    return start && start.y * this.#terminal.cols + start.x;
  }

  #options(query: OutputQuery, incremental: boolean): ISearchOptions {
    const { isCaseSensitive, isRegex } = query;
    const regex = isRegex || sourceOf(query) !== query.text;
    return { decorations: this.marks, incremental, caseSensitive: isCaseSensitive, regex };
  }
}

/** Letters that can be stored in two ways are found in both, as by the search of the server. */
function sourceOf({ text, isRegex }: OutputQuery): string {
  return isRegex || /^[\x20-\x7e]*$/.test(text) ? text : sourceOfText(text);
}
