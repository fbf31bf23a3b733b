import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chunks } from './chunks.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('the chunks together are the list, and those that did not change stay the same arrays', () => {
  const chunks = new Chunks<number>();
  const before = chunks.of(numbers(120));
  assert.deepEqual(before.flat(), numbers(120));
  const after = chunks.of(numbers(160));
  assert.deepEqual(after.flat(), numbers(160));
  assert.deepEqual(
    after.map((chunk, at) => chunk === before[at]),
    [true, true, false, false],
  );
  const changed = chunks.of(numbers(160).with(3, -1));
  assert.deepEqual(
    changed.map((chunk, at) => chunk === after[at]),
    [false, true, true, true],
  );
  assert.deepEqual(chunks.of([]), []);
});
