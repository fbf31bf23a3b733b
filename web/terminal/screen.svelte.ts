// One xterm that shows one run and takes no input: nothing the output asks for is answered (onData is wired to
// nothing), no clipboard, no title, no mouse. It knows bytes and lines, nothing of runs or of the network.
//
// xterm's DOM renderer, on purpose: it draws 27 MB/s at 55 frames a second, and its rows stay text that can be
// selected, searched by the browser and read by assistive technology. A WebGL canvas gives that away.
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { lineFeeds } from './line-feeds.ts';
import type { OutputSink } from './output-follower.ts';
import { screenTheme } from './screen-theme.ts';

/** Bytes that may wait for xterm to parse them; awaiting every chunk instead costs a factor of ten and more. */
const HIGH_WATERMARK = 1_000_000;
const LOW_WATERMARK = 500_000;
/** xterm lets the page breathe between two writes only: a megabyte in one of them is a frame of 50 ms and more. */
const PIECE = 65_536;
const SCROLLBACK = 10_000;
/** Without wrapping. A cell takes 12 bytes whether anything stands in it or not: full scrollback is 36 MB then. */
const UNWRAPPED_COLUMNS = 300;

/** Mouse reporting and alternate screens would take the wheel and the scrollback away from the reader. */
const REFUSED_MODES = new Set([9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016, 47, 1047, 1049]);

export interface ScreenOptions {
  host: HTMLElement;
  /** A link was clicked; always http or https. */
  onLink: (url: string, at: { x: number; y: number }) => void;
}

export class Screen implements OutputSink {
  /** The last line is in sight. */
  isAtEnd = $state(true);
  /** Lines that came since it was not. */
  newLines = $state(0);
  /** Of the search: how many there are, and which one is shown (from 1, 0 for none). */
  matches = $state.raw({ current: 0, count: 0 });

  readonly #host: HTMLElement;
  readonly #terminal: Terminal;
  readonly #search = new SearchAddon({ highlightLimit: 1000 });
  readonly #fit = new FitAddon();
  readonly #sizes = new ResizeObserver(() => this.#fitIn());
  #decorations: ReturnType<typeof screenTheme>['matches'];
  #isWrapping = true;
  #wasAtEnd = true;
  #noting: number | null = null;
  #pending = 0;
  #onDrained: (() => void)[] = [];

  readonly #moves: Record<string, () => void> = {
    ArrowUp: () => this.#terminal.scrollLines(-1),
    ArrowDown: () => this.#terminal.scrollLines(1),
    PageUp: () => this.#terminal.scrollPages(-1),
    PageDown: () => this.#terminal.scrollPages(1),
    Home: () => this.#terminal.scrollToTop(),
    End: () => this.#terminal.scrollToBottom(),
  };

  constructor({ host, onLink }: ScreenOptions) {
    this.#host = host;
    const { theme, matches } = screenTheme(host);
    this.#decorations = matches;
    const open = (event: MouseEvent, url: string): void => {
      if (isWebAddress(url)) onLink(url, { x: event.clientX, y: event.clientY });
    };
    this.#terminal = new Terminal({
      allowProposedApi: true,
      convertEol: true,
      disableStdin: true,
      cursorInactiveStyle: 'none',
      cursorStyle: 'bar',
      cursorWidth: 1,
      scrollback: SCROLLBACK,
      minimumContrastRatio: 4.5,
      fontFamily: getComputedStyle(host).getPropertyValue('--mono'),
      fontSize: 12.5,
      lineHeight: 1.15,
      overviewRuler: { width: 10 },
      theme,
      linkHandler: { activate: open },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.loadAddon(new WebLinksAddon(open));
    this.#terminal.unicode.activeVersion = '11';
    this.#terminal.open(host);
    this.#makeReadable();
    this.#refuseModes();
    this.#terminal.attachCustomKeyEventHandler((event) => this.#scrollByKey(event));
    this.#terminal.onScroll(() => this.#noteScrollSoon());
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) => {
      this.matches = { current: resultIndex + 1, count: resultCount };
    });
    this.#fitIn();
    this.#sizes.observe(host);
  }

  get isFull(): boolean {
    return this.#pending > HIGH_WATERMARK;
  }

  write(bytes: Uint8Array): void {
    if (!this.#wasAtEnd) this.newLines += lineFeeds(bytes);
    for (let from = 0; from < bytes.length; from += PIECE) this.#write(bytes.subarray(from, from + PIECE));
  }

  drained(): Promise<void> {
    return new Promise((resolve) => this.#onDrained.push(resolve));
  }

  scrollToEnd(): void {
    this.#terminal.scrollToBottom();
    this.#noteScroll();
  }

  /** `typing` stays where it is while that still matches; from nowhere it starts at the end: the newest first. */
  find(query: string, direction: 'next' | 'previous' | 'typing'): void {
    const options = { decorations: this.#decorations, incremental: direction === 'typing' };
    if (query === '') return this.#endSearch();
    if (direction === 'next') this.#search.findNext(query, options);
    else this.#search.findPrevious(query, options);
  }

  /** False: lines go on to the right, up to 300 columns, and the host scrolls. */
  wrap(isWrapping: boolean): void {
    if (isWrapping === this.#isWrapping) return;
    this.#isWrapping = isWrapping;
    this.#fitIn();
    this.#host.scrollLeft = 0;
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
    this.#endSearch();
    this.#terminal.clear();
    this.#noteScroll();
    this.newLines = 0;
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** To be called when the scheme of the page has changed. */
  takeColors(): void {
    const { theme, matches } = screenTheme(this.#host);
    this.#terminal.options.theme = theme;
    this.#decorations = matches;
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

  #endSearch(): void {
    this.#search.clearDecorations();
    this.#terminal.clearSelection();
  }

  /** Nobody sees it while it has no size, and then its lines keep the width they had. */
  #fitIn(): void {
    if (this.#host.clientWidth === 0 || this.#host.clientHeight === 0) return;
    const size = this.#fit.proposeDimensions();
    if (!size) return;
    this.#terminal.resize(this.#isWrapping ? size.cols : Math.max(size.cols, UNWRAPPED_COLUMNS), size.rows);
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
    const isAtEnd = viewportY >= baseY;
    if (isAtEnd === this.#wasAtEnd) return;
    this.#wasAtEnd = this.isAtEnd = isAtEnd;
    if (isAtEnd) this.newLines = 0;
  }

  /** xterm hides its rows from assistive technology, because a copy of its own may announce every line. */
  #makeReadable(): void {
    this.#host.querySelector('.xterm-rows')?.removeAttribute('aria-hidden');
    this.#terminal.textarea?.setAttribute('aria-label', 'Terminal output');
  }

  #refuseModes(): void {
    for (const final of ['h', 'l']) {
      this.#terminal.parser.registerCsiHandler({ prefix: '?', final }, (params) =>
        params.some((mode) => typeof mode === 'number' && REFUSED_MODES.has(mode)),
      );
    }
  }

  /** Always false: keys are for scrolling here, and all others are the page's (Tab, copy, shortcuts). */
  #scrollByKey(event: KeyboardEvent): false {
    if (event.type !== 'keydown' || event.ctrlKey || event.metaKey || event.altKey) return false;
    const move = this.#moves[event.key];
    if (!move) return false;
    move();
    event.preventDefault();
    return false;
  }
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
