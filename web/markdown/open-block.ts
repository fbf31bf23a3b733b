// A long list or table at the end of a growing text. Its finished items or rows are not lexed again, because marked
// reads the whole block each time, which takes longer with every item.
import type { MarkedToken, Token, Tokens } from 'marked';

/** A block with fewer parts is lexed as a whole. */
const MIN_PARTS = 24;
/** How many parts at the end may still change, because the line of the last one may be incomplete. */
const OPEN_PARTS = 2;
/** The most cells of a table. */
const MAX_CELLS = 50_000;

/** Whether this is not read as a table: marked fills short rows up, so a few kB could become millions of cells. */
export function isTooLarge(columns: number, rows: number): boolean {
  return columns * rows > MAX_CELLS;
}

export interface OpenBlock {
  /** The tokens before the block. */
  before: readonly Token[];
  /** The text to lex instead of everything from `before` on. */
  rest: (text: string) => string;
  /** Joins the tokens of `rest` to the finished parts; null if everything must be lexed again. */
  join: (tokens: readonly Token[], text: string) => Token[] | null;
}

/** `tokens` are those of `text`. Null if they do not end in a long list or table. */
export function openBlock(tokens: readonly Token[], text: string): OpenBlock | null {
  const before = tokens.slice(0, -1);
  const at = before.reduce((sum, { raw }) => sum + raw.length, 0);
  const last = tokens.at(-1) as MarkedToken | undefined;
  if (last?.type === 'list') return openList(last, { before, at });
  return last?.type === 'table' ? openTable(last, { before, at, text }) : null;
}

interface BlockPlace {
  before: readonly Token[];
  /** The position of the block in the text. */
  at: number;
}

function openList(list: Tokens.List, { before, at }: BlockPlace): OpenBlock | null {
  const items = list.items.slice(0, -OPEN_PARTS);
  if (items.length < MIN_PARTS) return null;
  const restAt = at + items.reduce((sum, { raw }) => sum + raw.length, 0);
  return {
    before,
    rest: (text) => text.slice(restAt),
    join: ([first, ...after], text) => {
      const more = first as MarkedToken | undefined;
      if (more?.type !== 'list' || more.ordered !== list.ordered) return null;
      const added = withLooseness(more, list.loose);
      const raw = text.slice(at, restAt) + more.raw;
      return added && [...before, { ...list, raw, items: [...items, ...added] }, ...after];
    },
  };
}

/** Makes all items of a list loose, or none. Null if that must be decided by lexing the whole list. */
function withLooseness({ items, loose }: Tokens.List, isLoose: boolean): Tokens.ListItem[] | null {
  if (loose === isLoose) return items;
  // marked puts the checkbox of a loose task into its paragraph.
  if (loose || items.some(({ task }) => task)) return null;
  return items.map((item) => ({
    ...item,
    loose: true,
    tokens: item.tokens.map((token) => (token.type === 'text' ? { ...token, type: 'paragraph' } : token)),
  }));
}

function openTable(
  table: Tokens.Table,
  { before, at, text }: BlockPlace & { text: string },
): OpenBlock | null {
  const rows = table.rows.slice(0, -OPEN_PARTS);
  const lines = table.raw.trimEnd().split('\n');
  if (rows.length < MIN_PARTS || lines.length !== table.rows.length + 2) return null;
  const lengthOf = (count: number): number =>
    lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0);
  const head = text.slice(at, at + lengthOf(2));
  const restAt = at + lengthOf(rows.length + 2);
  return {
    before,
    rest: (longer) => head + longer.slice(restAt),
    join: ([first, ...after], longer) => {
      const more = first as MarkedToken | undefined;
      if (more?.type !== 'table') return null;
      if (isTooLarge(table.header.length, rows.length + more.rows.length)) return null;
      const raw = longer.slice(at, restAt) + more.raw.slice(head.length);
      return [...before, { ...table, raw, rows: [...rows, ...more.rows] }, ...after];
    },
  };
}
