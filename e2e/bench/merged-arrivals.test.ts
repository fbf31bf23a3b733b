import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesOf } from './merged-arrivals.ts';

const ms = (value: number) => value * 1000;
const arriving = (...times: number[]) => times.map((time) => ({ stamp: ms(time), at: ms(time) }));

test('what comes alone is passed on when it comes', () => {
  const frames = framesOf(arriving(0, 33, 66));
  assert.deepEqual(
    frames.map((frame) => frame.map(({ at }) => at)),
    [[0], [ms(33)], [ms(66)]],
  );
});

test('what comes within 16 ms of a frame waits for the end of them, together', () => {
  const frames = framesOf(arriving(0, 2, 4, 15, 17, 40));
  assert.deepEqual(
    frames.map((frame) => frame.map(({ at }) => at)),
    [[0], [ms(16), ms(16), ms(16)], [ms(32)], [ms(48)]],
  );
});
