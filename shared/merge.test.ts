import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hunksOf, linesOf, withoutHunk } from './hunks.ts';
import { mergeParts, mergeTexts } from './merge.ts';

const text = (lines: string): string => lines.replaceAll(' ', '\n');

test('changes of different lines are both kept', () => {
  assert.equal(mergeTexts(text('a b c d e '), text('A b c d e '), text('a b c d E ')), text('A b c d E '));
  assert.equal(mergeTexts(text('a b c '), text('a b c d '), text('b c ')), text('b c d '));
});

test('neighboring lines can be changed by both sides', () => {
  assert.equal(mergeTexts(text('a b c '), text('A b c '), text('a B c ')), text('A B c '));
});

test('a line that both changed differently is a conflict', () => {
  assert.equal(mergeTexts(text('a b c '), text('a X c '), text('a Y c ')), null);
  assert.equal(mergeTexts(text('a b c '), text('a X c '), text('a c ')), null);
});

test('lines of which both removed a part are a conflict, although both parts end together', () => {
  assert.equal(mergeTexts(text('a b c d '), text('a d '), text('a b d ')), null);
});

test('new lines of both at one place are a conflict, since their order is open', () => {
  assert.equal(mergeTexts(text('a c '), text('a X c '), text('a Y c ')), null);
});

test('a removed line beside a new one is not a conflict', () => {
  assert.equal(mergeTexts(text('a X c '), text('a X mine c '), text('a c ')), text('a mine c '));
  assert.equal(mergeTexts(text('a X c '), text('a c '), text('a X mine c ')), text('a mine c '));
});

test('a new line inside of lines that the other side removed is a conflict: it would have no place', () => {
  assert.equal(mergeTexts(text('a b c d '), text('a d '), text('a b X c d ')), null);
  assert.equal(mergeTexts(text('a b c d '), text('a b X c d '), text('a d ')), null);
  assert.equal(mergeTexts(text('a b c d '), text('a X b c d '), text('a d ')), text('a X d '));
  assert.equal(mergeTexts(text('a b c d '), text('a b c X d '), text('a d ')), text('a X d '));
});

test('a new line before or after a replaced one is a conflict, since their order is open', () => {
  assert.equal(mergeTexts(text('a b c '), text('a X b c '), text('a B c ')), null);
  assert.equal(mergeTexts(text('a b c '), text('a B c '), text('a b X c ')), null);
});

test('the same change on both sides counts once', () => {
  assert.equal(mergeTexts(text('a b c '), text('a X c '), text('a X c ')), text('a X c '));
});

test('line ends and a missing last one survive', () => {
  assert.equal(mergeTexts('a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC'), 'A\r\nb\r\nC');
});

test('the parts of a merge are what is common and, for each conflict, the lines of both sides', () => {
  assert.deepEqual(mergeParts(text('a b c d e '), text('A b X d e '), text('a b Y d E ')), [
    { common: ['A\n', 'b\n'] },
    { conflict: { ours: ['X\n'], theirs: ['Y\n'] } },
    { common: ['d\n', 'E\n'] },
  ]);
  assert.deepEqual(mergeParts('a\n', '', 'b'), [{ conflict: { ours: [], theirs: ['b'] } }]);
  assert.deepEqual(mergeParts('a\n', '', ''), []);
});

test('changes that touch a conflict belong to it, however many follow each other', () => {
  assert.deepEqual(mergeParts(text('A b c d e f '), text('A B c D e f '), text('A X Y Z e f ')), [
    { common: ['A\n'] },
    { conflict: { ours: ['B\n', 'c\n', 'D\n'], theirs: ['X\n', 'Y\n', 'Z\n'] } },
    { common: ['e\n', 'f\n'] },
  ]);
});

const lines = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 12 })
  .map((all) => all.join(''));

test('a side without changes takes the other one over, whichever it is', () => {
  fc.assert(
    fc.property(lines, lines, (base, other) => {
      assert.equal(mergeTexts(base, base, other), other);
      assert.equal(mergeTexts(base, other, base), other);
      assert.equal(mergeTexts(base, other, other), other);
    }),
  );
});

test('merging does not depend on which side is which', () => {
  fc.assert(
    fc.property(lines, lines, lines, (base, a, b) => {
      assert.equal(mergeTexts(base, a, b), mergeTexts(base, b, a));
    }),
  );
});

test('the parts of a merge are the same from both sides, and what one side left alone is the other one’s', () => {
  const sideOf = (base: string, texts: [ours: string, theirs: string], side: 'ours' | 'theirs'): string =>
    mergeParts(base, ...texts)
      .flatMap((part) => ('common' in part ? part.common : part.conflict[side]))
      .join('');
  fc.assert(
    fc.property(lines, lines, lines, (base, a, b) => {
      assert.equal(sideOf(base, [a, b], 'ours'), sideOf(base, [b, a], 'theirs'));
      if (mergeTexts(base, a, b) === null)
        assert.ok(mergeParts(base, a, b).some((part) => 'conflict' in part));
      assert.equal(sideOf(base, [base, b], 'ours'), b);
    }),
  );
});

test('undoing all hunks of a text, in any order, gives the text before', () => {
  fc.assert(
    fc.property(lines, lines, fc.boolean(), (before, after, fromEnd) => {
      let now = after;
      for (;;) {
        const hunks = hunksOf('x', before, now);
        const hunk = fromEnd ? hunks.at(-1) : hunks[0];
        if (!hunk) break;
        now = withoutHunk(before, now, hunk);
      }
      assert.equal(now, before);
      assert.equal(linesOf(after).join(''), after);
    }),
  );
});

test('a hunk keeps its name when other places of the file change', () => {
  const before = Array.from({ length: 40 }, (_, i) => `line ${i}\n`);
  const after = before.with(5, 'five\n').with(30, 'thirty\n');
  const [first, second] = hunksOf('x', before.join(''), after.join(''));
  const moved = ['new\n', ...after.with(30, 'again\n')];
  const [, again, changed] = hunksOf('x', before.join(''), moved.join(''));
  assert.equal(again!.id, first!.id);
  assert.notEqual(changed!.id, second!.id);
});
