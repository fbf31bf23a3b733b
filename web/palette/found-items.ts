// Selects the rows that the palette shows for a query. Pure.
import fuzzysort from 'fuzzysort';
import { hasWords } from '../../shared/folded.ts';
import { t } from '../language/text.ts';
import type { Item } from '../actions/steps/step.ts';

/** How many rows are rendered. A more specific query finds others. */
export const MAX_ROWS = 80;
/** Added to the score of recently used items, so that they come before others that match about equally well. */
const RECENT_BONUS = 0.15;
const MIN_SCORE = 0.3;
/** The scores of a query that is one of an item's further words, begins one, and is within one. */
const WHOLE_WORD = 0.95;
const FIRST_WORD = 0.85;
const LATER_WORD = 0.5;
/**
 * The weights of label, alias, detail and section. With these, the query "model" finds actions on models before the
 * models.
 */
const WEIGHTS = [1, 0.95, 0.95, 0.6];

export interface Search {
  items: readonly Item[];
  query: string;
  /** The ids of recently used items, newest first. */
  recent?: readonly string[];
  /** The heading of the recently used items. */
  recentName?: string;
  /** The maximum number of rows; `MAX_ROWS` by default. */
  maxRows?: number;
}

/**
 * Returns the rows. Without a query, recently used items come first, except those that are in use, because nobody goes
 * where they already are. With a query, the best matches come first.
 */
export function foundItems({
  items,
  query,
  recent = [],
  recentName = t('Recent'),
  maxRows = MAX_ROWS,
}: Search): readonly Item[] {
  const wanted = query.trim();
  if (!wanted) return recentFirst(items, recent, recentName).slice(0, maxRows);
  const keys = [
    (item: Item) => item.label,
    (item: Item) => item.alias,
    (item: Item) => item.detail,
    (item: Item) => item.section,
  ];
  const scores = new Map<Item, number>();
  for (const { obj, score } of fuzzysort.go(wanted, items, {
    keys,
    limit: 0,
    threshold: MIN_SCORE,
    scoreFn: (parts) => Math.max(...WEIGHTS.map((weight, part) => weight * (parts[part]?.score ?? 0))),
  }))
    scores.set(obj, score);
  for (const item of items) scores.set(item, Math.max(scores.get(item) ?? 0, scoreOfWords(item, wanted)));
  const found = [...scores].filter(([, score]) => score > 0);
  // If no item has all words, letters in the right order are enough.
  const byWords = found.filter(([item]) => hasWords(textOf(item), wanted));
  return (byWords.length > 0 ? byWords : found)
    .map(([item, score]) => ({ item, score: score + (recent.includes(item.id) ? RECENT_BONUS : 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxRows)
    .map(({ item }) => item);
}

export const textOf = ({ label, alias = '', words = '', detail = '', section = '' }: Item): string =>
  [label, alias, words, detail, section].join(' ');

function scoreOfWords({ words = '' }: Item, query: string): number {
  const wanted = query.toLowerCase();
  return Math.max(
    0,
    ...words
      .toLowerCase()
      .split(/, ?/)
      .filter((words) => words.includes(wanted))
      .map((words) => scoreOfWord(words, wanted)),
  );
}

function scoreOfWord(word: string, query: string): number {
  if (word === query) return WHOLE_WORD;
  return word.startsWith(query) ? FIRST_WORD : LATER_WORD;
}

function recentFirst(items: readonly Item[], recent: readonly string[], section: string): Item[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const first = recent.flatMap((id) => known.get(id) ?? []).filter(({ isCurrent }) => !isCurrent);
  const others = items.filter((item) => !first.includes(item));
  return [...first.map((item) => ({ ...item, section })), ...others];
}
