// Finds the changed rows of a hunk that differ in nothing but white space from those that they replace.
import { editsBetween } from '../../../shared/hunks.ts';
import { withoutSpace } from './hidden-differences.ts';
import type { HunkRow } from '../../markdown/diff/hunk-rows.ts';

export interface QuietRows {
  /** The indexes of the removed rows. */
  removed: ReadonlySet<number>;
  /** The indexes of the added rows that replace them. */
  added: ReadonlySet<number>;
}

export function quietRows(rows: readonly HunkRow[]): QuietRows {
  const [removed, added] = (['removed', 'added'] as const).map((kind) =>
    rows.flatMap((row, at) => (row.kind === kind ? [at] : [])),
  ) as [number[], number[]];
  const texts = [removed, added].map((some) => some.map((at) => withoutSpace(rows[at]!.text)));
  const edits = editsBetween(texts[0]!, texts[1]!);
  const isIn = (n: number, start: 'beforeStart' | 'afterStart', end: 'beforeEnd' | 'afterEnd'): boolean =>
    edits.some((edit) => edit[start] <= n && n < edit[end]);
  return {
    removed: new Set(removed.filter((_, n) => !isIn(n, 'beforeStart', 'beforeEnd'))),
    added: new Set(added.filter((_, n) => !isIn(n, 'afterStart', 'afterEnd'))),
  };
}
