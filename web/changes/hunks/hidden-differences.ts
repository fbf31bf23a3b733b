// Finds what differs between the two sides of a hunk although it looks the same, so that it can be said in words.
import { editsBetween } from '../../../shared/hunks.ts';
import { INVISIBLE } from '../../lib/format/visible-text.ts';
import type { LineEnd } from '../../lib/format/diff-lines.ts';

export interface EndedLine {
  text: string;
  end: LineEnd;
}

/** The changed lines of one hunk. `isAtStart`: whether both sides begin with the first line of the file. */
export interface ChangedLines {
  before: readonly EndedLine[];
  after: readonly EndedLine[];
  isAtStart: boolean;
}

export type HiddenDifference =
  | { kind: 'line endings'; from: LineEnd; to: LineEnd; lines: number }
  /** Whether the file ends with a newline now. */
  | { kind: 'end of file'; hasNewline: boolean }
  | { kind: 'byte order mark'; isAdded: boolean }
  /** Nothing else differs. */
  | { kind: 'white space' }
  | { kind: 'invisible characters'; isAdded: boolean; characters: string[] }
  /** A part `from` was replaced with a part `to` that looks like it. */
  | { kind: 'similar characters'; pairs: { from: string; to: string }[] };

const BOM = '\ufeff';
/** Includes no byte order mark, unlike `\s`. */
const WHITE_SPACE = /[^\S\ufeff]+/g;
/** They only choose between two forms of the character before them. */
const VARIATION_SELECTORS = /[\ufe00-\ufe0f]/g;
/** Scripts with letters that look like those of another one of them. */
const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Georgian'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);
/** Longer parts that differ take too long to compare by letter. */
const MAX_SIMILAR = 10_000;
/** A letter and the combining marks after it are compared together. */
const MARGIN = 16;
const DASHES = /^[\p{Pd}\u2212]$/u;
const QUOTES = /^['"`\u00b4\u02b9-\u02bf\p{Pi}\p{Pf}\u2032-\u2037\u201a\u201b\u201e\u201f]$/u;

/** Whether the two sides are the same without their white space. */
export function isWhiteSpaceOnly(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0 || after.length === 0)
    return [...before, ...after].every((text) => text.trim() === '');
  return withoutSpace(before.join('')) === withoutSpace(after.join(''));
}

export const withoutSpace = (text: string): string => text.replace(WHITE_SPACE, '');

/** Returns the differences that the text of the lines does not show. */
export function hiddenDifferences({ before, after, isAtStart }: ChangedLines): HiddenDifference[] {
  const marks = [before, after].map((lines) => isAtStart && (lines[0]?.text.startsWith(BOM) ?? false));
  const texts = [before, after].map((lines, side) =>
    lines.map(({ text }, at) => (at === 0 && marks[side] ? text.slice(BOM.length) : text)),
  ) as [string[], string[]];
  const [old, now] = shorten(...texts);
  const pairs = pairLines(old, now);
  const hasOtherText = old.length !== now.length || old.some((text, at) => text !== now[at]);
  const found: HiddenDifference[] = [
    ...endingsIn(pairs.map(([i, j]) => [before[i]!.end, after[j]!.end])),
    ...endOfFile(before, after),
    ...(marks[0] === marks[1] ? [] : [{ kind: 'byte order mark', isAdded: marks[1]! } as const]),
    ...(hasOtherText && isWhiteSpaceOnly(old, now) ? [{ kind: 'white space' } as const] : []),
    ...invisibleIn(old, now),
  ];
  const similar = similarIn(pairs.map(([i, j]) => [old[i]!, now[j]!]));
  if (similar.length > 0) found.push({ kind: 'similar characters', pairs: similar });
  if (found.length > 0) return found;
  const alike = pairs.find(([i, j]) => old[i] !== now[j] && skeleton(old[i]!) === skeleton(now[j]!));
  return alike
    ? [{ kind: 'similar characters', pairs: [differingPart(old[alike[0]]!, now[alike[1]]!)] }]
    : [];
}

/** Returns the text without white space and without what nobody sees. */
function visible(text: string): string {
  return withoutSpace(text).replace(INVISIBLE, '').replace(VARIATION_SELECTORS, '');
}

/** Returns the same for all texts that look alike to the letter. */
function skeleton(text: string): string {
  return visible(text.normalize('NFKC'));
}

