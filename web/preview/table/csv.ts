// Reads delimited text (RFC 4180, and what programs write besides): where rows end, and the fields of one row. Pure.

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/**
 * A quoted field that is longer, in UTF-16 units, is taken for one with a stray quote. Without a bound, one such quote
 * would turn the rest of a file into a single field.
 */
export const MOST_IN_QUOTES = 1_000_000;

interface Reading {
  separator: Separator;
  /** Whether nothing follows the text. */
  isLast: boolean;
}

interface Ends {
  /** Where each complete row ends, behind its line break. */
  ends: number[];
  /** Where the first row begins that may not be complete. */
  rest: number;
}

/** Finds the rows in `text`. With `isLast`, nothing follows, so that the last row needs no line break. */
export function findRows(text: string, separator: Separator, { isLast }: { isLast: boolean }): Ends {
  const reading = { separator, isLast };
  const ends: number[] = [];
  let at = 0;
  let rest = 0;
  while (at < text.length) {
    const end = fieldEnd(text, at, reading);
    if (end === null) break;
    const code = text.charCodeAt(end);
    if (end < text.length && code !== LINE_FEED && code !== CARRIAGE_RETURN) {
      at = end + 1;
      continue;
    }
    if (end >= text.length && !isLast) break;
    // The line feed of a \r\n may be in the next part.
    if (code === CARRIAGE_RETURN && end + 1 === text.length && !isLast) break;
    at = end + (code === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED ? 2 : 1);
    rest = Math.min(at, text.length);
    ends.push(rest);
  }
  if (isLast && rest < text.length) ends.push((rest = text.length));
  return { ends, rest };
}

/** Returns the fields of one row, which may end with a line break. */
export function fieldsOf(row: string, separator: Separator): string[] {
  const reading = { separator, isLast: true };
  const fields: string[] = [];
  for (let at = 0; ;) {
    const end = fieldEnd(row, at, reading)!;
    fields.push(valueOf(row, at, end));
    if (end >= row.length || row[end] !== separator) return fields;
    at = end + 1;
  }
}

/** Returns the field in column `column`, from 0; an empty string if the row is shorter. */
export function fieldOf(row: string, column: number, separator: Separator): string {
  const reading = { separator, isLast: true };
  for (let at = 0, index = 0; ; index++) {
    const end = fieldEnd(row, at, reading)!;
    if (index === column) return valueOf(row, at, end);
    if (end >= row.length || row[end] !== separator) return '';
    at = end + 1;
  }
}

/**
 * Returns where the field that begins at `at` ends: at a separator, at a line break, or at the end of the text. Null if
 * it is quoted and its end may be in a later part.
 */
function fieldEnd(text: string, at: number, { separator, isLast }: Reading): number | null {
  if (text.charCodeAt(at) === QUOTE) {
    const closed = closingQuote(text, at);
    if (closed !== null) return plainEnd(text, closed + 1, separator);
    if (!isLast && text.length - at <= MOST_IN_QUOTES) return null;
  }
  return plainEnd(text, at, separator);
}

/** Returns the place of the quote that ends the quoted field; null if there is none within the bound. */
function closingQuote(text: string, at: number): number | null {
  const most = at + MOST_IN_QUOTES;
  for (let from = at + 1; ; from += 2) {
    const quote = text.indexOf('"', from);
    if (quote === -1 || quote > most) return null;
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote;
    from = quote;
  }
}

function plainEnd(text: string, from: number, separator: Separator): number {
  const wanted = separator.charCodeAt(0);
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === wanted || code === LINE_FEED || code === CARRIAGE_RETURN) break;
  }
  return at;
}

/** Text behind the closing quote is kept, as in `"a"b`. */
function valueOf(row: string, at: number, end: number): string {
  const closed = row.charCodeAt(at) === QUOTE ? closingQuote(row, at) : null;
  if (closed === null || closed >= end) return row.slice(at, end);
  return row.slice(at + 1, closed).replaceAll('""', '"') + row.slice(closed + 1, end);
}

/** The number of rows by which the separator is guessed. */
const GUESSED_ROWS = 20;

/**
 * Guesses the separator: the one by which the first rows have the most fields, and all the same number. `sep=;` in the
 * first line, which spreadsheets write, names it.
 */
export function guessSeparator(text: string): Separator {
  const named = namedSeparator(text);
  if (named) return named;
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const { ends } = findRows(text, separator, { isLast: true });
    const counts = ends
      .slice(0, GUESSED_ROWS)
      .map((end, row) => fieldsOf(text.slice(ends[row - 1] ?? 0, end), separator).length);
    const [first = 1] = counts;
    const same = counts.filter((count) => count === first).length;
    const score = first > 1 ? (same / counts.length) * 1000 + first : 0;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

export function namedSeparator(text: string): Separator | null {
  const [, sign] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  return (sign as Separator | undefined) ?? null;
}
