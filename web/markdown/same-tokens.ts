// Reuses the token objects of a growing text where nothing changed, so that their components do not update. Pure.
import type { MarkedToken, Token, Tokens } from 'marked';

/**
 * Returns `after` with the objects of `before` where they are equal, down to list items, table rows and inline tokens.
 */
export function reuseTokens<T extends Token>(before: readonly Token[], after: readonly T[]): T[] {
  return after.map((token, i) => reuseToken(before[i] as MarkedToken | undefined, token as MarkedToken) as T);
}

function reuseToken(before: MarkedToken | undefined, after: MarkedToken): MarkedToken {
  if (!before || before === after) return after;
  // Inner tokens can change while the text of the outer one does not, so they are compared separately.
  if (before.type === 'list' && after.type === 'list') {
    const items = reuseTokens(before.items, after.items);
    return isSame(before, after) && areSame(before.items, items) ? before : { ...after, items };
  }
  if ('tokens' in before && before.tokens && 'tokens' in after && after.tokens) {
    const tokens = reuseTokens(before.tokens, after.tokens);
    return isSame(before, after) && areSame(before.tokens, tokens) ? before : { ...after, tokens };
  }
  if (isSame(before, after)) return before;
  if (before.type !== 'table' || after.type !== 'table') return after;
  return {
    ...after,
    rows: after.rows.map((row, i) => (isSameRow(before.rows[i], row) ? before.rows[i]! : row)),
  };
}

/** Compares without inner tokens. The same text may have become a loose item, or a link with a different address. */
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
