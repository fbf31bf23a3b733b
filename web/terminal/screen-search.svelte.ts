// What is searched for on one screen: how many there are, and which one is shown.
import { SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import type { ScreenTheme } from './screen-theme.ts';

export class ScreenSearch {
  /** `current` counts from 1, and is 0 for none. */
  matches = $state.raw({ current: 0, count: 0 });
  /** How matches are marked. */
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

  /** `typing` stays where it is while that still matches; from nowhere it starts at the end: the newest first. */
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
