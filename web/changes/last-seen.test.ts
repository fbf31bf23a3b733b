import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastSeen, setLastSeen } from './last-seen.ts';

test('each session has its own last turn at which the user has looked', () => {
  setLastSeen('a', 5);
  setLastSeen('b', 9);
  setLastSeen('a', 7);
  assert.deepEqual([lastSeen('a'), lastSeen('b'), lastSeen('never shown')], [7, 9, 0]);
});

test('beyond a hundred sessions the one that was looked at longest ago is forgotten', () => {
  for (let n = 0; n < 100; n++) setLastSeen(`s${n}`, n + 1);
  setLastSeen('s0', 1);
  setLastSeen('new', 1);
  assert.deepEqual([lastSeen('s0'), lastSeen('s1'), lastSeen('s2'), lastSeen('new')], [1, 0, 3, 1]);
});
