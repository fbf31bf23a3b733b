// Where the output of each command begins in a terminal. The marks are in the output (OSC 133 C); a screen that replaces
// it has none, so the panel tells their lines.
import type { IDecoration, IMarker, Terminal } from '@xterm/xterm';
import type { ShellScreen } from '../../shared/shells.ts';

/** The panel and the page may get a mark in different pieces. A mark is shorter than this. */
const MARK_BYTES = 64;

export class CommandLines {
  readonly #terminal: Terminal;
  readonly #markers = new Map<number, IMarker>();
  #shown: IDecoration | undefined;

  /** `place`: how many bytes the terminal has drawn. */
  constructor(terminal: Terminal, place: () => number) {
    this.#terminal = terminal;
    terminal.parser.registerOscHandler(133, (data) => {
      if (data.startsWith('C')) this.#add(place(), 0);
      return true;
    });
  }

  /** Call this when a screen has been drawn into the empty terminal. */
  onScreen({ lines }: Pick<ShellScreen, 'lines'>): void {
    for (const marker of this.#markers.values()) marker.dispose();
    this.#markers.clear();
    const { buffer } = this.#terminal;
    const add = (): void => {
      const { baseY, cursorY } = buffer.normal;
      for (const [at, line] of lines) this.#add(at, line - baseY - cursorY);
    };
    if (buffer.active.type === 'normal') return add();
    // Lines can be marked only in the buffer that is shown.
    const waiting = buffer.onBufferChange(({ type }) => {
      if (type !== 'normal') return;
      waiting.dispose();
      add();
    });
  }

  /** Scrolls to the command whose output begins there, and marks it. Returns whether it is still in the scrollback. */
  show(at: number, textLines: number): boolean {
    const places = [...this.#markers.keys()].filter((each) => Math.abs(each - at) < MARK_BYTES);
    const place = places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
    const line = place === undefined ? undefined : this.#markers.get(place)?.line;
    const { active } = this.#terminal.buffer;
    if (line === undefined || line < 0 || active.type !== 'normal') return false;
    const first = Math.max(0, line - textLines);
    this.#terminal.scrollToLine(first);
    this.#shown?.dispose();
    const marker = this.#terminal.registerMarker(first - active.baseY - active.cursorY);
    this.#shown = this.#terminal.registerDecoration({ marker, width: this.#terminal.cols });
    this.#shown?.onRender((element) => element.classList.add('shown-command'));
    return true;
  }

  hide(): void {
    this.#shown?.dispose();
  }

  #add(at: number, offset: number): void {
    const marker = this.#terminal.registerMarker(offset);
    this.#markers.set(at, marker);
    marker.onDispose(() => {
      if (this.#markers.get(at) === marker) this.#markers.delete(at);
    });
  }
}
