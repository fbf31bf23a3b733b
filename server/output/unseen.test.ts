import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { overlap, unseen } from './unseen.ts';

test('a text that grew adds its new end', () => {
  assert.deepEqual(unseen('one\ntw', 'one\ntwo\n'), { text: 'o\n', onNewLine: false });
});

test('a text that was cleared or has not changed adds nothing', () => {
  assert.equal(unseen('one\ntwo', '').text, '');
  assert.equal(unseen('one\ntwo', 'one\n').text, '');
  assert.equal(unseen('one', 'one').text, '');
});

test('a text whose last line was rewritten adds that line on a new line', () => {
  assert.deepEqual(unseen('Building\n 10 %', 'Building\n 20 %'), { text: ' 20 %', onNewLine: true });
});

test('a text that rolled adds its new lines', () => {
  assert.deepEqual(unseen('1\n2\n3\n', '2\n3\n4\n'), { text: '4\n', onNewLine: false });
});

test('a text that shares nothing is added whole on a new line', () => {
  assert.deepEqual(unseen('working', 'done: 3 files'), { text: 'done: 3 files', onNewLine: true });
});

test('the overlap is the longest one that starts a line', () => {
  const line = fc.constantFrom('a', 'b', 'aa', '');
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.map((l) => `${l}\n`).join(''));
  fc.assert(
    fc.property(text, text, (previous, next) => {
      let longest = 0;
      for (let length = 1; length <= Math.min(previous.length, next.length); length++) {
        const startsLine = length === previous.length || previous.at(-length - 1) === '\n';
        if (startsLine && previous.endsWith(next.slice(0, length))) longest = length;
      }
      assert.equal(overlap(previous, next), longest);
    }),
    { numRuns: 2000 },
  );
});
