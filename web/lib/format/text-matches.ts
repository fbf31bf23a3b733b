// Finds the matches of a query in a text on the page, in order to mark them. Ignores case, width and the amount of white
// space, as the server's search does.
import { foldText } from '../../../shared/folded.ts';

/** Returns the ranges of the first `max` matches. */
export function textMatches(text: string, query: string, max = Infinity): [start: number, end: number][] {
  const foldedQuery = fold(query);
  const foldedText = fold(text);
  const found: number[] = [];
  if (foldedQuery === '') return [];
  for (let at = foldedText.indexOf(foldedQuery); at !== -1 && found.length < max;) {
    found.push(at);
    at = foldedText.indexOf(foldedQuery, at + foldedQuery.length);
  }
  if (found.length === 0) return [];
  const { length } = foldedQuery;
  const toOriginal = foldedText.length === text.length ? null : placesIn(text);
  return found.map((at) =>
    toOriginal ? [toOriginal[at]![0], toOriginal[at + length - 1]![1]] : [at, at + length],
  );
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

/** White space, or a character with the marks that combine with it, which may fold to another number of characters. */
const UNITS = /\s+|.[\p{M}\uff9e\uff9f]*/gsu;

/** Text whose characters fold one by one, without a change of their number. */
const PLAIN = /^(?:[\x21-\x7e]| (?! ))*$/;

function fold(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : text.replaceAll(UNITS, foldUnit);
}

function foldUnit(unit: string): string {
  return foldText(unit);
}

/** Returns the range in the text from which each character of the folded text comes. */
function placesIn(text: string): [start: number, end: number][] {
  return [...text.matchAll(UNITS)].flatMap(({ 0: unit, index }) =>
    Array.from({ length: foldUnit(unit).length }, (): [number, number] => [index, index + unit.length]),
  );
}
