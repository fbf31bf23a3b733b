// Prepares a line of pi's stdout for the log: finds its type, shortens it for its row, and formats it. Pure.
import { t } from '../language/text.ts';
import type { LoggedLine } from '../../shared/wire.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { hasText } from '../../shared/folded.ts';

/** The most characters that a row shows. */
const MAX_ROW_CHARS = 400;

export interface RecordLine extends LoggedLine {
  /** The type of the record; `unreadable` for a line that is not a record. */
  type: string;
}

/** Finds the type without parsing the line, because most lines are never opened and some are truncated. */
export function recordLine(line: LoggedLine): RecordLine {
  const type = /"type"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(line.text)?.[1];
  return { ...line, type: line.isBad || type === undefined ? 'unreadable' : type };
}

/**
 * Returns the text of a row without the type, which has its own column, and without the usage, which rarely
 * distinguishes records.
 */
export function rowText({ text }: LoggedLine): string {
  const start = text
    .slice(0, 4 * MAX_ROW_CHARS)
    .replace(/^\{"type":"\w+",?/, '{')
    .replace(/"usage":\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\},?/, '');
  return start.length > MAX_ROW_CHARS ? `${cutText(start, MAX_ROW_CHARS)} ...` : start;
}

/** Formats JSON. Text that is truncated or not valid JSON stays unchanged. */
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
  /** Text that must occur somewhere in the line; case is ignored. */
  text: string;
}

export function filterLines(
  lines: readonly RecordLine[],
  { type, text }: RecordFilter,
): readonly RecordLine[] {
  const words = text.trim();
  if (!type && !words) return lines;
  return lines.filter((line) => (!type || line.type === type) && (!words || hasText(line.text, words)));
}

export function typesOf(lines: readonly RecordLine[]): string[] {
  return [...new Set(lines.map(({ type }) => type))].sort();
}
