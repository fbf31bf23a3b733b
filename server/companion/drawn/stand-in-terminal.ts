// A terminal without a screen: pi's TUI draws for it, and the page shows what it drew.

/** The modes by which a program asks for reports of the mouse. */
// eslint-disable-next-line no-control-regex -- it is one
const MOUSE_MODE = /\x1b\[\?(?:9|1000|1002|1003)(?:;\d+)*([hl])/g;

export interface TerminalSize {
  columns: number;
  rows: number;
}

/** Called when the TUI is stopped and started again. */
export interface Lending {
  lend: () => void;
  /** Does nothing if nothing was lent. */
  giveBack: () => void;
}

export class StandInTerminal {
  /** The page encodes all keys by this protocol. */
  readonly kittyProtocolActive = true;
  /** Whether the extension asked for the mouse. */
  hasMouse = false;
  /** Whether the TUI is being stopped for good. Set this before it is. */
  isClosing = false;
  readonly #size: () => TerminalSize;
  readonly #lending: Lending;
  #isStopped = true;
  #onInput: ((data: string) => void) | undefined;
  #onResize: (() => void) | undefined;

  constructor(size: () => TerminalSize, lending: Lending) {
    this.#size = size;
    this.#lending = lending;
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
    this.#isStopped = false;
    this.#lending.giveBack();
  }

  /** An extension that stops the TUI gives the terminal to another program. Throws if there is none to give. */
  stop(): void {
    if (this.isClosing) this.#lending.giveBack();
    // An extension may stop it twice.
    else if (!this.#isStopped) this.#lending.lend();
    this.#isStopped = true;
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
