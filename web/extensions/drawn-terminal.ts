// An xterm terminal that shows what an extension draws and reports keyboard and mouse input. Its rows stay text in the
// page, which assistive technology can read and the browser can search.
import type { Terminal } from '@xterm/xterm';
import type { Drawn } from '../../shared/view/screens.ts';
import { codeFont } from '../lib/theme/code-font.ts';
import { cellWidth, LINE_HEIGHT, MIN_DRAWN_PX } from '../lib/theme/cells.ts';
import { createTerminal } from '../lib/theme/page-terminal.ts';
import { screenTheme } from '../lib/theme/screen-theme.ts';
import { ScreenKeyboard, type ScreenKeyboardOptions } from './screen-keyboard.ts';
import { pageColors, withPageColors, type PageColors } from '../lib/theme/theme-in-ansi.ts';

/** The border and padding around the terminal. */
const FRAME_PX = 20;
/** Turns off line wrapping, because extensions wrap lines themselves, and turns on bracketed paste. */
const MODES = '\x1b[?7l\x1b[?2004h';
/** Reports clicks, drags and the wheel, with coordinates of any size. */
const MOUSE_ON = '\x1b[?1002h\x1b[?1006h';
const MOUSE_OFF = '\x1b[?1002l\x1b[?1006l';
const CURSOR_ON = '\x1b[?25h';
const CURSOR_OFF = '\x1b[?25l';

interface Options {
  host: HTMLElement;
  /** The accessible name. */
  label: string;
  /** Returns the available width, in px. */
  availableWidth: () => number;
  onData: (data: string) => void;
  keys: Omit<ScreenKeyboardOptions, 'send' | 'selection' | 'keyboard'>;
}

export class DrawnTerminal {
  readonly #host: HTMLElement;
  readonly #room: () => number;
  readonly #terminal: Terminal;
  /** The lines currently on the screen. */
  #lines: readonly string[] = [];
  #columns = 0;
  #drawn: Drawn | null = null;
  #colors: PageColors;
  #hasMouse = false;
  readonly keyboard: ScreenKeyboard;

  constructor({ host, label, availableWidth, onData, keys }: Options) {
    this.#host = host;
    this.#room = availableWidth;
    this.#colors = pageColors(host, 'sunken');
    this.#terminal = createTerminal(host, {
      scrollback: 0,
      lineHeight: LINE_HEIGHT,
      theme: this.#theme(),
    });
    this.#terminal.open(host);
    host.querySelector('.xterm-rows')?.removeAttribute('aria-hidden');
    this.#terminal.textarea?.setAttribute('aria-label', label);
    this.#terminal.write(MODES + CURSOR_OFF);
    this.keyboard = new ScreenKeyboard({
      ...keys,
      send: onData,
      selection: () => this.#terminal.getSelection(),
    });
    this.#terminal.onData((text) => this.keyboard.onText(text));
    this.#terminal.onBinary(onData);
    this.#connectKeyboard();
  }

  /** Listens on the terminal's own elements, which get the keys and are removed with the terminal. */
  #connectKeyboard(): void {
    const { keyboard } = this;
    this.#terminal.attachCustomKeyEventHandler(
      (event) => event.type !== 'keydown' || keyboard.onKeyDown(event),
    );
    const field = this.#terminal.textarea;
    field?.addEventListener('keyup', (event) => keyboard.onKeyUp(event));
    field?.addEventListener('blur', () => keyboard.onBlur());
    this.#terminal.element?.addEventListener('paste', (event) => keyboard.onPaste(event), { capture: true });
  }

  show(drawn: Drawn): void {
    this.#drawn = drawn;
    const { lines, screen } = drawn;
    const columns = screen.box?.columns ?? screen.columns;
    const rows = Math.max(1, lines.length);
    let text = '';
    if (columns !== this.#columns || rows !== this.#terminal.rows) {
      this.#columns = columns;
      this.#terminal.resize(columns, rows);
      this.fit();
      this.#lines = [];
      text += '\x1b[2J';
    }
    lines.forEach((line, row) => {
      if (line !== this.#lines[row])
        text += `\x1b[${row + 1};1H\x1b[0m\x1b[2K${withPageColors(line, this.#colors)}\x1b[0m`;
    });
    if ((screen.hasMouse ?? false) !== this.#hasMouse) {
      this.#hasMouse = !this.#hasMouse;
      text += this.#hasMouse ? MOUSE_ON : MOUSE_OFF;
    }
    const { cursor } = screen;
    text += cursor ? `\x1b[${cursor.row + 1};${cursor.column + 1}H${CURSOR_ON}` : CURSOR_OFF;
    this.#terminal.write(text);
    this.#lines = lines;
  }

  /** Reduces the font size if the columns do not fit. If they still do not, they scroll sideways. */
  fit(): void {
    const { fontSize } = codeFont();
    const needed = this.#columns * cellWidth(this.#host, fontSize);
    const available = this.#room() - FRAME_PX;
    const size = Math.min(fontSize, Math.max(MIN_DRAWN_PX, (fontSize * available) / needed));
    this.#terminal.options.fontSize = Math.floor(size * 4) / 4;
  }

  /** Returns the size of a cell, in px. */
  cellSize(): { width: number; height: number } | null {
    const screen = this.#host.querySelector('.xterm-screen');
    if (!screen) return null;
    const { cols, rows } = this.#terminal;
    return { width: screen.clientWidth / cols, height: screen.clientHeight / rows };
  }

  focus(): void {
    this.#terminal.focus();
  }

  blur(): void {
    this.#terminal.blur();
  }

  /** Must be called when the color scheme of the page has changed. */
  updateColors(): void {
    this.#terminal.options.theme = this.#theme();
    this.#colors = pageColors(this.#host, 'sunken');
    this.#lines = [];
    if (this.#drawn) this.show(this.#drawn);
    this.fit();
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  #theme() {
    const { theme } = screenTheme(this.#host);
    const { foreground, background } = theme;
    return { ...theme, cursor: foreground!, cursorAccent: background! };
  }
}
