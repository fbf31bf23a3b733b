// Finds the matches of a query in a text on the page, in order to mark them. Ignores case and width, as the server's
// search does.

/**
 * Returns the ranges of the first `max` matches. Returns none if case folding changes the length of the text, because
 * positions in the folded text would then be wrong.
 */
export function textMatches(text: string, query: string, max = Infinity): [start: number, end: number][] {
  const foldedText = fold(text);
  const foldedQuery = fold(query);
  if (foldedQuery === '' || foldedText.length !== text.length) return [];
  const matches: [number, number][] = [];
  for (let at = foldedText.indexOf(foldedQuery); at !== -1 && matches.length < max;) {
    matches.push([at, at + foldedQuery.length]);
    at = foldedText.indexOf(foldedQuery, at + foldedQuery.length);
  }
  return matches;
}

export interface TextPiece {
  text: string;
  isMatch: boolean;
}

export function textPieces(text: string, query: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const [start, end] of textMatches(text, query)) {
    if (start > at) pieces.push({ text: text.slice(at, start), isMatch: false });
    pieces.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false });
  return pieces;
}

function fold(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.length === text.length ? folded : text.toLowerCase();
}
