// The text of a hit, cut into matches and what is between them.
import { plainText } from '../lib/format/ansi.ts';
import { textPieces } from '../lib/format/text-matches.ts';
import type { LineMatch } from '../../shared/searches.ts';

export interface HitPiece {
  text: string;
  isMatch: boolean;
}

/** How many characters of a line a side bar shows, unless the user made it wider. */
const VISIBLE = 22;
/** The fewest characters before the first match of a line that was cut, with the ellipsis. */
const MIN_LEAD = 7;

/** The most characters before the first match in a hit from a conversation, which is shown in three short lines. */
const MAX_PROSE_LEAD = 44;

/** Returns the pieces. Leading spaces are left out, and so is the beginning of a line whose first match comes late. */
export function piecesOf({ text, ranges }: LineMatch): HitPiece[] {
  const first = ranges[0]?.[0] ?? 0;
  const indent = Math.min(text.length - text.trimStart().length, first);
  const lead = Math.max(MIN_LEAD, VISIBLE - (ranges[0]?.[1] ?? 0));
  const isLate = first - indent > lead;
  let at = isLate ? first - lead + 1 : indent;
  const pieces: HitPiece[] = isLate ? [{ text: '…', isMatch: false }] : [];
  for (const [start, length] of ranges) {
    if (start > at) pieces.push({ text: text.slice(at, start), isMatch: false });
    pieces.push({ text: text.slice(start, start + length), isMatch: true });
    at = start + length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false });
  return pieces;
}

/** Returns the pieces of a hit in a conversation. Output of a terminal is shown without its escape sequences. */
export function prosePieces(text: string, query: string): HitPiece[] {
  const [first, ...rest] = textPieces(plainText(text), query);
  if (!first) return [];
  const isLate = !first.isMatch && first.text.length > MAX_PROSE_LEAD && rest.length > 0;
  return isLate
    ? [{ ...first, text: `…${first.text.slice(1 - MAX_PROSE_LEAD)}` }, ...rest]
    : [first, ...rest];
}
