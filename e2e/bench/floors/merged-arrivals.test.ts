// The ideal merger of deltas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesOf } from './merged-arrivals.ts';

const ms = (value: number) => value * 1000;
const arriving = (...times: number[]) => times.map((time) => ({ stamp: ms(time), at: ms(time) }));

test('a single arrival is passed on at once', () => {
  const frames = framesOf(arriving(0, 33, 66));
  assert.deepEqual(
    frames.map((frame) => frame.map(({ at }) => at)),
    [[0], [ms(33)], [ms(66)]],
  );
});

test('arrivals within 16 ms of a frame are passed on together at the end of the 16 ms', () => {
  const frames = framesOf(arriving(0, 2, 4, 15, 17, 40));
  assert.deepEqual(
    frames.map((frame) => frame.map(({ at }) => at)),
    [[0], [ms(16), ms(16), ms(16)], [ms(32)], [ms(48)]],
  );
});
