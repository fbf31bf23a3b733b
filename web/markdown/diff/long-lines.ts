// Cuts very long lines, such as those of minified code, because a browser takes seconds to lay out a few megabytes.
import type { DiffLine } from '../../lib/format/diff-lines.ts';

export interface CutLine extends DiffLine {
  /** Set if only a part is shown. `from`: where it begins. `of`: the length of the whole line. */
  cut?: { from: number; to: number; of: number };
}

/** How much of a long line is shown at first. */
export const SHOWN_LENGTH = 2000;
/** Unchanged text that is shown before the first difference. */
const LEAD = 200;

/**
 * Cuts the lines. Of a pair of lines that begin alike, the part around their first difference is shown. `opened`: how
 * much of the rows at these indexes is shown, from their beginning.
 */
export function cutLongLines(rows: readonly DiffLine[], opened: ReadonlyMap<number, number>): CutLine[] {
  const starts = firstDifferences(rows);
  return rows.map((row, at) => {
    const of = row.text.length;
    const shown = opened.get(at);
    const from = shown === undefined ? (starts.get(at) ?? 0) : 0;
    const to = Math.min(of, from + (shown ?? SHOWN_LENGTH));
    return of <= SHOWN_LENGTH || to - from === of
      ? row
      : { ...row, text: row.text.slice(from, to), cut: { from, to, of } };
  });
}

/** Returns where to begin in long rows that are equal at first to the row that they replace. */
function firstDifferences(rows: readonly DiffLine[]): Map<number, number> {
  const starts = new Map<number, number>();
  const [removed, added] = (['removed', 'added'] as const).map((kind) =>
    rows.flatMap((row, at) => (row.kind === kind ? [at] : [])),
  ) as [number[], number[]];
  for (let n = 0; n < Math.min(removed.length, added.length); n++) {
    const [one, other] = [rows[removed[n]!]!.text, rows[added[n]!]!.text];
    if (Math.max(one.length, other.length) <= SHOWN_LENGTH) continue;
    const at = firstDifference(one, other);
    // It is in sight anyway.
    if (at < SHOWN_LENGTH - LEAD) continue;
    for (const [row, text] of [
      [removed[n]!, one],
      [added[n]!, other],
    ] as const)
      if (text.length > SHOWN_LENGTH) starts.set(row, Math.max(0, Math.min(at - LEAD, text.length - LEAD)));
  }
  return starts;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** How long the parts are in which an opened line is laid out. */
const PART_LENGTH = 20_000;

/** Splits a long text into parts that the browser lays out one by one, and only in sight. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += PART_LENGTH) parts.push(text.slice(at, at + PART_LENGTH));
  return parts;
}
