import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minimalEdit } from './minimal-edit.ts';

test('applying the edit to the first text gives the second text', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '\n', '😀')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (from, to) => {
      const edit = minimalEdit(from, to);
      const result = edit ? from.slice(0, edit.start) + edit.text + from.slice(edit.end) : from;
      assert.equal(result, to);
    }),
  );
});

test('the edit leaves out the lines before and after a change', () => {
  const edit = minimalEdit('one\ntwo\nthree\nfour\n', 'one\ntwo!\nthree\nfour\n')!;
  assert.deepEqual(edit, { start: 4, end: 8, text: 'two!\n' });
});

test('equal texts need no edit', () => {
  assert.equal(minimalEdit('same', 'same'), null);
});
