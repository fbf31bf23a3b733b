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
 * Returns the rows of the hunk at index `at`. `hunks` must contain all hunks of the file in order, because the
 * unchanged lines between two hunks are divided between them, so that no line is shown twice.
 */
export function hunkRows({ before, after }: Texts, hunks: readonly Hunk[], at: number): HunkRow[] {
  const hunk = hunks[at]!;
  const from = at === 0 ? Math.max(0, hunk.afterStart - CONTEXT) : spanBetween(hunks, at).to;
  const to =
    at === hunks.length - 1
      ? Math.min(after.length, hunk.afterEnd + CONTEXT)
      : spanBetween(hunks, at + 1).from;
  // Added to the index of a line in the new text, these give its index in the old text.
  const offsetAbove = hunk.beforeStart - hunk.afterStart;
  const offsetBelow = hunk.beforeEnd - hunk.afterEnd;
  return [
    ...range(from, hunk.afterStart).map((i) => contextRow(after[i]!, i + offsetAbove, i)),
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
    ...range(hunk.afterEnd, to).map((i) => contextRow(after[i]!, i + offsetBelow, i)),
  ];
}

/** Counts the unchanged lines that are shown neither in the hunk at index `at` nor in the one before it. */
export function skippedBefore(hunks: readonly Hunk[], at: number): number {
  if (at === 0) return 0;
  const { from, to } = spanBetween(hunks, at);
  return to - from;
}

/** The lines after the context of the hunk before index `at`, and before the context of the one there. */
function spanBetween(hunks: readonly Hunk[], at: number): { from: number; to: number } {
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
  return named?.text.trim() ?? '';
}

/** Creates the row of an unchanged line from its 0-based indexes. */
function contextRow(text: string, before: number, after: number): HunkRow {
  return { kind: 'same', text, before: before + 1, after: after + 1 };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
