// Computes the rows that a hunk shows: its changed lines, with a few unchanged lines around them.
import { editsBetween, linesOf, type Edit } from '../../../shared/hunks.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import { GAP, type DiffLine, type LineEnd } from '../../lib/format/diff-lines.ts';

export interface HunkRow extends DiffLine {
  kind: 'same' | 'added' | 'removed';
}

export interface Texts {
  before: readonly string[];
  after: readonly string[];
  /** How each of these lines ends. */
  ends?: { before: readonly LineEnd[]; after: readonly LineEnd[] };
}

/** The most characters of a line that names a hunk. */
const MAX_NAME = 500;
/** Unchanged lines above and below a hunk. */
const CONTEXT = 3;

/** Splits both texts into lines and their line endings. */
export function textsOf({ before, after }: { before: string; after: string }): Required<Texts> {
  const [old, now] = [linesIn(before), linesIn(after)];
  return { before: old.lines, after: now.lines, ends: { before: old.ends, after: now.ends } };
}

function linesIn(text: string): { lines: string[]; ends: LineEnd[] } {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const ends: LineEnd[] = lines.map((line) => (line.endsWith('\r') ? '\r\n' : '\n'));
  const texts = lines.map((line, at) => (ends[at] === '\n' ? line : line.slice(0, -1)));
  if (last === '') return { lines: texts, ends };
  return { lines: [...texts, last], ends: [...ends, ''] };
}

/** Returns the rows of all hunks between two texts; none if they are equal. Null stands for a file that does not exist. */
export function linesBetween(before: string | null, after: string | null): DiffLine[] {
  const sides = { before: before ?? '', after: after ?? '' };
  const texts = textsOf(sides);
  const hunks = editsBetween(linesOf(sides.before), linesOf(sides.after));
  return hunks.flatMap((_, at) => [
    ...(skippedBefore(hunks, at) > 0 ? [GAP] : []),
    ...hunkRows(texts, hunks, at),
  ]);
}

/**
 * Returns the rows of the hunk at index `at`. `hunks` must contain all hunks of the file in order, because the
 * unchanged lines between two hunks are divided between them, so that no line is shown twice. `limit`: how many rows are
 * needed, because a hunk may have hundreds of thousands.
 */
export function hunkRows(
  { before, after, ends, limit = Infinity }: Texts & { limit?: number },
  hunks: readonly Edit[],
  at: number,
): HunkRow[] {
  const hunk = hunks[at]!;
  const { from, to } = spanOf(after, hunks, at);
  // Added to the index of a line in the new text, these give its index in the old text.
  const offsetAbove = hunk.beforeStart - hunk.afterStart;
  const offsetBelow = hunk.beforeEnd - hunk.afterEnd;
  const rows: HunkRow[] = [];
  const add = (start: number, end: number, toRow: (i: number) => HunkRow): void => {
    for (let i = start; i < end && rows.length < limit; i++) rows.push(toRow(i));
  };
  add(from, hunk.afterStart, (i) => contextRow(after[i]!, i + offsetAbove, i));
  add(hunk.beforeStart, hunk.beforeEnd, (i) => ({
    kind: 'removed',
    text: before[i]!,
    before: i + 1,
    after: null,
    ...(ends && { end: ends.before[i]! }),
  }));
  add(hunk.afterStart, hunk.afterEnd, (i) => ({
    kind: 'added',
    text: after[i]!,
    before: null,
    after: i + 1,
    ...(ends && { end: ends.after[i]! }),
  }));
  add(hunk.afterEnd, to, (i) => contextRow(after[i]!, i + offsetBelow, i));
  return rows;
}

/** Returns how many rows the hunk at index `at` has. */
export function countHunkRows({ after }: Texts, hunks: readonly Edit[], at: number): number {
  const { from, to } = spanOf(after, hunks, at);
  return to - from + hunks[at]!.beforeEnd - hunks[at]!.beforeStart;
}

/** The lines of the new text that a hunk shows, with those around it. */
function spanOf(after: readonly string[], hunks: readonly Edit[], at: number): { from: number; to: number } {
  const hunk = hunks[at]!;
  return {
    from: at === 0 ? Math.max(0, hunk.afterStart - CONTEXT) : spanBetween(hunks, at).to,
    to:
      at === hunks.length - 1
        ? Math.min(after.length, hunk.afterEnd + CONTEXT)
        : spanBetween(hunks, at + 1).from,
  };
}

/** Counts the unchanged lines that are shown neither in the hunk at index `at` nor in the one before it. */
export function skippedBefore(hunks: readonly Edit[], at: number): number {
  if (at === 0) return 0;
  const { from, to } = spanBetween(hunks, at);
  return to - from;
}

/** Returns the first of the rows that `skippedBefore` counts. `limit`: how many are needed. */
export function skippedRows(
  { after, limit }: Texts & { limit: number },
  hunks: readonly Edit[],
  at: number,
): HunkRow[] {
  const { from, to } = spanBetween(hunks, at);
  const offset = hunks[at]!.beforeStart - hunks[at]!.afterStart;
  return after
    .slice(from, Math.min(to, from + limit))
    .map((text, nth) => contextRow(text, from + nth + offset, from + nth));
}

/** The lines after the context of the hunk before index `at`, and before the context of the one there. */
function spanBetween(hunks: readonly Edit[], at: number): { from: number; to: number } {
  const { afterEnd } = hunks[at - 1]!;
  const { afterStart } = hunks[at]!;
  const middle = Math.ceil((afterEnd + afterStart) / 2);
  return { from: Math.min(afterEnd + CONTEXT, middle), to: Math.max(afterStart - CONTEXT, middle) };
}

/**
 * Returns the line that names a hunk whose lines are hidden: its first added line with a letter or digit, otherwise its
 * first removed one, otherwise its first changed line that is not blank. Returns '' if all changed lines are blank.
 */
export function namingLine(rows: readonly HunkRow[]): string {
  const changed = rows.filter(({ kind }) => kind !== 'same');
  const added = changed.filter(({ kind }) => kind === 'added');
  const hasWords = ({ text }: HunkRow): boolean => /[\p{L}\p{N}]/u.test(text);
  const named = added.find(hasWords) ?? changed.find(hasWords) ?? changed.find(({ text }) => text.trim());
  return cutText(named?.text.trim() ?? '', MAX_NAME);
}

/** Creates the row of an unchanged line from its 0-based indexes. */
function contextRow(text: string, before: number, after: number): HunkRow {
  return { kind: 'same', text, before: before + 1, after: after + 1 };
}
