// Computes the rows that a hunk shows: its changed lines, with a few unchanged lines around them.
import { linesOf, type Hunk } from '../../../shared/hunks.ts';

export interface HunkRow {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** The 1-based line number in the text before the change; null for added lines. */
  before: number | null;
  /** The 1-based line number in the text after the change; null for removed lines. */
  after: number | null;
}

export interface Texts {
  before: readonly string[];
  after: readonly string[];
}

/** Unchanged lines above and below a hunk. */
const CONTEXT = 3;

/** Splits both texts into lines without their line endings. */
export function textsOf({ before, after }: { before: string; after: string }): Texts {
  const lines = (text: string): string[] => linesOf(text).map((line) => line.replace(/\r?\n$/, ''));
  return { before: lines(before), after: lines(after) };
}

/**
 * Returns the rows of the hunk at index `at`. `hunks` must contain all hunks of the file in order, because the unchanged
 * lines between two hunks are divided between them: no line is shown twice.
 */
export function hunkRows({ before, after }: Texts, hunks: readonly Hunk[], at: number): HunkRow[] {
  const hunk = hunks[at]!;
  const previous = hunks[at - 1]?.afterEnd ?? 0;
  const next = hunks[at + 1]?.afterStart ?? after.length;
  const from = Math.max(
    hunk.afterStart - CONTEXT,
    at === 0 ? 0 : Math.ceil((previous + hunk.afterStart) / 2),
  );
  const to = Math.min(
    hunk.afterEnd + CONTEXT,
    at === hunks.length - 1 ? next : Math.ceil((hunk.afterEnd + next) / 2),
  );
  // Added to the index of a line in the new text, these give its index in the old text.
  const offsetAbove = hunk.beforeStart - hunk.afterStart;
  const offsetBelow = hunk.beforeEnd - hunk.afterEnd;
  return [
    ...range(from, hunk.afterStart).map((i) => same(after[i]!, i + offsetAbove, i)),
    ...range(hunk.beforeStart, hunk.beforeEnd).map((i): HunkRow => ({
      kind: 'removed',
      text: before[i]!,
      before: i + 1,
      after: null,
    })),
    ...range(hunk.afterStart, hunk.afterEnd).map((i): HunkRow => ({
      kind: 'added',
      text: after[i]!,
      before: null,
      after: i + 1,
    })),
    ...range(hunk.afterEnd, to).map((i) => same(after[i]!, i + offsetBelow, i)),
  ];
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
  return named?.text.trim() ?? '';
}

/** Creates the row of an unchanged line from its 0-based indexes. */
function same(text: string, before: number, after: number): HunkRow {
  return { kind: 'same', text, before: before + 1, after: after + 1 };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
