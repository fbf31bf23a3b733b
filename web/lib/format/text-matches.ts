// Finds a text in a shown text without regard to case and width, to mark it. The search itself is the server's.

/** Where the matches begin and end, at most `most` of them. Nothing when folding moves characters. */
export function textMatches(text: string, query: string, most = Infinity): [start: number, end: number][] {
  const folded = fold(text);
  const sought = fold(query);
  if (sought === '' || folded.length !== text.length) return [];
  const found: [number, number][] = [];
  for (let at = folded.indexOf(sought); at !== -1 && found.length < most;) {
    found.push([at, at + sought.length]);
    at = folded.indexOf(sought, at + sought.length);
  }
  return found;
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
