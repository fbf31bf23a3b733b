// One thing that an extension draws: its component inside a TUI of pi's own, and the resulting frames. It is bounded in
// rate, height and bytes. An error of the component ends the drawing, but not pi.
import { setImmediate } from 'node:timers/promises';
import type { CompanionReport } from '../../../shared/companion.ts';
import {
  changesBetween,
  MAX_DRAWN_LINE,
  MAX_DRAWN_LINES,
  type Drawn,
  type ScreenState,
} from '../../../shared/view/screens.ts';
import { keysIn, plainKey } from './key-sequences.ts';
import { mouseEventsIn } from './mouse-event.ts';
import { Stillness } from './stillness.ts';
import type { Component, Tui } from '../pi-parts.ts';
import { StandInTerminal, type Lending, type TerminalSize } from './stand-in-terminal.ts';

/** Time between two frames. */
const FRAME_MS = 33;
/**
 * The rate at which frames are sent: 40 kB a second. Unused bytes are saved up, so that a screen that rarely changes is
 * sent at once.
 */
const BYTES_PER_MS = 40;
const MAX_CREDIT = 24 * 1024;
/** Bytes of a frame besides its changes. */
const ENVELOPE = 200;
/** UTF-16 units of a whole frame. */
const MAX_FRAME = 256 * 1024;

export interface DrawingOptions extends Pick<Drawn, 'id' | 'kind' | 'by' | 'key'> {
  newTui: (terminal: object) => Tui;
  /** Whether its extension says that pi waits for the user as long as it is open. Otherwise that is guessed. */
  isBlocking?: boolean | undefined;
  size: () => TerminalSize;
  /** Lends a terminal to a program for which the extension stops the TUI. */
  lending: Lending;
  isWatched: () => boolean;
  send: (report: CompanionReport) => void;
  /** Puts marks in the place of pictures. */
  takePictures: (lines: readonly string[]) => readonly string[];
  /** Passes a key to the listeners, and returns what they leave of it. */
  passKey: (key: string) => string;
  /** Called when the component threw, so that the drawing must be closed. */
  onError: (error: unknown) => void;
}

type Rendered = Pick<ScreenState, 'cursor' | 'box'> & { lines: string[] };

export class Drawing {
  readonly id: string;
  readonly tui: Tui;
  readonly #options: DrawingOptions;
  readonly #terminal: StandInTerminal;
  #component: Component | null = null;
  #overlayOptions: (() => object | undefined) | null = null;
  /** The lines that the page has. */
  #shown: Drawn;
  #drawnAt = -Infinity;
  #credit = MAX_CREDIT;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #stillness = new Stillness(() => this.#guard(() => this.#reportWaiting()));