/** Pairs the lines of both sides one by one or, if there are more on one side, those that look alike. */
function pairLines(before: readonly string[], after: readonly string[]): [before: number, after: number][] {
  if (before.length === after.length) return before.map((_, at) => [at, at]);
  const pairs: [number, number][] = [];
  const edits = editsBetween(before.map(skeleton), after.map(skeleton));
  let [i, j] = [0, 0];
  for (const edit of [...edits, { beforeStart: before.length, beforeEnd: 0, afterStart: 0, afterEnd: 0 }]) {
    while (i < edit.beforeStart) pairs.push([i++, j++]);
    const isEven = edit.beforeEnd - edit.beforeStart === edit.afterEnd - edit.afterStart;
    while (isEven && i < edit.beforeEnd) pairs.push([i++, j++]);
    [i, j] = [Math.max(i, edit.beforeEnd), Math.max(j, edit.afterEnd)];
  }
  return pairs;
}

function endingsIn(pairs: readonly [LineEnd, LineEnd][]): HiddenDifference[] {
  const changed = pairs.filter(([from, to]) => from !== to && from !== '' && to !== '');
  const kinds = Map.groupBy(changed, ([from]) => from);
  return [...kinds].map(([from, { length }]) => ({
    kind: 'line endings',
    from,
    to: from === '\n' ? '\r\n' : '\n',
    lines: length,
  }));
}

function endOfFile(before: readonly EndedLine[], after: readonly EndedLine[]): HiddenDifference[] {
  const [wasOpen, isOpen] = [before.at(-1)?.end === '', after.at(-1)?.end === ''];
  // The last lines were removed, which is visible.
  if (wasOpen === isOpen || after.length === 0) return [];
  return [{ kind: 'end of file', hasNewline: !isOpen }];
}

function invisibleIn(before: readonly string[], after: readonly string[]): HiddenDifference[] {
  const [old, now] = [countInvisible(before), countInvisible(after)];
  const more = (than: Map<string, number>, counts: Map<string, number>): string[] =>
    [...counts].flatMap(([character, count]) => (count > (than.get(character) ?? 0) ? [character] : []));
  return [
    { kind: 'invisible characters', isAdded: true, characters: more(old, now) } as const,
    { kind: 'invisible characters', isAdded: false, characters: more(now, old) } as const,
  ].filter(({ characters }) => characters.length > 0);
}

function countInvisible(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pattern of [INVISIBLE, VARIATION_SELECTORS])
    for (const [character] of lines.join('\n').matchAll(pattern))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

/** Returns the characters, each once, that were replaced with similar ones. */
function similarIn(pairs: readonly [string, string][]): { from: string; to: string }[] {
  const found = new Map<string, { from: string; to: string }>();
  for (const [before, after] of pairs) {
    if (before === after) continue;
    const [old, now] = middles(before, after).map(visible) as [string, string];
    if (old === now || Math.max(old.length, now.length) > MAX_SIMILAR) continue;
    const letters = [[...old.normalize()], [...now.normalize()]] as const;
    if (old.normalize() === now.normalize()) found.set(`${old} ${now}`, differingPart(old, now));
    else if (letters[0].length === letters[1].length)
      for (const [at, from] of letters[0].entries()) {
        const to = letters[1][at]!;
        if (isSimilar(from, to)) found.set(`${from} ${to}`, { from, to });
      }
  }
  return [...found.values()];
}

/** Returns both texts without what is the same at their beginnings and ends, but for a few characters. */
function middles(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  [start, end] = [Math.max(0, start - MARGIN), Math.max(0, end - MARGIN)];
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

/** Leaves out what is the same in long lines, such as those of minified code, so that the rest takes no time. */
function shorten(before: string[], after: string[]): [string[], string[]] {
  if (before.length !== after.length) return [before, after];
  const pairs = before.map((text, at): [string, string] =>
    text.length > MAX_SIMILAR ? middles(text, after[at]!) : [text, after[at]!],
  );
  return [pairs.map(([text]) => text), pairs.map(([, text]) => text)];
}

function isSimilar(one: string, other: string): boolean {
  if (one === other) return false;
  if (one.normalize('NFKC') === other.normalize('NFKC')) return true;
  const [script, otherScript] = [one, other].map((letter) => SCRIPTS.findIndex((each) => each.test(letter)));
  if (script! >= 0 && otherScript! >= 0) return script !== otherScript;
  return [DASHES, QUOTES].some((signs) => signs.test(one) && signs.test(other));
}

/** Returns what is between the equal beginnings and ends, in whole characters. */
function differingPart(before: string, after: string): { from: string; to: string } {
  const [old, now] = [[...before], [...after]];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  // A combining mark belongs to the letter before it.
  while (start > 0 && [old[start], now[start]].some((each) => each !== undefined && /\p{M}/u.test(each)))
    start -= 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return {
    from: old.slice(start, old.length - end).join(''),
    to: now.slice(start, now.length - end).join(''),
  };
}
