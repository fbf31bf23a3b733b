// The search on one screen: how many matches there are, and which one is current.
import { SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import type { ScreenTheme } from './screen-theme.ts';

export class ScreenSearch {
  /** `current` counts from 1; 0 means none. */
  matches = $state.raw({ current: 0, count: 0 });
  /** The colors of the matches. */
  marks: ScreenTheme['matches'];
  readonly #addon = new SearchAddon({ highlightLimit: 1000 });
  readonly #terminal: Terminal;

  constructor(terminal: Terminal, marks: ScreenTheme['matches']) {
    this.#terminal = terminal;
    this.marks = marks;
    terminal.loadAddon(this.#addon);
    this.#addon.onDidChangeResults(({ resultIndex, resultCount }) => {
      this.matches = { current: resultIndex + 1, count: resultCount };
    });
  }

  /** `typing` keeps the current match while it still matches. A new search starts at the end, with the newest output. */
  find(query: string, direction: 'next' | 'previous' | 'typing'): void {
    const options = { decorations: this.marks, incremental: direction === 'typing' };
    if (query === '') this.end();
    else if (direction === 'next') this.#addon.findNext(query, options);
    else this.#addon.findPrevious(query, options);
  }

  end(): void {
    this.#addon.clearDecorations();
    this.#terminal.clearSelection();
  }
}
