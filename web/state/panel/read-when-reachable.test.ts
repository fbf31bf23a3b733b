import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flushSync } from 'svelte';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../lib/fixtures/reactive.svelte.ts';
import type { StreamStatus } from '../../stream/reconnecting-stream.ts';
import { readWhenReachable } from './read-when-reachable.svelte.ts';

/** Opens what reads, while the connection has this status. `become` changes it. */
function open(t: TestContext, first: StreamStatus) {
  const status = reactive(first);
  const connection = {
    get isCutOff() {
      return status.value === 'reconnecting' || status.value === 'offline';
    },
  };
  let reads = 0;
  // What a read changes is no reason for another one.
  const answer = reactive(0);
  const { end } = inComponent(t, () =>
    readWhenReachable(connection, () => {
      reads += 1;
      answer.value += 1;
    }),
  );
  const become = (...all: StreamStatus[]): void => {
    for (const next of all) {
      status.value = next;
      flushSync();
    }
  };
  return { become, end, reads: () => reads };
}

test('what is shown is read once when it opens, also before the connection is live', (t) => {
  for (const first of ['live', 'catching up'] as const) {
    const { become, reads } = open(t, first);
    assert.equal(reads(), 1, first);
    // Another agent is followed.
    become('live', 'catching up', 'live');
    assert.equal(reads(), 1, first);
  }
});

test('it is read again each time the connection has returned, and not while it is lost', (t) => {
  const { become, reads } = open(t, 'live');
  become('reconnecting', 'offline', 'reconnecting');
  assert.equal(reads(), 1);
  become('catching up', 'live');
  assert.equal(reads(), 2);
  become('offline', 'live');
  assert.equal(reads(), 3);
});

test('what opens while the connection is lost is read once it is back, unless it was closed', (t) => {
  const [kept, closed] = [open(t, 'offline'), open(t, 'offline')];
  assert.equal(kept.reads(), 0);
  closed.end();
  for (const { become } of [kept, closed]) become('live');
  assert.deepEqual([kept.reads(), closed.reads()], [1, 0]);
});
