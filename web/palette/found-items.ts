// The rows that the palette shows for a query. Pure.
import fuzzysort from 'fuzzysort';
import { t } from '../language/text.ts';
import type { Item } from '../actions/steps/step.ts';

/** Further rows are not drawn: typing finds them. */
export const MAX_ROWS = 80;
/** A recently used row wins over one that matches about as well. */
const RECENT_WORTH = 0.15;
const LEAST_SCORE = 0.3;
/** Weights of label, alias, detail and section: the query "model" finds actions about models before the models. */
const WORTH = [1, 0.95, 0.95, 0.6];

export interface Search {
  items: readonly Item[];
  query: string;
  /** Ids, the newest first. */
  recent?: readonly string[];
  /** Default: `MAX_ROWS`. */
  most?: number;
}

/** Without a query, the recently used rows come first; with one, the best matches. */
export function foundItems({ items, query, recent = [], most = MAX_ROWS }: Search): readonly Item[] {
  const wanted = query.trim();
  if (!wanted) return recentFirst(items, recent).slice(0, most);
  const keys = [
    (item: Item) => item.label,
    (item: Item) => item.alias,
    (item: Item) => item.detail,
    (item: Item) => item.section,
  ];
  return fuzzysort
    .go(wanted, items, {
      keys,
      limit: 0,
      threshold: LEAST_SCORE,
      scoreFn: (parts) => Math.max(...WORTH.map((worth, part) => worth * (parts[part]?.score ?? 0))),
    })
    .map(({ obj, score }) => ({ obj, score: score + (recent.includes(obj.id) ? RECENT_WORTH : 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ obj }) => obj);
}

function recentFirst(items: readonly Item[], recent: readonly string[]): Item[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const first = recent.flatMap((id) => known.get(id) ?? []);
  const others = items.filter((item) => !first.includes(item));
  return [...first.map((item) => ({ ...item, section: t('Recent') })), ...others];
}
