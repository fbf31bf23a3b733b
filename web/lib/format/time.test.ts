import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duration, secondsUntil, runningTime } from './time.ts';

test('a duration is shown in tenths below ten seconds, then in seconds, minutes and hours', () => {
  const shown = [0, 449, 9_999, 10_000, 59_999, 65_000, 3_725_000].map(duration);
  assert.deepEqual(shown, ['0.0 s', '0.4 s', '9.9 s', '10 s', '59 s', '1:05', '1:02:05']);
});

test('a negative duration, caused by clocks that disagree, is shown as zero', () => {
  assert.equal(duration(-500), '0.0 s');
  assert.equal(runningTime(-500), '0 s');
});

test('a duration that is still running is shown in whole seconds', () => {
  assert.deepEqual([400, 1_900, 60_000].map(runningTime), ['0 s', '1 s', '1:00']);
});

test('a countdown shows 1 until the last second is over, and never less than 0', () => {
  assert.deepEqual(
    [2_001, 1_000, 1, 0, -5_000].map((ms) => secondsUntil(ms, 0)),
    [3, 1, 1, 0, 0],
  );
});
