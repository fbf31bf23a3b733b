// The text of a hit, cut into matches and what is between them.
import type { LineMatch } from '../../shared/searches.ts';

export interface HitPiece {
  text: string;
  isMatch: boolean;
}

/** Characters. A longer text before the first match would push that out of a narrow side bar. */
const MAX_LEAD = 18;

/** Returns the pieces. Leading spaces are left out, and so is the beginning of a line whose first match comes late. */
export function piecesOf({ text, ranges }: LineMatch): HitPiece[] {
  const first = ranges[0]?.[0] ?? 0;
  const indent = Math.min(text.length - text.trimStart().length, first);
  const isLate = first - indent > MAX_LEAD;
  let at = isLate ? first - MAX_LEAD + 1 : indent;
  const pieces: HitPiece[] = isLate ? [{ text: '…', isMatch: false }] : [];
  for (const [start, length] of ranges) {
    if (start > at) pieces.push({ text: text.slice(at, start), isMatch: false });
    pieces.push({ text: text.slice(start, start + length), isMatch: true });
    at = start + length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false });
  return pieces;
}
