// How a program of pi's tells the panel what happens in the terminal that it was lent: by marks between its output, so
// that they are read in order with it, also while pi itself waits for the program. A mark is an OSC sequence, which
// terminals do not show.

/** A mark has exactly one of these. */
export interface TerminalMark {
  /** A program is about to start. `command`: its command line, for the user. `by`: the extension. */
  begin?: { command: string; by?: string };
  /** The program has this process id. */
  pid?: number;
  /** The terminal is given back. `code`: the exit status of the last program; null if a signal ended it. */
  end?: { code: number | null };
}

/** `key`: known only to the panel and to the pi that has the terminal. */
export const markStart = (key: string): string => `\x1b]7510;${key};`;
export const MARK_END = '\x07';

/** JSON writes every control character as text, so the end of a mark cannot be inside. */
export function writeMark(key: string, mark: TerminalMark): string {
  return `${markStart(key)}${JSON.stringify(mark)}${MARK_END}`;
}
