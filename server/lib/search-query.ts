// Parses the query strings of the search routes.
import { Refusal } from '../../shared/refusal.ts';
import { searchPattern, type SearchPattern } from '../../shared/search-pattern.ts';

export interface SearchQuery {
  query?: string;
  /** `1`: case matters. */
  case?: string;
  /** `1`: `query` is a regular expression. */
  regex?: string;
  /** `1`: only whole words. */
  word?: string;
}

export const TOO_SLOW = 'This expression takes too long. Write it more simply, or search for text.';
const MAX_QUERY_CHARS = 1000;

/** @throws Refusal 400 */
export function parseSearchQuery({
  query = '',
  case: isCaseKept = '0',
  regex = '0',
  word = '0',
}: SearchQuery): SearchPattern {
  if (query === '') throw new Refusal(400, 'bad_query', 'query: what to find is missing.');
  if (query.length > MAX_QUERY_CHARS)
    throw new Refusal(400, 'bad_query', `query: must be at most ${MAX_QUERY_CHARS} characters long.`);
  for (const [name, value] of Object.entries({ case: isCaseKept, regex, word })) {
    if (value !== '0' && value !== '1')
      throw new Refusal(
        400,
        'bad_query',
        `${name}: expected 1 or 0, not ${JSON.stringify(value.slice(0, 40))}.`,
      );
  }
  const pattern = searchPattern({
    query,
    isCaseSensitive: isCaseKept === '1',
    isWholeWord: word === '1',
    isRegex: regex === '1',
  });
  if (!pattern) throw new Refusal(400, 'bad_query', 'query: this is not a regular expression.');
  return pattern;
}
