// Tokens of a text that grew, beside those of before: what says the same stays the same object, so that what
// paints it stays untouched. Pure.
import type { MarkedToken, Token, Tokens } from 'marked';

/** `after` with the objects of `before` wherever they are equal, down to list items, table rows and words in a line. */
export function keepSame<T extends Token>(before: readonly Token[], after: readonly T[]): T[] {
  return after.map((token, i) => sameOrNew(before[i] as MarkedToken | undefined, token as MarkedToken) as T);
}

function sameOrNew(before: MarkedToken | undefined, after: MarkedToken): MarkedToken {
  if (!before) return after;
  // What is inside may change while its own text does not: it is compared piece by piece.
  if (before.type === 'list' && after.type === 'list') {
    const items = keepSame(before.items, after.items);
    return isSame(before, after) && areSame(before.items, items) ? before : { ...after, items };
  }
  if ('tokens' in before && before.tokens && 'tokens' in after && after.tokens) {
    const tokens = keepSame(before.tokens, after.tokens);
    return isSame(before, after) && areSame(before.tokens, tokens) ? before : { ...after, tokens };
  }
  if (isSame(before, after)) return before;
  if (before.type !== 'table' || after.type !== 'table') return after;
  return {
    ...after,
    rows: after.rows.map((row, i) => (isSameRow(before.rows[i], row) ? before.rows[i]! : row)),
  };
}

/** Apart from what is inside: the same text may be a loose item now, or a link that leads elsewhere. */
function isSame(before: MarkedToken, after: MarkedToken): boolean {
  if (before.type !== after.type || before.raw !== after.raw) return false;
  if ('loose' in before && 'loose' in after && before.loose !== after.loose) return false;
  return !('href' in before && 'href' in after) || before.href === after.href;
}

function areSame(before: readonly Token[], after: readonly Token[]): boolean {
  return before.length === after.length && after.every((token, i) => token === before[i]);
}

function isSameRow(before: Tokens.TableCell[] | undefined, after: Tokens.TableCell[]): boolean {
  return before?.length === after.length && after.every(({ text }, i) => before[i]!.text === text);
}
