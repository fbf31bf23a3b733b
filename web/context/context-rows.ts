// Sorts and folds the rows of the context, and computes what an edit saves and costs. Pure.
import { t, type Text } from '../language/text.ts';
import type { ContextKind, ContextPicture, ContextRow } from '../../shared/context.ts';
import { dollars, tokens } from '../lib/format/amounts.ts';

export const ORDERS = [
  { id: 'age', label: 'By age' },
  { id: 'size', label: 'By size' },
] as const satisfies readonly { id: string; label: Text }[];
export type Order = (typeof ORDERS)[number]['id'];

export const SCOPES = [
  { id: 'all', label: 'All##rows of the context' },
  { id: 'changed', label: 'Changed since the last request' },
] as const satisfies readonly { id: string; label: Text }[];
export type Scope = (typeof SCOPES)[number]['id'];

export interface ShownRow {
  row: ContextRow;
  /** 1-based. */
  level: number;
  /** Undefined for a row that contains none. */
  isOpen?: boolean;
}

export interface Choice {
  order: Order;
  scope: Scope;
  /** The ids of the rows that are folded. */
  folded: ReadonlySet<string>;
}

/** Returns the rows that are visible, with their levels. A row with changed ones in it is shown with them. */
export function visibleRows(rows: readonly ContextRow[], { order, scope, folded }: Choice): ShownRow[] {
  const wanted = scope === 'all' ? rows : withParents(rows);
  const inside = Map.groupBy(wanted, ({ parent }) => parent);
  const list = (parent: string | undefined, level: number): ShownRow[] =>
    sorted(inside.get(parent) ?? [], order).flatMap((row) => {
      if (!inside.has(row.id)) return [{ row, level }];
      const isOpen = !folded.has(row.id);
      return [{ row, level, isOpen }, ...(isOpen ? list(row.id, level + 1) : [])];
    });
  return list(undefined, 1);
}

function withParents(rows: readonly ContextRow[]): ContextRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wanted = new Set<string>();
  for (const { id, change } of rows) {
    if (!change) continue;
    for (let at: string | undefined = id; at !== undefined; at = byId.get(at)?.parent) wanted.add(at);
  }
  return rows.filter(({ id }) => wanted.has(id));
}

function sorted(rows: readonly ContextRow[], order: Order): readonly ContextRow[] {
  return order === 'age' ? rows : rows.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** A row that is left out keeps its place among the large ones, where it can be restored. */
const sizeOf = ({ tokens: sent, whole = 0, before = 0 }: ContextRow): number => Math.max(sent, whole, before);

export const totalOf = ({ rows }: Pick<ContextPicture, 'rows'>): number =>
  rows.reduce((sum, row) => sum + (row.parent === undefined ? row.tokens : 0), 0);

/** What an edit of the row would do to the next request, in tokens. */
export interface Effect {
  /** How many fewer tokens it has, or, for an edited row that is restored, how many more. */
  difference: number;
  /** How many tokens the provider has to read again, because its cache ends before this row. */
  uncached: number;
}

/** `rows`: all rows in the order of the request. */
export function effectOf(row: ContextRow, rows: readonly ContextRow[]): Effect {
  const after = rows.slice(rows.findIndex(({ id }) => id === row.id) + 1);
  const later = totalOf({ rows: after });
  if (row.edit) return { difference: (row.whole ?? 0) - row.tokens, uncached: later + (row.whole ?? 0) };
  const results = resultsAfter(row, after);
  return { difference: row.tokens + results, uncached: later - results };
}

/** Returns the tokens of the results that are left out with these calls. They come right after them. */
function resultsAfter({ results = 0 }: ContextRow, after: readonly ContextRow[]): number {
  const own = after.filter(({ kind, parent }) => kind === 'result' && parent === undefined).slice(0, results);
  return totalOf({ rows: own });
}

/** Returns the price of an edit as a sentence. */
export function priceWords(row: ContextRow, picture: ContextPicture): string {
  const { difference, uncached } = effectOf(row, picture.rows);
  const { price } = picture;
  const numbers = { uncached: tokens(uncached), total: tokens(totalOf(picture)) };
  const words = row.edit
    ? t('adds {added} to {total} tokens; the next request pays {uncached} uncached', {
        ...numbers,
        added: tokens(difference),
      })
    : t('saves {saved} of {total} tokens; the next request pays {uncached} uncached', {
        ...numbers,
        saved: tokens(difference),
      });
  if (price === null || uncached === 0) return words;
  return t('{words}, about {amount}', { words, amount: dollars((price * uncached) / 1_000_000) });
}

const KINDS: Readonly<Record<ContextKind, Text>> = {
  system: 'System prompt',
  section: 'Section',
  file: 'Prompt file',
  skill: 'Skill',
  tools: 'Tools',
  tool: 'Tool',
  user: 'Your message',
  assistant: 'Answer##of the model',
  call: 'Tool calls',
  result: 'Tool result',
  bash: 'Your command',
  custom: 'Message of an extension',
  compaction: 'Summary of what was compacted',
  branch: 'Summary of a branch',
  image: 'Image',
};

export const kindWords = (kind: ContextKind): string => t(KINDS[kind]);

/** Returns what was done with the row, and how it differs from the last request. Empty if nothing. */
export function stateWords({ edit, change, pending, before = 0, tokens: now }: ContextRow): string {
  const words = [
    edit && (edit === 'omitted' ? t('left out') : t('shortened')),
    pending && t('changes when this turn has ended'),
    change === 'new' && t('new'),
    change === 'changed' && t('was {before}, is {now} tokens', { before: tokens(before), now: tokens(now) }),
    change === 'removed' && !edit && t('no longer sent'),
  ];
  return words.filter(Boolean).join(', ');
}

/** Returns what changed since the last request as a sentence; null before the first one, or if nothing did. */
export function changeWords({ rows, counted }: ContextPicture): string | null {
  if (counted === null) return null;
  const top = rows.filter(({ parent, change }) => parent === undefined && change);
  const added = totalOf({ rows: top.filter(({ change }) => change === 'new') });
  const before = top.reduce(
    (sum, row) => sum + (row.change === 'new' ? 0 : (row.before ?? 0) - row.tokens),
    0,
  );
  if (added === 0 && before === 0) return null;
  return t('Since the last request: {added} tokens more, {removed} fewer.', {
    added: tokens(added),
    removed: tokens(Math.max(0, before)),
  });
}
