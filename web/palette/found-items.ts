// Which rows the palette shows for what is typed. Pure.
import fuzzysort from 'fuzzysort';
import type { Item } from './step.ts';

/** More rows than this are not drawn: typing finds the rest. */
export const MAX_ROWS = 80;
/** A row that was used lately wins over one that matches about as well. */
const RECENT_WORTH = 0.15;
const LEAST_SCORE = 0.3;

export interface Search {
  items: readonly Item[];
  query: string;
  /** Ids, the newest first. */
  recent?: readonly string[];
}

/** Without a query: what was used last, then the rest as it comes. With one: the best first. */
export function foundItems({ items, query, recent = [] }: Search): readonly Item[] {
  const wanted = query.trim();
  if (!wanted) return recentFirst(items, recent).slice(0, MAX_ROWS);
  // By its kind too: "model" lists the models.
  const keys = [(item: Item) => item.label, (item: Item) => item.detail, (item: Item) => item.hint];
  return fuzzysort
    .go(wanted, items, { keys, threshold: LEAST_SCORE })
    .map(({ obj, score }) => ({ obj, score: score + (recent.includes(obj.id) ? RECENT_WORTH : 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_ROWS)
    .map(({ obj }) => obj);
}

function recentFirst(items: readonly Item[], recent: readonly string[]): Item[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const first = recent.flatMap((id) => known.get(id) ?? []);
  return [...first, ...items.filter((item) => !first.includes(item))];
}
