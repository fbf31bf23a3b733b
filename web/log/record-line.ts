// One line of pi's stdout as the log shows it: its type, one line of it, and all of it in a readable form. Pure.
import type { LoggedLine } from '../../shared/wire.ts';

/** More characters than this are not laid out in a row. */
const ROW_CHARS = 400;

export interface RecordLine extends LoggedLine {
  /** Of the record; `unreadable` for a line that is none. */
  type: string;
}

/** The type is read off the beginning: most lines are never opened, and some are cut. */
export function recordLine(line: LoggedLine): RecordLine {
  const type = /"type"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(line.text)?.[1];
  return { ...line, type: line.isBad || type === undefined ? 'unreadable' : type };
}

/** What tells a record from its neighbours: its type stands beside it, and its usage is mostly the same. */
export function rowText({ text }: LoggedLine): string {
  const start = text
    .slice(0, 4 * ROW_CHARS)
    .replace(/^\{"type":"\w+",?/, '{')
    .replace(/"usage":\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\},?/, '');
  return start.length > ROW_CHARS ? `${start.slice(0, ROW_CHARS)} ...` : start;
}

/** What is no JSON, or not whole, stays as it came. */
export function prettyText({ text, isCut, bytes }: Pick<LoggedLine, 'text' | 'isCut' | 'bytes'>): string {
  if (isCut) return `${text}\n\n... cut here: the line had ${bytes.toLocaleString('en')} bytes`;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export interface Wanted {
  /** Empty: all. */
  type: string;
  /** Anywhere in the line, whatever the case. */
  text: string;
}

export function wantedLines(lines: readonly RecordLine[], { type, text }: Wanted): readonly RecordLine[] {
  const words = text.trim().toLowerCase();
  if (!type && !words) return lines;
  return lines.filter(
    (line) => (!type || line.type === type) && (!words || line.text.toLowerCase().includes(words)),
  );
}

export function typesOf(lines: readonly RecordLine[]): string[] {
  return [...new Set(lines.map(({ type }) => type))].sort();
}
