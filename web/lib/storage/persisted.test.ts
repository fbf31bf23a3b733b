import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  asArray,
  asRecord,
  isText,
  memoryStorage,
  Persisted,
  PersistedText,
  withNewest,
} from './persisted.ts';

beforeEach(() => provide(memoryStorage()));

function provide(storage: Storage): void {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => storage });
}

const names = new Persisted({ area: 'browser', key: 'names', parse: (value) => asArray(value, isText) });

test('a stored value can be read again, and null removes it', () => {
  assert.deepEqual(names.get(), []);
  assert.equal(names.set(['a', 'b']), true);
  assert.equal(localStorage.getItem('names'), '["a","b"]');
  assert.deepEqual(names.get(), ['a', 'b']);
  names.set(null);
  assert.equal(localStorage.length, 0);
});

test('the two areas are separate, and a text is stored unchanged', () => {
  new PersistedText('tab', 'x').set('{');
  new PersistedText('browser', 'x').set('off');
  assert.equal(new PersistedText('tab', 'x').get(), '{');
  assert.equal(localStorage.getItem('x'), 'off');
});

test('stored values that do not have the expected type are ignored', () => {
  for (const garbage of ['{', '', 'null', '7', '"text"', '{"a":1}', '[null,{},[]]']) {
    localStorage.setItem('names', garbage);
    assert.deepEqual(names.get(), [], garbage);
  }
  localStorage.setItem('names', '["a",7,"b"]');
  assert.deepEqual(names.get(), ['a', 'b']);
  assert.deepEqual(asRecord({ a: 'x', b: 1 }, isText), { a: 'x' });
  assert.deepEqual(asRecord(null, isText), {});
});

test('when the storage is full, `set` returns false and the old value stays', () => {
  names.set(['a']);
  const full = localStorage;
  full.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  assert.equal(names.set(['a', 'b']), false);
  assert.deepEqual(names.get(), ['a']);
});

test('if the browser blocks storage, values are kept until the page is closed', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  assert.equal(names.set(['a']), true);
  assert.deepEqual(names.get(), ['a']);
});

test('a record keeps its newest properties, and one that is set again counts as new', () => {
  const record = withNewest(withNewest({ a: 1, b: 2 }, ['c', 3], 3), ['a', 4], 3);
  assert.deepEqual(Object.entries(record), [
    ['b', 2],
    ['c', 3],
    ['a', 4],
  ]);
  assert.deepEqual(withNewest(record, ['d', 5], 2), { a: 4, d: 5 });
});
