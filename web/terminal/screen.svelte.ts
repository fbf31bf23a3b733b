// The screen of one run: bytes go in, and the reader's place in their lines is the reader's own. It knows nothing
// of runs or of the network; what xterm is allowed to do stands in `read-only-terminal.ts`.
import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import { lineFeeds } from './line-feeds.ts';
import { columnsFor, longestLine, MOST_COLUMNS, scrollbackFor } from './long-lines.ts';
import type { OutputSink } from './output-follower.ts';
import { readOnlyTerminal } from './read-only-terminal.ts';
import { ScreenSearch } from './screen-search.svelte.ts';
import { screenTheme } from './screen-theme.ts';

/** Bytes that may wait for xterm to parse them; awaiting every chunk instead costs a factor of ten and more. */
const HIGH_WATERMARK = 1_000_000;
const LOW_WATERMARK = 500_000;
/**
 * xterm lets the page breathe between two writes only, and it is lines that cost: 64 kB of `yes` are a frame of 50 ms
 * and more. The first ones cost ten times that, until the browser has compiled xterm's parser.
 */
const PIECE = 16_384;
const FIRST_PIECE = 1024;

export interface ScreenOptions {
  host: HTMLElement;
  /** A link was clicked; always http or https. */
  onLink: (url: string, at: { x: number; y: number }) => void;
  /** The reader went to another line: rows from the last one in sight to the end, and how many lines came since. */
  onPlace: (up: number, newLines: number) => void;
  /** Its end is not the end of the output: that is elsewhere, and this leads there. */
  toRealEnd?: () => void;
}

export class Screen implements OutputSink {
  /** The last line of the output is in sight. */
  isAtEnd: boolean = $state(true);
  /** So is the first one that is held here. */
  isAtStart = $state(false);
  /** Lines that came since the reader left the end. */
  newLines = $state(0);
  /** There were lines that are not held any more. */
  isFullUp = $state(false);
  /** Lines are broken although they are not to be wrapped. */
  isTooWide = $state(false);
  readonly search: ScreenSearch;

  readonly #options: ScreenOptions;
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #sizes = new ResizeObserver(() => this.#fitIn());
  #isWrapping = true;
  /** Columns of the longest line, while lines are not wrapped. */
  #longest = 0;
  /** Rows before this one are known to be no longer than that. */
  #measured = 0;
  #wasAtEnd: boolean;
  /** The first in sight, when it was looked at last. */
  #row = 0;
  #isPlacing = false;
  #noting: number | null = null;
  #piece = FIRST_PIECE;
  #pending = 0;
  #onDrained: (() => void)[] = [];

