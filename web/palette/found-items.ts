// Selects the rows that the palette shows for a query. Pure.
import fuzzysort from 'fuzzysort';
import { t } from '../language/text.ts';
import type { Item } from '../actions/steps/step.ts';

/** Further rows are not rendered; a more specific query finds them. */
export const MAX_ROWS = 80;
/** Added to the score of recently used items, so that they come before others that match about equally well. */
const RECENT_BONUS = 0.15;
const MIN_SCORE = 0.3;
/** The weights of label, alias, detail and section: the query "model" finds actions on models before the models. */
const WEIGHTS = [1, 0.95, 0.95, 0.6];

export interface Search {
  items: readonly Item[];
  query: string;
  /** The ids of recently used items, newest first. */
  recent?: readonly string[];
  /** The maximum number of rows; `MAX_ROWS` by default. */
  maxRows?: number;
}

/** Without a query, recently used items come first; with a query, the best matches do. */
export function foundItems({ items, query, recent = [], maxRows = MAX_ROWS }: Search): readonly Item[] {
  const wanted = query.trim();
  if (!wanted) return recentFirst(items, recent).slice(0, maxRows);
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
      threshold: MIN_SCORE,
      scoreFn: (parts) => Math.max(...WEIGHTS.map((weight, part) => weight * (parts[part]?.score ?? 0))),
    })
    .map(({ obj, score }) => ({ obj, score: score + (recent.includes(obj.id) ? RECENT_BONUS : 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxRows)
    .map(({ obj }) => obj);
}

function recentFirst(items: readonly Item[], recent: readonly string[]): Item[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const first = recent.flatMap((id) => known.get(id) ?? []);
  const others = items.filter((item) => !first.includes(item));
  return [...first.map((item) => ({ ...item, section: t('Recent') })), ...others];
}
