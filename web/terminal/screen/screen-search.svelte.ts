// The search on one screen: marks the matches, and goes from one to the next.
import { SearchAddon, type ISearchOptions } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import type { Direction, SearchedScreen, Sought } from '../output/output-search.svelte.ts';
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

  /** Keeps the current match while it still matches; otherwise starts at the end, with the newest output. */
  start(sought: Sought): void {
    this.#addon.findPrevious(sought.text, this.#options(sought, true));
  }

  step(sought: Sought, direction: Direction): boolean {
    const before = this.#place;
    if (before === undefined) return false;
    const options = this.#options(sought, false);
    const isFound =
      direction === 'next'
        ? this.#addon.findNext(sought.text, options)
        : this.#addon.findPrevious(sought.text, options);
    const after = this.#place;
    if (!isFound || after === undefined) return false;
    // After the last match, xterm starts again at the other end.
    return direction === 'next' ? after > before : after < before;
  }

  /** Makes the last match on the screen the current one. */
  selectLast(sought: Sought): void {
    this.#terminal.clearSelection();
    this.#addon.findPrevious(sought.text, this.#options(sought, false));
  }

  /** Of the current match. */
  get row(): number | undefined {
    return this.#terminal.getSelectionPosition()?.start.y;
  }

  end(): void {
    this.#addon.clearDecorations();
    this.#terminal.clearSelection();
  }

  /** Grows with the place of the current match. */
  get #place(): number | undefined {
    const start = this.#terminal.getSelectionPosition()?.start;
    return start && start.y * this.#terminal.cols + start.x;
  }

  #options({ isCaseKept, isRegex }: Sought, incremental: boolean): ISearchOptions {
    return { decorations: this.marks, incremental, caseSensitive: isCaseKept, regex: isRegex };
  }
}
