// Cuts a line into pieces: those that differ from the other side, and characters that need a sign to be seen.
import type { CodeLine } from '../code/code-lines.svelte.ts';
import { escapeOf, INVISIBLE } from '../../lib/format/visible-text.ts';
import { cutAt, type TextRange } from './changed-words.ts';

export interface LinePiece {
  line: CodeLine;
  /** Whether it differs from the other side. */
  isWord: boolean;
  /** A sign for each of its spaces, drawn over them. */
  signs?: string;
  /** Shown instead of the text, which nobody would see. */
  escape?: string;
}

interface Mark extends TextRange {
  signs?: string;
  escape?: string;
}

/** More signs would slow down the page. */
const MAX_MARKS = 500;
/** Each spaces in one range: ordinary ones, tabs, or others, such as no-break spaces. */
const SPACES = / +|\t|[^\S\t\n\ufeff ]+/g;
/** Joiners between emoji, which belong to one picture. */
const EMOJI_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * `text`: the text of the line, with the characters that `line` may replace with others of the same length. `words`:
 * what differs from the other side, in order. `isChanged`: whether the line was added or removed.
 */
export function linePieces(
  line: CodeLine,
  { text, words, isChanged }: { text: string; words: readonly TextRange[]; isChanged: boolean },
): LinePiece[] {
  const marks = [...escapesIn(text), ...(isChanged ? spacesIn(text, words) : [])].toSorted(
    (a, b) => a.from - b.from,
  );
  const positions = [...new Set([...words, ...marks].flatMap(({ from, to }) => [from, to]))].toSorted(
    (a, b) => a - b,
  );
  let at = 0;
  return cutAt(line, positions).flatMap((piece): LinePiece[] => {
    const from = at;
    at += piece.text.length;
    if (piece.text === '') return [];
    const mark = marks.find((each) => each.from <= from && from < each.to);
    const isWord = words.some((word) => word.from <= from && from < word.to);
    return [
      {
        line: piece,
        isWord,
        ...(mark?.escape !== undefined && { escape: mark.escape }),
        ...(mark?.signs !== undefined && { signs: mark.signs }),
      },
    ];
  });
}

function escapesIn(text: string): Mark[] {
  const joiners = new Set([...text.matchAll(EMOJI_JOINER)].map(({ index }) => index));
  return [...text.matchAll(INVISIBLE)]
    .filter(({ index }) => !joiners.has(index))
    .slice(0, MAX_MARKS)
    .map(({ 0: character, index }) => ({
      from: index,
      to: index + character.length,
      escape: escapeOf(character),
    }));
}

/**
 * Returns the spaces at the end of the line, those that make a difference of their own, and those that are not the
 * ordinary ones.
 */
function spacesIn(text: string, words: readonly TextRange[]): Mark[] {
  const end = text.trimEnd().length;
  const isOwnWord = (from: number): boolean =>
    words.some((word) => word.from <= from && from < word.to && text.slice(word.from, word.to).trim() === '');
  return [...text.matchAll(SPACES)]
    .filter(({ 0: [space], index }) => index >= end || isOwnWord(index) || !/[ \t]/.test(space!))
    .slice(0, MAX_MARKS)
    .map(({ 0: spaces, index }) => ({
      from: index,
      to: index + spaces.length,
      signs: spaces.replace(/ /g, '·').replace(/\t/g, '→').replace(/\s/g, '␣'),
    }));
}
