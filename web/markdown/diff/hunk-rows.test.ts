import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf } from '../../../shared/hunks.ts';
import { countHunkRows, hunkRows, namingLine, skippedBefore, skippedRows, textsOf } from './hunk-rows.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`);

function rowsOf(before: string[], after: string[]): string[][] {
  const [old, now] = [before.join(''), after.join('')];
  const hunks = hunksOf('x', old, now);
  const texts = textsOf({ before: old, after: now });
  return hunks.map((_, at) =>
    hunkRows(texts, hunks, at).map(
      ({ kind, text, before: a, after: b }) => `${kind} ${a ?? '-'} ${b ?? '-'} ${text}`,
    ),
  );
}

test('a hunk shows three lines of context, and the line numbers of both sides', () => {
  const before = lines(20);
  const after = [...before.slice(0, 9), 'new\n', 'newer\n', ...before.slice(10)];
  assert.deepEqual(rowsOf(before, after), [
    [
      'same 7 7 line 7',
      'same 8 8 line 8',
      'same 9 9 line 9',
      'removed 10 - line 10',
      'added - 10 new',
      'added - 11 newer',
      'same 11 12 line 11',
      'same 12 13 line 12',
      'same 13 14 line 13',
    ],
  ]);
});

test('lines between two adjacent hunks are shown once', () => {
  const before = lines(20);
  const [first, second] = rowsOf(before, before.with(5, 'a\n').with(8, 'b\n'));
  assert.deepEqual([first!.at(-1), second![0]], ['same 7 7 line 7', 'same 8 8 line 8']);
});

test('the lines between two hunks that neither of them shows are counted', () => {
  const before = lines(40);
  const after = before.with(5, 'a\n').with(8, 'b\n').with(15, 'c\n').with(30, 'd\n');
  const hunks = hunksOf('x', before.join(''), after.join(''));
  assert.deepEqual(
    hunks.map((_, at) => skippedBefore(hunks, at)),
    [0, 0, 0, 8],
  );
});

test('with the lines between them, hunks show each line of both texts once', () => {
  const before = lines(60);
  const after = [...before.with(5, 'a\n').slice(0, 30), 'new\n', ...before.slice(32)].with(50, 'b\n');
  const [old, now] = [before.join(''), after.join('')];
  const hunks = hunksOf('x', old, now);
  const texts = textsOf({ before: old, after: now });
  const rows = hunks.flatMap((_, at) => [
    ...(at === 0 ? [] : skippedRows({ ...texts, limit: Infinity }, hunks, at)),
    ...hunkRows(texts, hunks, at),
  ]);
  for (const side of ['before', 'after'] as const) {
    const shown = rows.filter((row) => row[side] !== null);
    const [first] = shown;
    const numbers = shown.map((row) => row[side]!);
    assert.deepEqual(
      numbers,
      numbers.map((_, nth) => first![side]! + nth),
    );
    assert.deepEqual(
      shown.map(({ text }) => text),
      texts[side].slice(numbers[0]! - 1, numbers.at(-1)),
    );
  }
  assert.equal(skippedRows({ ...texts, limit: 2 }, hunks, 1).length, 2);
});

test('line ends are not part of the text', () => {
  assert.deepEqual(rowsOf(['a\r\n'], ['b\r\n']), [['removed 1 - a', 'added - 1 b']]);
});

test('a hunk is named by an added line with words; by a removed one if nothing was added', () => {
  const named = (before: string, after: string): string => {
    const hunks = hunksOf('x', before, after);
    return namingLine(hunkRows(textsOf({ before, after }), hunks, 0));
  };
  assert.equal(named('  total = n\n', '\n{\n  total += n\n}\n'), 'total += n');
  assert.equal(named('}\nold\n', ''), 'old');
  assert.equal(named('', '{\n}\n'), '{');
});

test('of a long hunk only the needed rows are made, and all are counted', () => {
  const texts = textsOf({ before: 'a\nb\n', after: `a\n${lines(200_000).join('')}b\n` });
  const hunks = hunksOf('x', 'a\nb\n', `a\n${lines(200_000).join('')}b\n`);
  assert.equal(countHunkRows(texts, hunks, 0), 200_002);
  assert.deepEqual(hunkRows({ ...texts, limit: 3 }, hunks, 0), hunkRows(texts, hunks, 0).slice(0, 3));
  assert.equal(hunkRows(texts, hunks, 0).length, 200_002);
});

test('lines have no line endings, but a return at the end of the file is part of its last line', () => {
  assert.deepEqual(textsOf({ before: 'a\r\nb\n\r\n', after: 'a\r\nb\r' }), {
    before: ['a', 'b', ''],
    after: ['a', 'b\r'],
    ends: { before: ['\r\n', '\n', '\r\n'], after: ['\r\n', ''] },
  });
  assert.deepEqual(textsOf({ before: '', after: '\n' }), {
    before: [],
    after: [''],
    ends: { before: [], after: ['\n'] },
  });
});
