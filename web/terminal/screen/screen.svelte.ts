// Shows the output of a run and keeps track of the reader's place in it. It knows nothing about runs or the network, only
// the bytes that are written to it. `read-only-terminal.ts` decides what xterm may do.
import { t } from '../../language/text.ts';
import { codeFont } from '../../lib/theme/code-font.ts';
import { FitAddon } from '@xterm/addon-fit';
import type { IBufferLine, Terminal } from '@xterm/xterm';
import { columnsFor, longestLine, MAX_COLUMNS, scrollbackFor } from './long-lines.ts';
import type { OutputSink } from '../output/output-follower.ts';
import type { OutputQuery } from '../output/output-search.svelte.ts';
import { countLineFeeds } from '../output/output-lines.ts';
import type { FileLinks } from './file-links.ts';
import { KeptLines } from './kept-lines.ts';
import { openTerminal, type ClickedLink } from './read-only-terminal.ts';
import { ScreenSearch } from './screen-search.svelte.ts';
import { screenTheme } from '../../lib/theme/screen-theme.ts';
import { ScreenWriter } from './screen-writer.ts';

export interface ScreenOptions {
  host: HTMLElement;
  onLink: (link: ClickedLink) => void;
  files: FileLinks;
  /**
   * Called when the reader's place has changed. `rowsToEnd` is the number of rows below the last visible one,
   * `newLines` the number of lines that arrived since the reader left the end.
   */
  onPlace: (rowsToEnd: number, newLines: number) => void;
  /** Goes to the end of the output. Set if the screen shows only an earlier part of it. */
  toRealEnd?: () => void;
}

export class Screen implements OutputSink {
  /** Whether the last line of the output is visible. */
  isAtEnd: boolean = $state(true);
  /** Whether the reader has scrolled up to the first line that the screen holds. */
  isAtStart = $state(false);
  /** The number of lines that arrived since the reader left the end. */
  newLines = $state(0);
  /** Whether xterm drops its oldest lines as new ones arrive. */
  isScrollbackFull = $state(false);
  /** Whether lines are wrapped although wrapping is off, because they are longer than `MAX_COLUMNS`. */
  isTooWide = $state(false);
  /** Whether the match to show is not on the screen, although the output has it: a progress bar overwrites its lines. */
  lacksMatch = $state(false);
  /** Whether the user has selected some of the output. */
  hasSelection = $state(false);
  readonly search: ScreenSearch;

  readonly #options: ScreenOptions;
  readonly #terminal: Terminal;
  readonly #writer: ScreenWriter;
  /** Takes the place of a cleared screen. */
  readonly #mark = `── ${t('cleared here')} ──`;
  readonly #fit = new FitAddon();
  readonly #resizeObserver = new ResizeObserver(() => this.#resize());
  #isWrapping = true;
  /** The length of the longest line in columns. Measured only while wrapping is off. */
  #longest = 0;
  /** Rows before this one have been measured. */
  #measuredRows = 0;
  /** A copy of `isAtEnd` that is not reactive, so that effects that call `write` do not depend on it. */
  #wasAtEnd: boolean;
  /** The first visible row when the place was last reported. */
  #row = 0;
  /** Whether `goTo` or `showMatch` waits for earlier writes. The reader does not cause the scrolling in that time. */
  #isPlacing = false;
  #scrollFrame: number | null = null;

  constructor(options: ScreenOptions) {
    const { host, onLink, files } = options;
    this.#options = options;
    const { theme, matches } = screenTheme(host);
    this.#terminal = openTerminal({ host, theme, onLink, files });
    this.#terminal.loadAddon(this.#fit);
    this.#writer = new ScreenWriter(this.#terminal, new KeptLines(this.#mark));
    this.search = new ScreenSearch(this.#terminal, matches);
    this.#wasAtEnd = this.isAtEnd = !options.toRealEnd;
    this.#terminal.onSelectionChange(() => (this.hasSelection = this.#terminal.hasSelection()));
    this.#terminal.onScroll(() => this.#onScroll());
    this.#terminal.onWriteParsed(() => {
      if (!this.#isWrapping) this.#widen();
    });
    this.#resize();
    this.#resizeObserver.observe(host);
  }

  get isFull(): boolean {
    return this.#writer.isFull;
  }

  /** The number of bytes that were written but are not on the screen yet. */
  get pending(): number {
    return this.#writer.pending;
  }

  /** The number of lines that the screen holds, including the unfinished one. A wrapped line counts once. */
  get lines(): number {
    const { active } = this.#terminal.buffer;
    let lines = 0;
    for (let row = active.baseY + active.cursorY; row >= 0; row--)
      if (this.#isOfOutput(active.getLine(row))) lines += 1;
    return lines;
  }

  /** Whether a row begins a line of the output. */
  #isOfOutput(row: IBufferLine | undefined): boolean {
    return !row?.isWrapped && row?.translateToString(true) !== this.#mark;
  }

  write(bytes: Uint8Array): void {
    if (!this.#wasAtEnd && !this.#options.toRealEnd) this.newLines += countLineFeeds(bytes);
    this.#writer.write(bytes);
  }

  whenDrained(): Promise<void> {
    return this.#writer.whenDrained();
  }

  scrollToEnd(): void {
    if (this.#options.toRealEnd) return this.#options.toRealEnd();
    this.#terminal.scrollToBottom();
    this.#updatePlace();
  }

  /**
   * Goes to a place that `onPlace` reported, once xterm has parsed everything written so far. Later lines count as new.
   */
  goTo(rowsToEnd: number, newLines: number): void {
    this.#isPlacing = true;
    this.#wasAtEnd = this.isAtEnd = false;
    this.newLines = newLines;
    this.#terminal.write('', () => {
      this.#isPlacing = false;
      this.#terminal.scrollLines(-rowsToEnd);
      this.#updatePlace();
    });
  }

