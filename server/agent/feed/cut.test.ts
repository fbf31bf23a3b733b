import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutWithNote, cutValue } from './cut.ts';

const wide = { string: 1_000_000, total: 10_000_000 };

test('a text within the limit stays unchanged', () => {
  assert.equal(cutWithNote('12345', 5), '12345');
});

test('a longer text ends with how much is missing', () => {
  assert.equal(cutWithNote('1234567', 5), '12345… (2 more characters)');
});

test('a cut does not split a surrogate pair', () => {
  assert.equal(cutWithNote('ab😀cd', 3), 'ab… (4 more characters)');
  assert.equal(cutWithNote('abe\u0301cd', 3), 'ab… (4 more characters)');
});

test('a JSON value within the limits is copied and equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = cutValue(value, wide);
      assert.deepEqual(copy, value);
      if (typeof value === 'object' && value !== null) assert.notEqual(copy, value);
    }),
  );
});

test('R-37: every cut value is bounded and still JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat({ max: 200 }), (value, total) => {
      const text = JSON.stringify(cutValue(value, { string: 20, total }));
      assert.doesNotThrow(() => JSON.parse(text) as unknown);
      // Strings that were begun are finished, and each cut adds its note.
      assert.ok(text.length <= 40 * total + 2000, text);
    }),
  );
});

test('each long string is cut by itself', () => {
  const cut = cutValue({ path: 'a.ts', content: 'x'.repeat(50) }, { string: 10, total: 1000 });
  assert.deepEqual(cut, { path: 'a.ts', content: 'xxxxxxxxxx… (40 more characters)' });
});

test('only the first of too many items are kept', () => {
  const cut = cutValue(['one', 'two', 'three', 'four'], { string: 10, total: 18 }) as unknown[];
  assert.deepEqual(cut, ['one', 'two', '… (2 more)']);
});

test('S-30, R-37: a value nested a hundred thousand levels deep does not overflow the stack and is cut', () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  assert.ok(JSON.stringify(cutValue(deep, wide)).length < 500);
});

test('S-30, R-37: a field named __proto__ stays a field and changes no prototype', () => {
  const cut = cutValue(JSON.parse('{"__proto__":{"x":1}}') as object, wide);
  assert.equal((cut as { x?: number }).x, undefined);
  assert.equal(JSON.stringify(cut), '{"__proto__":{"x":1}}');
});
