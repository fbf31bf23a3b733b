// The lines of a terminal as text, for pi. It is what the screen shows: what is typed without an echo is not in it.
import type headless from '@xterm/headless';

/** A read gives a mark, from which the next one can go on. Older ones are forgotten. */
const MAX_MARKS = 50;

export interface TerminalText {
  text: string;
  /** What to pass as `since` in order to get only later lines. */
  next: number;
  /** Whether lines before these were left out. */
  isCut: boolean;
}

export class ShellText {
  readonly #terminal: headless.Terminal;
  readonly #marks = new Map<number, headless.IMarker>();
  #next = 0;

  constructor(terminal: headless.Terminal) {
    this.#terminal = terminal;
  }

  /** Returns at most so many of the last lines. `since`: only those from a mark on; all if it is no longer known. */
  read(lines: number, since?: number): TerminalText {
    const { active } = this.#terminal.buffer;
    const mark = since === undefined ? undefined : this.#marks.get(since);
    // A mark whose line has been dropped is at -1.
    const start = mark && !mark.isDisposed ? mark.line : 0;
    const all = linesFrom(active, start);
    const shown = all.slice(-lines);
    return { text: shown.join('\n'), next: this.#mark(), isCut: shown.length < all.length };
  }

  /** The line with the cursor may still grow, so it is read again. */
  #mark(): number {
    const next = ++this.#next;
    const marker = this.#terminal.registerMarker(0);
    if (marker) this.#marks.set(next, marker);
    for (const [old, dropped] of this.#marks) {
      if (this.#marks.size <= MAX_MARKS) break;
      dropped.dispose();
      this.#marks.delete(old);
    }
    return next;
  }
}

/** Joins lines that only the width has broken. Leaves out the empty ones at the end. */
function linesFrom(buffer: headless.IBuffer, start: number): string[] {
  const lines: string[] = [];
  for (let row = start; row < buffer.length; row += 1) {
    const line = buffer.getLine(row);
    if (!line) continue;
    const isBroken = buffer.getLine(row + 1)?.isWrapped ?? false;
    const text = line.translateToString(!isBroken);
    if (line.isWrapped && lines.length > 0) lines.push(lines.pop()! + text);
    else lines.push(text);
  }
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}