  /** Selects the last match in everything written so far, and shows it with the lines around it. */
  showMatch(query: OutputQuery): void {
    this.#isPlacing = true;
    this.#wasAtEnd = this.isAtEnd = false;
    this.#terminal.write('', () => {
      this.search.selectLast(query);
      this.lacksMatch = this.search.row === undefined;
      // When this second write is parsed, the lines after the match are on the screen as well.
      this.#terminal.write('', () => {
        this.#isPlacing = false;
        const row = this.search.row;
        if (row !== undefined) this.#terminal.scrollToLine(Math.max(0, row - (this.#terminal.rows >> 1)));
        this.#updatePlace();
      });
    });
  }

  /** Sets wrapping. Without it, lines extend to the right and the host scrolls horizontally. */
  setWrapping(isWrapping: boolean): void {
    if (isWrapping === this.#isWrapping) return;
    this.#isWrapping = isWrapping;
    this.#longest = this.#measuredRows = 0;
    this.isTooWide = false;
    if (isWrapping) this.#resize();
    else this.#widen();
    this.#options.host.scrollLeft = 0;
  }

  /** Returns the lines that contain the selection. */
  selectedLines(): string {
    const position = this.#terminal.getSelectionPosition();
    if (!position) return '';
    // A selection that ends before the first character of a row does not contain that row.
    const last =
      position.end.x === 0 && position.end.y > position.start.y ? position.end.y - 1 : position.end.y;
    this.#terminal.selectLines(position.start.y, last);
    const text = this.#terminal.getSelection();
    this.#terminal.clearSelection();
    return text.trimEnd();
  }

  /** Returns the selection, or all lines that the screen holds. Wrapped lines are joined again. */
  text(): string {
    if (this.#terminal.hasSelection()) return this.#terminal.getSelection();
    this.#terminal.selectAll();
    const text = this.#terminal.getSelection();
    this.#terminal.clearSelection();
    return `${text.trimEnd()}\n`;
  }

  /** Removes everything but the unfinished line, because new output will continue that line. */
  clear(): void {
    this.search.end();
    this.#terminal.clear();
    this.#measuredRows = 0;
    this.newLines = 0;
    this.#updatePlace();
  }

  /** Must be called when the color scheme of the page has changed. */
  updateColors(): void {
    const { theme, matches } = screenTheme(this.#options.host);
    this.#terminal.options.theme = theme;
    const { fontSize } = codeFont();
    if (this.#terminal.options.fontSize !== fontSize) {
      this.#terminal.options.fontSize = fontSize;
      this.#resize();
    }
    this.search.marks = matches;
  }

  dispose(): void {
    this.#resizeObserver.disconnect();
    if (this.#scrollFrame !== null) cancelAnimationFrame(this.#scrollFrame);
    this.#terminal.dispose();
    this.#writer.dispose();
  }

  /** Adds columns until the longest line fits. Measures only the rows that were added since the last call. */
  #widen(): void {
    const { active } = this.#terminal.buffer;
    // Dropped rows change the index of the remaining ones, so all rows are measured again.
    const longest = longestLine(active, this.isScrollbackFull ? 0 : this.#measuredRows, this.#terminal.cols);
    if (longest > this.#longest) {
      this.#longest = longest;
      this.#resize();
    }
    this.isTooWide = this.#longest > MAX_COLUMNS;
    this.#measuredRows = active.length - 1;
  }

  #resize(): void {
    const { host } = this.#options;
    // A hidden host has no size, so the lines keep their width.
    if (host.clientWidth === 0 || host.clientHeight === 0) return;
    const size = this.#fit.proposeDimensions();
    if (!size) return;
    const columns = this.#isWrapping ? size.cols : columnsFor(this.#longest, size.cols);
    this.#terminal.options.scrollback = scrollbackFor(columns);
    this.#terminal.resize(columns, size.rows);
    this.#updatePlace();
  }

  /** xterm reports every line that scrolls, but the reader's place needs an update only once per frame. */
  #onScroll(): void {
    this.#scrollFrame ??= requestAnimationFrame(() => {
      this.#scrollFrame = null;
      this.#updatePlace();
    });
  }

  #updatePlace(): void {
    const { viewportY, baseY } = this.#terminal.buffer.active;
    this.isAtStart = viewportY === 0 && baseY > 0;
    this.isScrollbackFull = baseY >= (this.#terminal.options.scrollback ?? 0);
    const isAtEnd = viewportY >= baseY && !this.#options.toRealEnd;
    // While the reader is at the end, new output changes the first visible row although the reader did not move.
    const hasMoved = isAtEnd ? !this.#wasAtEnd : viewportY !== this.#row;
    if (this.#isPlacing || !hasMoved) return;
    this.#row = viewportY;
    this.#wasAtEnd = this.isAtEnd = isAtEnd;
    if (isAtEnd) this.newLines = 0;
    this.#options.onPlace(baseY - viewportY, this.newLines);
  }
}
