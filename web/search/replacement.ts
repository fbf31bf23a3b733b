// What a replacement makes of the hits of a search. The hits are those that the user sees: a line that is another one by
// now is never changed.
import { searchPattern, type SearchWish } from '../../shared/search-pattern.ts';
import type { LineMatch } from '../../shared/searches.ts';
import { piecesOf } from './hit-pieces.ts';

export interface ReplaceWish extends SearchWish {
  replacement: string;
  /** Whether a match in capitals is replaced by capitals, and one with a first capital by one with a first capital. */
  keepsCase: boolean;
}

/** Replaces the matches of one line. `start`: where a match begins in its text. */
export type Replace = (text: string, match: [start: number, length: number]) => string;

/** Returns how to replace a match; null if the query is not a regular expression. */
export function replacer({ replacement, keepsCase, ...wish }: ReplaceWish): Replace | null {
  const pattern = searchPattern(wish);
  if (!pattern) return null;
  const withCase = (match: string, text: string): string =>
    keepsCase && !wish.isCaseSensitive ? likeCase(match, text) : text;
  if (!wish.isRegex)
    return (text, [start, length]) => withCase(text.slice(start, start + length), replacement);
  // Groups, such as $1, are those of the expression at this very place.
  const here = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}y`);
  return (text, [start, length]) => {
    const match = text.slice(start, start + length);
    here.lastIndex = start;
    const found = here.exec(text);
    if (found?.[0] !== match) return withCase(match, replacement);
    return withCase(match, expand(replacement, found));
  };
}

/** Writes the groups into a replacement as JavaScript does: `$1`, `$<name>`, `$&`, and `$$` for a dollar. */
function expand(replacement: string, found: RegExpExecArray): string {
  return replacement.replaceAll(/\$(?:[$&]|\d{1,2}|<[^>]*>)/g, (sign) => {
    if (sign === '$$') return '$';
    if (sign === '$&') return found[0];
    if (sign[1] === '<') return found.groups ? (found.groups[sign.slice(2, -1)] ?? '') : sign;
    // `$12` with only one group is `$1` and a 2.
    for (const digits of [sign.slice(1), sign.slice(1, 2)]) {
      const number = Number(digits);
      if (number > 0 && number < found.length) return (found[number] ?? '') + sign.slice(1 + digits.length);
    }
    return sign;
  });
}

function likeCase(match: string, text: string): string {
  if (match === match.toUpperCase() && match !== match.toLowerCase())
    return match.length > 1 ? text.toUpperCase() : capital(text);
  if (match === match.toLowerCase() && match !== match.toUpperCase()) return text;
  const [first = ''] = match;
  const rest = match.slice(first.length);
  return first !== first.toLowerCase() && rest === rest.toLowerCase() ? capital(text) : text;
}

function capital(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

export interface ReplacedPiece {
  text: string;
  kind: 'same' | 'old' | 'new';
}

/** Returns the pieces of a hit as the list shows them: what is replaced, followed by what replaces it. */
export function replacedPieces(hit: LineMatch, replace: Replace): ReplacedPiece[] {
  let at = 0;
  return piecesOf(hit).flatMap(({ text, isMatch }): ReplacedPiece[] => {
    if (!isMatch) return [{ text, kind: 'same' }];
    return [
      { text, kind: 'old' },
      { text: replace(hit.text, hit.ranges[at++]!), kind: 'new' },
    ];
  });
}

/**
 * Replaces the matches of these hits in the text of a file, whose lines end with "\n". Returns null if any of the lines
 * is another one by now.
 */
export function replaceInText(text: string, hits: readonly LineMatch[], replace: Replace): string | null {
  const lines = text.split('\n');
  for (const hit of hits) {
    const line = lines[hit.line - 1];
    const from = hit.column - 1 - (hit.ranges[0]?.[0] ?? 0);
    const to = from + hit.text.length;
    if (line === undefined || from < 0 || line.slice(from, to) !== hit.text) return null;
    lines[hit.line - 1] = line.slice(0, from) + replaceInLine(hit, replace) + line.slice(to);
  }
  return lines.join('\n');
}

function replaceInLine({ text, ranges }: LineMatch, replace: Replace): string {
  let at = 0;
  const parts: string[] = [];
  for (const [start, length] of ranges) {
    parts.push(text.slice(at, start), replace(text, [start, length]));
    at = start + length;
  }
  return parts.join('') + text.slice(at);
}
