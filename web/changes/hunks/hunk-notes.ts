// The words for what differs in a hunk although it looks the same.
import type { Hunk } from '../../../shared/hunks.ts';
import type { LineEndings } from '../../../shared/line-endings.ts';
import { plural, t } from '../../language/text.ts';
import {
  hiddenDifferences,
  isWhiteSpaceOnly,
  type ChangedLines,
  type EndedLine,
  type HiddenDifference,
} from './hidden-differences.ts';
import { END_NAMES, type LineEnd } from '../../lib/format/diff-lines.ts';
import type { Texts } from '../../markdown/diff/hunk-rows.ts';

/** How many characters or pairs of them are named. */
const MAX_NAMED = 4;

/** Returns the changed lines of a hunk. */
export function changedLines({ before, after, ends }: Required<Texts>, hunk: Hunk): ChangedLines {
  const ended = (
    lines: readonly string[],
    own: readonly LineEnd[],
    [from, to]: [number, number],
  ): EndedLine[] => lines.slice(from, to).map((text, at) => ({ text, end: own[from + at]! }));
  return {
    before: ended(before, ends.before, [hunk.beforeStart, hunk.beforeEnd]),
    after: ended(after, ends.after, [hunk.afterStart, hunk.afterEnd]),
    isAtStart: hunk.beforeStart === 0 && hunk.afterStart === 0,
  };
}

/** Whether only the white space of the hunk differs, which includes line endings. */
export function isSpaceOnly({ before, after }: Texts, hunk: Hunk): boolean {
  return isWhiteSpaceOnly(
    before.slice(hunk.beforeStart, hunk.beforeEnd),
    after.slice(hunk.afterStart, hunk.afterEnd),
  );
}

/** Returns the notes on a hunk. */
export function hunkNotes(texts: Required<Texts>, hunk: Hunk): string[] {
  return hiddenDifferences(changedLines(texts, hunk)).map(noteOf);
}

/** How many hunks of a file are looked at for its notes. */
const MAX_HUNKS = 200;

/** Returns the notes on all hunks of a file, each once. Line endings are counted together. */
export function fileNotes(texts: Required<Texts>, hunks: readonly Hunk[]): string[] {
  const found = hunks.slice(0, MAX_HUNKS).flatMap((hunk) => hiddenDifferences(changedLines(texts, hunk)));
  const joined: HiddenDifference[] = [];
  for (const one of found) {
    const same = joined.find((other) => other.kind === one.kind);
    if (one.kind === 'line endings' && same?.kind === one.kind && same.from === one.from)
      joined[joined.indexOf(same)] = { ...same, lines: same.lines + one.lines };
    // One hunk with nothing but white space does not speak for the file.
    else if (one.kind !== 'white space' || hunks.length === 1) joined.push(one);
  }
  return [...new Set(joined.map(noteOf))];
}

function noteOf(difference: HiddenDifference): string {
  switch (difference.kind) {
    case 'line endings': {
      const [from, to] = [difference.from, difference.to].map((end) => (end === '' ? '' : END_NAMES[end]));
      return plural(
        difference.lines,
        ['line endings: {from} to {to}, {count} line', 'line endings: {from} to {to}, {count} lines'],
        { from: from!, to: to! },
      );
    }
    case 'end of file':
      return difference.hasNewline ? t('newline added at end of file') : t('no newline at end of file');
    case 'byte order mark':
      return difference.isAdded ? t('byte order mark added') : t('byte order mark removed');
    case 'white space':
      return t('white space only');
    case 'invisible characters': {
      const characters = listOf(difference.characters.map(codePoints));
      return difference.isAdded
        ? t('invisible characters added: {characters}', { characters })
        : t('invisible characters removed: {characters}', { characters });
    }
    case 'similar characters':
      return t('look-alike characters: {characters}', {
        characters: listOf(difference.pairs.map(({ from, to }) => `${codePoints(from)} → ${codePoints(to)}`)),
      });
  }
}

function listOf(names: readonly string[]): string {
  return [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

/** Names characters as in `U+0430`. A byte that is not UTF-8 is named as in `0xE9`. */
function codePoints(text: string): string {
  return [...text]
    .slice(0, MAX_NAMED)
    .map((character) => {
      const code = character.codePointAt(0)!;
      const hex = (number: number, length: number): string =>
        number.toString(16).toUpperCase().padStart(length, '0');
      return 0xdc80 <= code && code <= 0xdcff ? `0x${hex(code & 0xff, 2)}` : `U+${hex(code, 4)}`;
    })
    .join(' ');
}

/** Says that the line endings on disk differ in a way that git ignores. */
export function diskNote({ before, after }: { before: LineEndings; after: LineEndings }): string {
  const name = (endings: LineEndings): string =>
    endings === 'mixed' ? t('mixed') : endings === 'none' ? t('none##line endings') : endings;
  return t('line endings on disk: {from} to {to}, which git ignores', {
    from: name(before),
    to: name(after),
  });
}
