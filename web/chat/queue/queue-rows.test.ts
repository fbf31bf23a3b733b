import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_QUEUE, type Queue, type Queued } from '../../../shared/view/queue.ts';
import { canSendNow, editableIds, waitingRows } from './queue-rows.ts';

const message = (id: string, more: Partial<Queued> = {}): Queued => ({
  ...{ id, text: id, state: 'waiting' },
  ...more,
});

const QUEUE: Queue = {
  ...EMPTY_QUEUE,
  running: [message('runs', { state: 'running' })],
  steering: [message('s1'), message('s2', { state: 'failed' })],
  followUp: [message('f1', { state: 'sending' }), message('f2', { state: 'held' })],
  returned: [
    message('r1'),
    message('r2', { session: { id: 's', title: '' } }),
    message('r3', { session: { id: 'other', title: '' } }),
  ],
};

test('messages wait in the order of delivery, and each knows whether it is the first or last of its lane', () => {
  assert.deepEqual(
    waitingRows(QUEUE, undefined).map(({ queued, lane, isFirst, isLast }) => [
      queued.id,
      lane,
      isFirst,
      isLast,
    ]),
    [
      ['s1', 'steer', true, false],
      ['s2', 'steer', false, true],
      ['f1', 'followUp', true, false],
      ['f2', 'followUp', false, true],
    ],
  );
});

test('a message that is still in the composer of this page is not shown twice, and that of another page is shown', () => {
  const ids = (unanswered?: string): string =>
    waitingRows(QUEUE, unanswered)
      .map(({ queued }) => queued.id)
      .join();
  assert.equal(ids('f1'), 's1,s2,f2');
  assert.equal(ids('another'), 's1,s2,f1,f2');
  assert.equal(ids('s1'), 's1,s2,f1,f2', 'pi has it, so the composer has not');
});

test('all messages can be edited together that can come back, but none of another session', () => {
  const ids = (canClear: boolean, session?: string): string =>
    editableIds(QUEUE, { canClear, session }).join();
  assert.equal(ids(true, 's'), 's1,s2,f1,f2,r1,r2');
  assert.equal(ids(false, 's'), 's2,f2,r1,r2');
  assert.equal(ids(true, 'other'), 's1,s2,f1,f2,r1,r3');
  assert.equal(ids(true), 's1,s2,f1,f2,r1');
});

test('what waits can be sent only while the agent does nothing else', () => {
  const idle = { run: null, compaction: null, exit: null };
  assert.equal(canSendNow(QUEUE, idle), true);
  for (const busy of ['run', 'compaction', 'exit'])
    assert.equal(canSendNow(QUEUE, { ...idle, [busy]: {} }), false, busy);
  assert.equal(canSendNow(EMPTY_QUEUE, idle), false);
});
