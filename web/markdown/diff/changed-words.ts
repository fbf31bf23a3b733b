// Finds the words of a changed line that differ from those of the line that it replaces.
import { diffArrays } from 'diff';
import type { CodeLine } from '../code/code-lines.svelte.ts';
import type { DiffLine } from '../../lib/format/diff-lines.ts';

/** From the first character that differs to the end of the last one. */
export interface TextRange {
  from: number;
  to: number;
}

/** Lines that share less than this part of the longer line count as entirely different. */
const MIN_SHARED = 0.3;
/** Lines that differ in more words than this count as entirely different. */
const MAX_EDITS = 100;
/** Lines longer than this, such as minified code, are not compared, because that would take too long. */
const MAX_LENGTH = 2000;
const WORDS = /[\p{L}\p{N}_]+|\s+|[^]/gu;

/**
 * Returns the ranges of each row, in order. Only blocks with as many removed as added lines are compared, line by line.
 * `texts`: the text of each row as it is shown.
 */
export function changedWords(
  rows: readonly Pick<DiffLine, 'kind'>[],
  texts: readonly string[],
): (readonly TextRange[])[] {
  const ranges: (readonly TextRange[])[] = rows.map(() => []);
  for (let at = 0; at < rows.length;) {
    const removed = countFrom(rows, at, 'removed');
    const added = countFrom(rows, at + removed, 'added');
    for (let n = 0; removed === added && n < removed; n++)
      [ranges[at + n], ranges[at + removed + n]] = differences(texts[at + n]!, texts[at + removed + n]!);
    at += Math.max(1, removed + added);
  }
  return ranges;
}

function countFrom(rows: readonly Pick<DiffLine, 'kind'>[], from: number, kind: DiffLine['kind']): number {
  let to = from;
  while (rows[to]?.kind === kind) to += 1;
  return to - from;
}

function differences(before: string, after: string): [TextRange[], TextRange[]] {
  const longer = Math.max(before.length, after.length);
  const words = (text: string): string[] => text.match(WORDS) ?? [];
  const parts =
    longer > MAX_LENGTH ? undefined : diffArrays(words(before), words(after), { maxEditLength: MAX_EDITS });
  const [old, now]: [TextRange[], TextRange[]] = [[], []];
  let [i, j, shared] = [0, 0, 0];
  for (const { added, removed, value } of parts ?? []) {
    const text = value.join('');
    if (!added && !removed) shared += text.trim().length;
    if (removed) addRange(old, before, { from: i, to: i + text.length });
    if (added) addRange(now, after, { from: j, to: j + text.length });
    if (!added) i += text.length;
    if (!removed) j += text.length;
  }
  return shared < MIN_SHARED * longer ? [[], []] : [old, now];
}

/** Adds a range, or joins it with the one before if only spaces are between them. */
function addRange(ranges: TextRange[], text: string, range: TextRange): void {
  const last = ranges.at(-1);
  if (last && text.slice(last.to, range.from).trim() === '') last.to = range.to;
  else ranges.push(range);
}

/** Cuts the line at these positions, which are in order. */
export function cutAt({ text, spans }: CodeLine, positions: readonly number[]): CodeLine[] {
  const part = (start: number, end: number): CodeLine => {
    let at = 0;
    return {
      text: text.slice(start, end),
      spans:
        spans &&
        spans.flatMap((span) => {
          const begin = at;
          at += span.text.length;
          const piece = span.text.slice(Math.max(0, start - begin), Math.max(0, end - begin));
          return piece === '' ? [] : [{ ...span, text: piece }];
        }),
    };
  };
  const cuts = [0, ...positions, text.length];
  return cuts.slice(1).map((end, at) => part(cuts[at]!, end));
}
