import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../../shared/view/conversation.ts';
import { Positions } from './positions.svelte.ts';

const entries = ['a', 'b'].map((key) => ({ key }) as Entry);

test('a message has its position in the session, with the one that is being written as the last', () => {
  const positions = new Positions(() => ({ entries, isWhole: true, liveKey: 'live' }));
  assert.deepEqual(positions.of('b'), { 'aria-posinset': 2, 'aria-setsize': 3 });
  assert.deepEqual(positions.of('live'), { 'aria-posinset': 3, 'aria-setsize': 3 });
  assert.deepEqual([positions.of('other'), positions.of(undefined)], [{}, {}]);
});

test('no position is claimed while older messages are not loaded', () => {
  assert.deepEqual(new Positions(() => ({ entries, isWhole: false, liveKey: null })).of('a'), {});
});
