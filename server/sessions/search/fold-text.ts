// Prepares texts for an exact comparison in a search, which ignores only case, width (NFKC) and the amount of white
// space.
import { isAscii } from 'node:buffer';
import { foldText } from '../../../shared/folded.ts';
import { cutText, startOfCharacter } from '../../../shared/view/cut-text.ts';

/** White space in the JSON of a text, and every other character that is escaped by a number. */
const JSON_SPACE = String.raw`(?:\s|\\[nrtf]|\\u[0-9a-f]{4})+`;

/** A character that pi does not escape, but other programs do, such as Python's `json`. */
const FOREIGN_ESCAPE = /\\u(?!00[01])/;

/**
 * Returns a test of whether a line of JSON can have a text that contains the folded query, so that other lines need no
 * parsing. The test looks for the longest part of the query without characters that JSON escapes, and without marks
 * that could combine with the letter of an escape.
 */
export function lineTest(folded: string): (line: Buffer) => boolean {
  const parts = folded.split(/["\\\p{Cc}\p{M}\p{Cs}]+/u).map((part) => part.trim());
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest === '') return () => true;
  const words = longest.split(' ').map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`));
  const pattern = new RegExp(words.join(JSON_SPACE), 'i');
  const isPartAscii = isAscii(Buffer.from(longest));
  return (line) => {
    // Few lines have one, so they are parsed.
    if (line.includes(String.raw`\u`) && FOREIGN_ESCAPE.test(line.toString('latin1'))) return true;
    if (isAscii(line)) return isPartAscii && pattern.test(line.toString('latin1'));
    const text = line.toString();
    if (!isPartAscii) return pattern.test(foldText(text));
    // This is much faster than folding all of it. A fold is ASCII only where the original is, or where it comes from
    // the other characters alone.
    const ascii = text.replaceAll(/[^\0-\x7f]+/g, (others) => others.normalize('NFKC'));
    return pattern.test(ascii.toLowerCase());
  };
}

/** Returns the line of a text around its first match, about this long; null without a match. `query` is folded. */
export function excerpt(text: string, query: string, length = 200): string | null {
  const whole = foldText(text);
  const at = whole.indexOf(query);
  if (at === -1) return null;
  const start = Math.max(0, at - Math.floor((length - query.length) / 2));
  const plain = text.replaceAll(/\s+/gu, ' ');
  // The original text if folding did not shift any position; otherwise the folded text.
  const shown = plain.length === whole.length ? plain : whole;
  const from = startOfCharacter(shown, start);
  const part = cutText(shown.slice(from), length);
  return `${from > 0 ? '…' : ''}${part.trim()}${from + part.length < shown.length ? '…' : ''}`;
}
