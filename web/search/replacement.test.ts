import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { searchPattern } from '../../shared/search-pattern.ts';
import type { LineMatch } from '../../shared/searches.ts';
import { replacedPieces, replaceInText, replacer, type ReplaceWish } from './replacement.ts';

const WISH: ReplaceWish = {
  ...{ query: 'area', replacement: 'surface', isCaseSensitive: false, isWholeWord: false, isRegex: false },
  keepsCase: true,
};

/** The hits that the server sends for a text. */
function hitsIn(text: string, wish: ReplaceWish): LineMatch[] {
  const { source, flags } = searchPattern(wish)!;
  return text.split('\n').flatMap((line, at) => {
    const ranges = [...line.matchAll(new RegExp(source, flags))].map((match): [number, number] => [
      match.index,
      match[0].length,
    ]);
    return ranges.length === 0 ? [] : [{ line: at + 1, text: line, column: ranges[0]![0] + 1, ranges }];
  });
}

function replaced(text: string, given: Partial<ReplaceWish> = {}): string | null {
  const wish = { ...WISH, ...given };
  return replaceInText(text, hitsIn(text, wish), replacer(wish)!);
}

test('a replacement keeps the case of each match, unless the search is about the case', () => {
  assert.equal(replaced('area Area AREA aReA'), 'surface Surface SURFACE surface');
  assert.equal(replaced('area Area', { keepsCase: false }), 'surface surface');
  assert.equal(replaced('area Area', { isCaseSensitive: true, query: 'Area' }), 'area surface');
  assert.equal(replaced('straße Ärger', { query: 'ärger', replacement: 'ödnis' }), 'straße Ödnis');
  assert.equal(replaced('x X', { query: 'x', replacement: 'value' }), 'value Value');
  assert.equal(replaced('1 1', { query: '1', replacement: 'one' }), 'one one');
});

test('a text is replaced literally, and an expression with its groups', () => {
  assert.equal(replaced('a.b', { query: '.', replacement: '$&$1' }), 'a$&$1b');
  const groups = { isRegex: true, keepsCase: false };
  assert.equal(
    replaced('get(x, y)', { ...groups, query: '(\\w), (\\w)', replacement: '$2, $1$$$3' }),
    'get(y, x$$3)',
  );
  assert.equal(replaced('ab', { ...groups, query: '(?<l>a)', replacement: '$<l>$12' }), 'aa2b');
  assert.equal(replaced('aba', { ...groups, query: '(?<=b)a', replacement: '[$&]' }), 'ab[a]');
});

test('a line that is another one by now is not changed, and neither is its file', () => {
  const hits = hitsIn('area\nother area', WISH);
  const replace = replacer(WISH)!;
  assert.equal(replaceInText('area\nanother area', hits, replace), null);
  assert.equal(replaceInText('area', hits, replace), null);
  assert.equal(replaceInText('area\nother area\nmore', hits, replace), 'surface\nother surface\nmore');
});

test('a part of a long line is replaced in its place', () => {
  const long = `${'x'.repeat(500)}area${'y'.repeat(500)}`;
  const hit = { line: 1, text: 'xxareayy', column: 501, ranges: [[2, 4]] } satisfies LineMatch;
  assert.equal(replaceInText(long, [hit], replacer(WISH)!), long.replace('area', 'surface'));
});

test('replacing each match by itself changes no text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '\n', '😀', '$') });
  fc.assert(
    fc.property(text, (any) => {
      assert.equal(replaced(any, { query: 'a|b', isRegex: true, replacement: '$&', keepsCase: false }), any);
    }),
  );
});

test('what is shown before a replacement is what it does', () => {
  const [hit] = hitsIn('one area, two Areas', WISH);
  const pieces = replacedPieces(hit!, replacer(WISH)!);
  assert.deepEqual(
    pieces.map(({ kind, text }) => `${kind} ${text}`),
    ['same one ', 'old area', 'new surface', 'same , two ', 'old Area', 'new Surface', 'same s'],
  );
});
