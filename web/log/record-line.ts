// One line of pi's stdout as the log shows it: its type, a short form for its row, and all of it formatted. Pure.
import { t } from '../language/text.ts';
import type { LoggedLine } from '../../shared/wire.ts';

/** A row shows at most this many characters. */
const MAX_ROW_CHARS = 400;

export interface RecordLine extends LoggedLine {
  /** The type of the record; `unreadable` for a line that is not a record. */
  type: string;
}

/** Finds the type without parsing the line: most lines are never opened, and some are truncated. */
export function recordLine(line: LoggedLine): RecordLine {
  const type = /"type"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(line.text)?.[1];
  return { ...line, type: line.isBad || type === undefined ? 'unreadable' : type };
}

/** Leaves out what does not distinguish a record from its neighbours: its type, which has a column, and its usage. */
export function rowText({ text }: LoggedLine): string {
  const start = text
    .slice(0, 4 * MAX_ROW_CHARS)
    .replace(/^\{"type":"\w+",?/, '{')
    .replace(/"usage":\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\},?/, '');
  return start.length > MAX_ROW_CHARS ? `${start.slice(0, MAX_ROW_CHARS)} ...` : start;
}

/** Text that is not valid JSON, or truncated, stays unchanged. */
export function prettyText({ text, isCut, bytes }: Pick<LoggedLine, 'text' | 'isCut' | 'bytes'>): string {
  if (isCut) return `${text}\n\n${t('... truncated: the line had {count} bytes', { count: bytes })}`;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export interface RecordFilter {
  /** '' means every type. */
  type: string;
  /** Occurs anywhere in the line; case is ignored. */
  text: string;
}

export function filterLines(
  lines: readonly RecordLine[],
  { type, text }: RecordFilter,
): readonly RecordLine[] {
  const words = text.trim().toLowerCase();
  if (!type && !words) return lines;
  return lines.filter(
    (line) => (!type || line.type === type) && (!words || line.text.toLowerCase().includes(words)),
  );
}

export function typesOf(lines: readonly RecordLine[]): string[] {
  return [...new Set(lines.map(({ type }) => type))].sort();
}
