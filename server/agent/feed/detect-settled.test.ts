import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { createClock } from '../fixtures/clock.ts';
import { detectSettled } from './detect-settled.ts';

const at = { panel_at: 0 };
const start: ViewEvent = { type: 'agent_start', ...at };
const end: ViewEvent = { type: 'agent_end' };
const turn: ViewEvent = { type: 'turn_start', ...at };
const retry: ViewEvent = {
  type: 'auto_retry_start',
  attempt: 1,
  maxAttempts: 3,
  delayMs: 2000,
  errorMessage: '529 Overloaded',
  ...at,
};
const retryEnd = (success: boolean): ViewEvent => ({ type: 'auto_retry_end', success, attempt: 1 });
const compaction: ViewEvent = { type: 'compaction_start', reason: 'threshold', ...at };
const compacted = (willRetry: boolean): ViewEvent => ({
  type: 'compaction_end',
  reason: 'threshold',
  willRetry,
  ...at,
});

/** Each step: events, then so many ms without any. Returns the numbers of the steps after which the run settled. */
function settledAfter(steps: [ViewEvent[], number][], isNeeded = true): number[] {
  const clock = createClock();
  const settled: number[] = [];
  let step = 0;
  const stage = detectSettled({ isNeeded, onSettled: () => settled.push(step), clock });
  for (const [events, quiet] of steps) {
    step++;
    assert.deepEqual(stage.push(events), events);
    clock.advance(clock.now() + quiet);
  }
  return settled;
}

test('a run is over when nothing follows its agent_end for 250 ms', () => {
  assert.deepEqual(settledAfter([[[start, turn, end], 249]]), []);
  assert.deepEqual(settledAfter([[[start, turn, end], 250]]), [1]);
});

test('a run settles once', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end], 1000],
      [[], 5000],
    ]),
    [1],
  );
});

test('a queued message keeps the run open until its own agent_end', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, start], 5000],
      [[end], 250],
    ]),
    [2],
  );
});

test('the wait for a retry is part of the run, however long it takes', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, retry], 60_000],
      [[start], 10_000],
      [[retryEnd(true), end], 250],
    ]),
    [3],
  );
});

test('a stopped retry ends the run, though no agent_end follows', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, retry], 1000],
      [[retryEnd(false)], 250],
    ]),
    [2],
  );
});

test('a compaction after the agent_end is part of the run', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, compaction], 60_000],
      [[compacted(false)], 250],
    ]),
    [2],
  );
});

test('a compaction after which pi tries again does not end the run', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, compaction], 1000],
      [[compacted(true)], 1000],
      [[start], 5000],
      [[end], 250],
    ]),
    [4],
  );
});

test('an announced attempt that never begins does not keep the run open', () => {
  assert.deepEqual(settledAfter([[[start, end, compaction, compacted(true)], 2000]]), [1]);
});

test('a compaction during a run ends it, since pi up to 0.80.3 writes no agent_end then', () => {
  assert.deepEqual(
    settledAfter([
      [[start, turn, compaction], 5000],
      [[compacted(false)], 250],
    ]),
    [2],
  );
});

test('a compaction outside a run settles nothing', () => {
  assert.deepEqual(settledAfter([[[compaction, compacted(false)], 1000]]), []);
});

test('nothing is detected for pi that writes agent_settled', () => {
  assert.deepEqual(settledAfter([[[start, end], 1000]], false), []);
});

test('the first agent_settled from pi ends the detection', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, { type: 'agent_settled' }], 1000],
      [[start, end], 1000],
    ]),
    [],
  );
});

test('after a reset nothing settles', () => {
  const clock = createClock();
  let isSettled = false;
  const stage = detectSettled({ isNeeded: true, onSettled: () => (isSettled = true), clock });
  stage.push([start, end]);
  stage.reset();
  clock.advance(1000);
  assert.equal(isSettled, false);
});
