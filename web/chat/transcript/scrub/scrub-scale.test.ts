import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexAt, indexBefore, marksOf, placeOf } from './scrub-scale.ts';

const NOON = new Date(2026, 2, 2, 12).getTime();
const HOUR = 3_600_000;

function promptsEvery(ms: number, count: number): { key: string; text: string; at: number }[] {
  return Array.from({ length: count }, (_, i) => {
    const at = NOON + i * ms;
    return { key: `user-${at}`, text: `Prompt ${i}`, at };
  });
}

test('each message has a place between the ends, which leads back to it', () => {
  for (let i = 0; i < 4000; i++) assert.equal(indexAt(placeOf(i, 4000), 4000), i);
  assert.deepEqual([indexAt(-1, 5), indexAt(7, 5)], [0, 4]);
  assert.deepEqual([placeOf(0, 1), indexAt(0.3, 1)], [1, 0]);
});

test('a row belongs to the last message before it, and one above all messages to the first', () => {
  const prompts = promptsEvery(HOUR, 3);
  assert.equal(indexBefore(prompts, NOON + HOUR + 1), 1);
  assert.equal(indexBefore(prompts, NOON + HOUR), 1);
  assert.equal(indexBefore(prompts, NOON - 1), 0);
});

test('few messages have a mark each, thousands as many as there is room for', () => {
  assert.equal(marksOf(promptsEvery(HOUR, 12), 600).length, 12);
  const many = marksOf(promptsEvery(HOUR, 4000), 600);
  assert.equal(many.length, 66);
  assert.deepEqual([many[0]?.place, many.at(-1)?.place], [0, 1]);
});

test('the first mark of each day has its date if the date before leaves room', () => {
  const marks = marksOf(promptsEvery(8 * HOUR, 7), 600);
  assert.deepEqual(
    marks.map(({ day }) => day !== null),
    [true, false, true, false, false, true, false],
  );
  assert.deepEqual(
    marks.map(({ hasLabel }) => hasLabel),
    marks.map(({ day }) => day !== null),
  );
  const close = marksOf(promptsEvery(24 * HOUR, 60), 600).filter(({ hasLabel }) => hasLabel);
  assert.ok(close.length > 10 && close.length <= 28, `${close.length} dates`);
});
