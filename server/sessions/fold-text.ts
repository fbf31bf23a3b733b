// How a search compares texts: without regard to case, width (NFKC) and the amount of white space, and otherwise exactly.

export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll(/\s+/gu, ' ');
}

/**
 * The longest part of a folded query that occurs in the JSON of every text that contains the query, so that other lines need no
 * parsing: no character that JSON escapes, and no mark that could combine with the letter of an escape. May be empty.
 */
export function plainestPart(folded: string): string {
  const parts = folded.split(/["\\\s\p{Cc}\p{M}\p{Cs}]+/u);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** The line of a text around its first match, about this long; null without a match. `query` is folded. */
export function excerpt(text: string, query: string, length = 200): string | null {
  const folded = foldText(text);
  const at = folded.indexOf(query);
  if (at === -1) return null;
  const start = Math.max(0, at - Math.floor((length - query.length) / 2));
  const plain = text.replaceAll(/\s+/gu, ' ');
  // The original if folding has moved nothing; otherwise what was compared.
  const shown = plain.length === folded.length ? plain : folded;
  const part = shown.slice(start, start + length).trim();
  return `${start > 0 ? '…' : ''}${part}${start + length < shown.length ? '…' : ''}`;
}
