// Computes the rows that a hunk shows: its changed lines, with a few unchanged lines around them.
import { linesOf, type Hunk } from '../../../shared/hunks.ts';

export interface HunkRow {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** The line number in the text before, from 1; null for added lines. */
  before: number | null;
  /** The line number in the text after, from 1; null for removed lines. */
  after: number | null;
}

export interface Texts {
  before: readonly string[];
  after: readonly string[];
}

const CONTEXT = 3;

/** Splits both texts into lines without their line ends. */
export function textsOf({ before, after }: { before: string; after: string }): Texts {
  const lines = (text: string): string[] => linesOf(text).map((line) => line.replace(/\r?\n$/, ''));
  return { before: lines(before), after: lines(after) };
}

/** Returns the rows of the hunk at index `at`. `hunks` are all hunks of the file: no line is shown in two of them. */
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
  const shift = hunk.beforeStart - hunk.afterStart;
  const shiftAfter = hunk.beforeEnd - hunk.afterEnd;
  return [
    ...range(from, hunk.afterStart).map((i) => same(after[i]!, i + shift, i)),
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
    ...range(hunk.afterEnd, to).map((i) => same(after[i]!, i + shiftAfter, i)),
  ];
}

/** Returns the line that names a hunk whose lines are hidden: an added one with words in it, if there is one. */
export function namingLine(rows: readonly HunkRow[]): string {
  const changed = rows.filter(({ kind }) => kind !== 'same');
  const added = changed.filter(({ kind }) => kind === 'added');
  const hasWords = ({ text }: HunkRow): boolean => /[\p{L}\p{N}]/u.test(text);
  const named = added.find(hasWords) ?? changed.find(hasWords) ?? changed.find(({ text }) => text.trim());
  return named?.text.trim() ?? '';
}

function same(text: string, before: number, after: number): HunkRow {
  return { kind: 'same', text, before: before + 1, after: after + 1 };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