  constructor(options: ScreenOptions) {
    const { host, onLink } = options;
    this.#options = options;
    const { theme, matches } = screenTheme(host);
    this.#terminal = readOnlyTerminal({ host, theme, onLink });
    this.#terminal.loadAddon(this.#fit);
    this.search = new ScreenSearch(this.#terminal, matches);
    this.#wasAtEnd = this.isAtEnd = !options.toRealEnd;
    this.#terminal.onScroll(() => this.#noteScrollSoon());
    this.#terminal.onWriteParsed(() => this.#isWrapping || this.#widen());
    this.#fitIn();
    this.#sizes.observe(host);
  }

  get isFull(): boolean {
    return this.#pending > HIGH_WATERMARK;
  }

  /** Bytes that were written and do not stand on the screen yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Lines held here, however many rows each of them takes, with the one that is being written. */
  get lines(): number {
    const { active } = this.#terminal.buffer;
    let lines = 0;
    for (let row = active.baseY + active.cursorY; row >= 0; row--)
      if (!active.getLine(row)?.isWrapped) lines += 1;
    return lines;
  }

  write(bytes: Uint8Array): void {
    if (!this.#wasAtEnd && !this.#options.toRealEnd) this.newLines += lineFeeds(bytes);
    for (let from = 0; from < bytes.length; from += this.#piece) {
      if (from > 0) this.#piece = Math.min(PIECE, this.#piece * 2);
      this.#write(bytes.subarray(from, from + this.#piece));
    }
  }

  drained(): Promise<void> {
    return new Promise((resolve) => this.#onDrained.push(resolve));
  }

  scrollToEnd(): void {
    if (this.#options.toRealEnd) return this.#options.toRealEnd();
    this.#terminal.scrollToBottom();
    this.#noteScroll();
  }

  /** Goes to a place that `onPlace` told of, as soon as what was written so far stands here; what comes later is new. */
  goTo(up: number, newLines: number): void {
    this.#isPlacing = true;
    this.#wasAtEnd = this.isAtEnd = false;
    this.newLines = newLines;
    this.#terminal.write('', () => {
      this.#isPlacing = false;
      this.#terminal.scrollLines(-up);
      this.#noteScroll();
    });
  }

  /** False: lines go on to the right, and the host scrolls. */
  wrap(isWrapping: boolean): void {
    if (isWrapping === this.#isWrapping) return;
    this.#isWrapping = isWrapping;
    this.#longest = this.#measured = 0;
    this.isTooWide = false;
    if (isWrapping) this.#fitIn();
    else this.#widen();
    this.#options.host.scrollLeft = 0;
  }

  /** What is selected, or all lines that the scrollback holds, without the line breaks that wrapping adds. */
  text(): string {
    if (this.#terminal.hasSelection()) return this.#terminal.getSelection();
    this.#terminal.selectAll();
    const text = this.#terminal.getSelection();
    this.#terminal.clearSelection();
    return `${text.trimEnd()}\n`;
  }

  /** Empties the view; the line being written stays, and what comes goes on below it. */
  clear(): void {
    this.search.end();
    this.#terminal.clear();
    this.#measured = 0;
    this.newLines = 0;
    this.#noteScroll();
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** To be called when the scheme of the page has changed. */
  takeColors(): void {
    const { theme, matches } = screenTheme(this.#options.host);
    this.#terminal.options.theme = theme;
    this.search.marks = matches;
  }

  dispose(): void {
    this.#sizes.disconnect();
    if (this.#noting !== null) cancelAnimationFrame(this.#noting);
    this.#terminal.dispose();
    for (const resolve of this.#onDrained.splice(0)) resolve();
  }

  #write(piece: Uint8Array): void {
    this.#pending += piece.length;
    this.#terminal.write(piece, () => {
      this.#pending -= piece.length;
      if (this.#pending > LOW_WATERMARK) return;
      for (const resolve of this.#onDrained.splice(0)) resolve();
    });
  }

  /** Takes as many columns as the longest line asks for. Only rows that came since the last time are looked at. */
  #widen(): void {
    const { active } = this.#terminal.buffer;
    // Once rows fall out at the top they have other numbers; then all are looked at.
    const longest = longestLine(active, this.isFullUp ? 0 : this.#measured, this.#terminal.cols);
    if (longest > this.#longest) {
      this.#longest = longest;
      this.#fitIn();
    }
    this.isTooWide = this.#longest > MOST_COLUMNS;
    this.#measured = active.length - 1;
  }

  /** Nobody sees it while it has no size, and then its lines keep the width they had. */
  #fitIn(): void {
    const { host } = this.#options;
    if (host.clientWidth === 0 || host.clientHeight === 0) return;
    const size = this.#fit.proposeDimensions();
    if (!size) return;
    const columns = this.#isWrapping ? size.cols : columnsFor(this.#longest, size.cols);
    this.#terminal.options.scrollback = scrollbackFor(columns);
    this.#terminal.resize(columns, size.rows);
    this.#noteScroll();
  }

  /** xterm tells of every single line that scrolls: once per frame is enough to know where the reader is. */
  #noteScrollSoon(): void {
    this.#noting ??= requestAnimationFrame(() => {
      this.#noting = null;
      this.#noteScroll();
    });
  }

  #noteScroll(): void {
    const { viewportY, baseY } = this.#terminal.buffer.active;
    this.isAtStart = viewportY === 0 && baseY > 0;
    this.isFullUp = baseY >= (this.#terminal.options.scrollback ?? 0);
    const isAtEnd = viewportY >= baseY && !this.#options.toRealEnd;
    const isWhereItWas = isAtEnd ? this.#wasAtEnd : viewportY === this.#row;
    if (this.#isPlacing || isWhereItWas) return;
    this.#row = viewportY;
    this.#wasAtEnd = this.isAtEnd = isAtEnd;
    if (isAtEnd) this.newLines = 0;
    this.#options.onPlace(baseY - viewportY, this.newLines);
  }
}
