// Finds the words to mark in Monaco's diff editor. They are those that the inline view marks, because Monaco's own marks
// cut words into letters.
import { changedWords } from '../markdown/diff/changed-words.ts';

/** The changed lines of both sides, counted from 1. A side without lines ends with line 0, as in Monaco. */
export interface LineChange {
  originalStartLineNumber: number;
  originalEndLineNumber: number;
  modifiedStartLineNumber: number;
  modifiedEndLineNumber: number;
}

/** A part of a line. All numbers count from 1, and `to` is the column after its last character. */
export interface WordMark {
  line: number;
  from: number;
  to: number;
}

export function wordMarks(
  {
    originalStartLineNumber,
    originalEndLineNumber,
    modifiedStartLineNumber,
    modifiedEndLineNumber,
  }: LineChange,
  before: (line: number) => string,
  after: (line: number) => string,
): { before: WordMark[]; after: WordMark[] } {
  const removed = linesFrom(originalStartLineNumber, originalEndLineNumber);
  const added = linesFrom(modifiedStartLineNumber, modifiedEndLineNumber);
  // Otherwise nothing is marked, and a new file may be very long.
  if (removed.length !== added.length) return { before: [], after: [] };
  const rows = [
    ...removed.map(() => ({ kind: 'removed' }) as const),
    ...added.map(() => ({ kind: 'added' }) as const),
  ];
  const ranges = changedWords(rows, [...removed.map(before), ...added.map(after)]);
  const marksOf = (lines: readonly number[], first: number): WordMark[] =>
    lines.flatMap((line, at) =>
      ranges[first + at]!.map(({ from, to }) => ({ line, from: from + 1, to: to + 1 })),
    );
  return { before: marksOf(removed, 0), after: marksOf(added, removed.length) };
}

function linesFrom(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, at) => start + at);
}
