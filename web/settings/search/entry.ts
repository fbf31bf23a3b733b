// The entries of the search over all settings, and the choice of those that match.
import { foldText } from '../../../shared/folded.ts';

export interface SearchEntry {
  /** The id of the page that has it. */
  page: string;
  title: string;
  /** Its purpose, in one line. */
  detail: string;
  /** Further words by which it is found. */
  words?: string;
  /** The accessible name of its row or heading on the page; null for the page itself. */
  target: string | null;
  /** The query with which the page shows it. */
  find?: string;
}

/** How many results are shown. More are rarely read, and a further word finds the rest. */
export const MAX_RESULTS = 60;

/**
 * Returns the entries in which every word occurs. Matches in the title come first, and among those the ones at its
 * beginning.
 */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const wanted = foldText(query).split(' ').filter(Boolean);
  if (wanted.length === 0) return [];
  const found = entries.flatMap((entry) => {
    const title = foldText(entry.title);
    const all = foldText(`${title} ${entry.detail} ${entry.words ?? ''}`);
    if (!wanted.every((word) => all.includes(word))) return [];
    return [{ entry, rank: rankOf(title, wanted) }];
  });
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

function rankOf(title: string, wanted: readonly string[]): number {
  if (title === wanted.join(' ')) return 0;
  if (title.startsWith(wanted[0]!)) return 1;
  return wanted.every((word) => title.includes(word)) ? 2 : 3;
}
