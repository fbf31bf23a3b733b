// Parses the query strings of the search routes.
import { Refusal } from '../../shared/refusal.ts';
import { sourceOfText } from '../../shared/text-source.ts';

export interface SearchQuery {
  query?: string;
  /** `1`: case matters. */
  case?: string;
  /** `1`: `query` is a regular expression. */
  regex?: string;
  /** `1`: only whole words. */
  word?: string;
}

/** The arguments of `RegExp`. */
export interface SearchPattern {
  source: string;
  flags: string;
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
  const flags = isCaseKept === '1' ? 'g' : 'gi';
  const source = regex === '1' ? query : sourceOfText(query);
  if (!isValid(source, flags))
    throw new Refusal(400, 'bad_query', 'query: this is not a regular expression.');
  if (word === '0') return { source, flags };
  // With `u`, word characters include all letters, but some expressions are invalid.
  return isValid(source, `${flags}u`)
    ? { source: wholeWord(source), flags: `${flags}u` }
    : { source: `(?<!\\w)(?:${source})(?!\\w)`, flags };
}

const WORD_START = '(?<![\\p{L}\\p{N}_])(?:';
const WORD_END = ')(?![\\p{L}\\p{N}_])';

const wholeWord = (source: string): string => `${WORD_START}${source}${WORD_END}`;

/** Returns the expression without the limits of a whole word, so that it matches at least as much. */
export function withoutWordLimits({ source }: Pick<SearchPattern, 'source'>): string {
  const isWord = source.startsWith(WORD_START) && source.endsWith(WORD_END);
  return isWord ? source.slice(WORD_START.length, -WORD_END.length) : source;
}

function isValid(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
