// The regular expression of a search in files or in an output. The page has the same one for what it replaces.
import { sourceOfText } from './text-source.ts';

/** The arguments of `RegExp`. */
export interface SearchPattern {
  source: string;
  flags: string;
}

export interface SearchWish {
  query: string;
  isCaseSensitive: boolean;
  isWholeWord: boolean;
  isRegex: boolean;
}

const WORD_START = '(?<![\\p{L}\\p{N}_])(?:';
const WORD_END = ')(?![\\p{L}\\p{N}_])';

/** Returns null if the query is not a regular expression. */
export function searchPattern({
  query,
  isCaseSensitive,
  isWholeWord,
  isRegex,
}: SearchWish): SearchPattern | null {
  const flags = isCaseSensitive ? 'g' : 'gi';
  const source = isRegex ? query : sourceOfText(query);
  if (!isValid(source, flags)) return null;
  if (!isWholeWord) return { source, flags };
  // With `u`, word characters include all letters, but some expressions are invalid.
  return isValid(source, `${flags}u`)
    ? { source: `${WORD_START}${source}${WORD_END}`, flags: `${flags}u` }
    : { source: `(?<!\\w)(?:${source})(?!\\w)`, flags };
}

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
