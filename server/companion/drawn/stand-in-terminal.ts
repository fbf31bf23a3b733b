// A terminal without a screen: pi's TUI draws for it, and the page shows what it drew.

/** The modes by which a program asks for reports of the mouse. */
// eslint-disable-next-line no-control-regex -- it is one
const MOUSE_MODE = /\x1b\[\?(?:9|1000|1002|1003)(?:;\d+)*([hl])/g;

export interface TerminalSize {
  columns: number;
  rows: number;
}

export class StandInTerminal {
  /** The page encodes all keys by this protocol. */
  readonly kittyProtocolActive = true;
  /** Whether the extension asked for the mouse. */
  hasMouse = false;
  /** Whether the TUI is being stopped for good. Set this before it is. */
  isClosing = false;
  readonly #size: () => TerminalSize;
  #onInput: ((data: string) => void) | undefined;
  #onResize: (() => void) | undefined;

  constructor(size: () => TerminalSize) {
    this.#size = size;
  }

  get columns(): number {
    return this.#size().columns;
  }

  get rows(): number {
    return this.#size().rows;
  }

  input(data: string): void {
    this.#onInput?.(data);
  }

  resize(): void {
    this.#onResize?.();
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.#onInput = onInput;
    this.#onResize = onResize;
  }

  /**
   * Refuses to stop. An extension that stops the TUI gives the terminal to another program, which would read pi's
   * commands instead.
   */
  stop(): void {
    if (!this.isClosing)
      throw new Error('This needs a real terminal: the page can show a screen, but not run a program in it.');
  }

  write(data: string): void {
    for (const [, end] of data.matchAll(MOUSE_MODE)) this.hasMouse = end === 'h';
  }

  drainInput(): Promise<void> {
    return Promise.resolve();
  }

  moveBy(): void {}
  hideCursor(): void {}
  showCursor(): void {}
  clearLine(): void {}
  clearFromCursor(): void {}
  clearScreen(): void {}
  setTitle(): void {}
  setProgress(): void {}
}