  constructor(options: DrawingOptions) {
    const { id, kind, by, key, newTui, size, lending, send } = options;
    this.id = id;
    this.#options = options;
    this.#terminal = new StandInTerminal(size, lending);
    this.tui = newTui(this.#terminal);
    this.tui.doRender = () => this.#onRender();
    this.#shown = { id, kind, ...(by && { by }), ...(key && { key }), screen: size(), lines: [] };
    send({ type: 'drawn', drawn: this.#shown });
    this.tui.start();
  }

  /** Shows the component, and gives it the keyboard if the drawing takes keys. */
  show(component: Component): void {
    this.#component = component;
    this.tui.addChild(component);
    this.tui.setFocus(component);
    this.tui.requestRender();
    this.#reportWaiting();
  }

  /** Shows the component above everything; returns pi's handle. */
  showOverlay(component: Component, options: () => object | undefined): unknown {
    this.#component = component;
    this.#overlayOptions = options;
    const handle = this.tui.showOverlay(component, options());
    this.#reportWaiting();
    return handle;
  }

  /** Draws again. Call this when the size has changed, or when a page shows the drawing again. */
  refresh(): void {
    this.#stillness.onInput();
    this.#terminal.resize();
  }

  /** Draws what depends on the conversation. pi draws everything again with each message. */
  redraw(): void {
    this.#stillness.onInput();
    this.tui.requestRender();
  }

  /**
   * Passes on the bytes that a terminal sends, possibly of several keys at once. Resolves when their effects are known:
   * after each key, as in a terminal, a component may do something asynchronously, such as look for completions.
   */
  async input(data: string): Promise<void> {
    this.#stillness.onInput();
    for (const key of keysIn(data)) {
      if (!this.#isClosed) this.#guard(() => this.#inputKey(key));
      await setImmediate();
    }
    this.tui.requestRender();
  }

  #inputKey(typed: string): void {
    // A component that asks for releases knows the protocol. pi's TUI keeps releases from all others.
    const key = this.#options.passKey(this.#wantsReleases ? typed : plainKey(typed));
    if (key === '') return;
    // A container without its own handler passes the mouse on to what is below it.
    const target = this.#component?.handleMouse ? this.#component : this.tui.focusedComponent;
    const { columns } = this.#shown.screen;
    const mouse = target?.handleMouse && mouseEventsIn(key, { columns, rows: this.#shown.lines.length });
    if (mouse?.length) for (const event of mouse) target!.handleMouse!(event);
    else this.#terminal.input(key);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stillness.close();
    this.#terminal.isClosing = true;
    this.tui.stop();
    this.#options.send({ type: 'drawn_closed', id: this.id });
  }

  #onRender(): void {
    this.#stillness.onChange();
    if (this.#isClosed || this.#timer || !this.#options.isWatched()) return;
    const wait = this.#drawnAt + Math.max(FRAME_MS, -this.#credit / BYTES_PER_MS) - performance.now();
    if (wait <= 0) return this.#draw();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#draw();
    }, wait);
  }

  #draw(): void {
    if (this.#isClosed) return;
    const now = performance.now();
    this.#credit = Math.min(MAX_CREDIT, this.#credit + (now - this.#drawnAt) * BYTES_PER_MS);
    this.#drawnAt = now;
    this.#guard(() => this.#send(this.#render()));
  }

  #render(): Rendered {
    const { columns, rows } = this.#options.size();
    const isAlone = this.#overlayOptions && this.tui.overlayStack?.length === 1;
    if (isAlone) return this.tui.hasOverlay() ? this.#renderOverlay(columns, rows) : { lines: [] };
    const own = this.tui.render(columns);
    const lines = this.tui.hasOverlay() ? this.tui.compositeOverlays(own, columns, rows) : [...own];
    return { ...this.#takeCursor(lines, rows), lines };
  }

  /** Returns only the overlay, without the empty terminal behind it. */
  #renderOverlay(columns: number, rows: number): Rendered {
    const options = this.#overlayOptions?.();
    const { width, maxHeight } = this.tui.resolveOverlayLayout(options, 0, columns, rows);
    const lines = this.#component!.render(width).slice(0, maxHeight ?? rows);
    const { row, col } = this.tui.resolveOverlayLayout(options, lines.length, columns, rows);
    const box = { row, column: col, columns: width, rows: lines.length };
    return { ...this.#takeCursor(lines, rows), lines, box };
  }

  /** Removes the cursor's mark from the lines. */
  #takeCursor(lines: string[], rows: number): Pick<ScreenState, 'cursor'> {
    const found = this.tui.extractCursorPosition(lines, rows);
    return found ? { cursor: { row: found.row, column: found.col } } : {};
  }

  /**
   * Whether the drawing waits for keys: as long as it is open if its extension says so, as pi's TUI reports it, also for
   * an overlay that hides itself. Otherwise an overlay does not wait while it hides itself, or leaves the keyboard to
   * what is below it.
   */
  get #isWaiting(): boolean {
    const { isBlocking, kind } = this.#options;
    if (isBlocking) return this.#component !== null;
    if (!this.#component || !this.#stillness.isStill || (kind !== 'screen' && kind !== 'overlay'))
      return false;
    return !this.#overlayOptions || (this.tui.hasOverlay() && !this.#isPassive);
  }

  /** Whether it is an overlay that never took the keyboard, or gave it back. */
  get #isPassive(): boolean {
    return this.#overlayOptions !== null && this.tui.hasOverlay() && this.tui.focusedComponent === null;
  }

  /** Reports whether the drawing waits, even while no page shows it. */
  #reportWaiting(): void {
    const { isWaiting: wasWaiting = false, ...rest } = this.#shown.screen;
    const isWaiting = this.#isWaiting;
    if (this.#isClosed || isWaiting === wasWaiting) return;
    const screen: ScreenState = isWaiting ? { ...rest, isWaiting } : rest;
    this.#shown = { ...this.#shown, screen };
    this.#options.send({ type: 'frame', frame: { id: this.id, count: this.#shown.lines.length, screen } });
  }

  get #wantsReleases(): boolean {
    return Boolean((this.tui.focusedComponent ?? this.#component)?.wantsKeyRelease);
  }

  #send({ lines: all, cursor, box }: Rendered): void {
    const omitted = Math.max(0, all.length - MAX_DRAWN_LINES);
    const lines = boundedLines(this.#options.takePictures(all).slice(omitted), MAX_FRAME);
    const screen: ScreenState = {
      ...this.#options.size(),
      ...((this.#terminal.hasMouse || this.#component?.handleMouse) && { hasMouse: true }),
      ...(this.#wantsReleases && { wantsReleases: true }),
      ...(this.#isPassive && { isPassive: true }),
      ...(cursor && cursor.row >= omitted && { cursor: { ...cursor, row: cursor.row - omitted } }),
      ...(box && { box }),
      ...(omitted > 0 && { omitted }),
      ...(this.#isWaiting && { isWaiting: true }),
    };
    const before = this.#shown;
    const changes = changesBetween(before.lines, lines);
    const isSameScreen = JSON.stringify(screen) === JSON.stringify(before.screen);
    if (changes.length === 0 && isSameScreen && lines.length === before.lines.length) return;
    this.#shown = { ...before, lines, screen };
    const frame = { id: this.id, count: lines.length, changes, ...(!isSameScreen && { screen }) };
    this.#credit -= JSON.stringify(changes).length + ENVELOPE;
    this.#options.send({ type: 'frame', frame });
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

/**
 * pi's marks around the cell that an input draws as its cursor, which pi's TUI shows in reverse (pi 1.6), and other marks
 * of pi. They end with a bell, at which no terminal ends them: it would hide what follows.
 */
/* eslint-disable no-control-regex -- terminal sequences */
const MARKS: [RegExp, string][] = [
  [/\x1b_pi:fc\x07/g, '\x1b[7m'],
  [/\x1b_pi:\/fc\x07/g, '\x1b[27m'],
  [/\x1b_pi:[^\x07\x1b]*\x07/g, ''],
];
/* eslint-enable no-control-regex */

/** Cuts the lines, and draws their cursors. `most`: UTF-16 units of all lines together. */
export function boundedLines(lines: readonly unknown[], most: number): string[] {
  let rest = most;
  return lines.map((line) => {
    const whole = MARKS.reduce((all, [mark, drawn]) => all.replace(mark, drawn), String(line));
    const text = whole.replaceAll('\n', ' ').slice(0, Math.min(MAX_DRAWN_LINE, rest));
    rest -= text.length;
    return text;
  });
}
