// Finds the part of a changed line that differs from the line that it replaces.
import type { CodeLine } from '../../markdown/code/code-lines.svelte.ts';
import type { HunkRow } from './hunk-rows.ts';

/** From the first character that differs to the end of the last one. */
export interface TextRange {
  from: number;
  to: number;
}

/** Lines that share less than this part of the longer one count as entirely different. */
const MIN_SHARED = 0.3;

/**
 * Returns the range of each row; null if there is nothing to point out. Only blocks with as many removed as added lines
 * are compared, line by line. `texts`: the text of each row as it is shown.
 */
export function changedWords(
  rows: readonly Pick<HunkRow, 'kind'>[],
  texts: readonly string[],
): (TextRange | null)[] {
  const ranges: (TextRange | null)[] = rows.map(() => null);
  for (let at = 0; at < rows.length;) {
    const removed = countFrom(rows, at, 'removed');
    const added = countFrom(rows, at + removed, 'added');
    for (let n = 0; removed === added && n < removed; n++)
      [ranges[at + n], ranges[at + removed + n]] = differences(texts[at + n]!, texts[at + removed + n]!);
    at += Math.max(1, removed + added);
  }
  return ranges;
}

function countFrom(rows: readonly Pick<HunkRow, 'kind'>[], from: number, kind: HunkRow['kind']): number {
  let to = from;
  while (rows[to]?.kind === kind) to += 1;
  return to - from;
}

function differences(before: string, after: string): [TextRange | null, TextRange | null] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  if (isInsidePair(before, start) || isInsidePair(after, start)) start -= 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (isInsidePair(before, before.length - end) || isInsidePair(after, after.length - end)) end -= 1;
  if (start + end < MIN_SHARED * Math.max(before.length, after.length)) return [null, null];
  const rangeOf = ({ length }: string): TextRange | null =>
    length - end > start ? { from: start, to: length - end } : null;
  return [rangeOf(before), rangeOf(after)];
}

/** Whether a cut at this place would divide a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}

/** Cuts the line into the parts before, in and after the range. */
export function cutLine({ text, spans }: CodeLine, { from, to }: TextRange): [CodeLine, CodeLine, CodeLine] {
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
  return [part(0, from), part(from, to), part(to, text.length)];
}
