import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnannouncedDequeue } from './unannounced-dequeue.ts';

/** The positions of four listed messages that pi may have taken. */
const taken = (dequeue: UnannouncedDequeue): number[] => [1, 2, 3, 4].filter((at) => dequeue.mayInclude(at));

test('before a run, and after its deliveries are done, pi has taken nothing', () => {
  const dequeue = new UnannouncedDequeue();
  assert.deepEqual(taken(dequeue), []);
  assert.equal(dequeue.mayInclude(0), false);
  dequeue.onRunStart();
  dequeue.onDeliveriesDone();
  assert.deepEqual(taken(dequeue), []);
});

test('at the start of a run pi takes from its queue after the first turn has begun: everything counts', () => {
  const dequeue = new UnannouncedDequeue();
  dequeue.onRunStart();
  assert.deepEqual(taken(dequeue), [1, 2, 3, 4]);
  dequeue.onTurnStart(2);
  assert.deepEqual(taken(dequeue), [1, 2, 3, 4]);
});

test('a later turn takes what was listed before it began', () => {
  const dequeue = new UnannouncedDequeue();
  dequeue.onRunStart();
  dequeue.onTurnStart(0);
  dequeue.onDeliveriesDone();
  dequeue.onTurnEnd();
  assert.deepEqual(taken(dequeue), [1, 2, 3, 4]);
  dequeue.onTurnStart(2);
  assert.deepEqual(taken(dequeue), [1, 2]);
  dequeue.onTurnStart(4);
  assert.deepEqual(taken(dequeue), [1, 2], 'what came later waits for the next turn');
  dequeue.onDeliveriesDone();
  dequeue.onTurnStart(4);
  assert.deepEqual(taken(dequeue), []);
});
