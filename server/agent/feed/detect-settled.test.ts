import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { createClock } from '../fixtures/clock.ts';
import { createSettle } from './detect-settled.ts';

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

/** Each step: events, then so many ms in which nothing comes. Tells when, after which step, it settled. */
function settledAfter(steps: [ViewEvent[], number][], isNeeded = true): number[] {
  const clock = createClock();
  const settled: number[] = [];
  let step = 0;
  const settle = createSettle({
    isNeeded,
    emit: (event) => {
      assert.equal(event.type, 'agent_settled');
      settled.push(step);
    },
    setTimer: clock.setTimer,
  });
  for (const [events, quiet] of steps) {
    step++;
    assert.deepEqual(settle.push(events), events);
    clock.advance(clock.now() + quiet);
  }
  return settled;
}

test('a run is over when nothing follows its end for a quarter of a second', () => {
  assert.deepEqual(settledAfter([[[start, turn, end], 249]]), []);
  assert.deepEqual(settledAfter([[[start, turn, end], 250]]), [1]);
});

test('it is said once', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end], 1000],
      [[], 5000],
    ]),
    [1],
  );
});

test('a queued message keeps the run open until its own end', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, start], 5000],
      [[end], 250],
    ]),
    [2],
  );
});

test('the wait for a retry is part of the run, however long', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, retry], 60_000],
      [[start], 10_000],
      [[retryEnd(true), end], 250],
    ]),
    [3],
  );
});

test('a retry that was broken off ends the run, though no agent_end follows', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, retry], 1000],
      [[retryEnd(false)], 250],
    ]),
    [2],
  );
});

test('a compaction after the end is part of the run', () => {
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

test('a promised attempt that never begins does not keep the run open for ever', () => {
  assert.deepEqual(settledAfter([[[start, end, compaction, compacted(true)], 2000]]), [1]);
});

test('a compaction in the midst of a run ends it, for pi up to 0.80.3 says no agent_end then', () => {
  assert.deepEqual(
    settledAfter([
      [[start, turn, compaction], 5000],
      [[compacted(false)], 250],
    ]),
    [2],
  );
});

test('a compaction outside of a run settles nothing', () => {
  assert.deepEqual(settledAfter([[[compaction, compacted(false)], 1000]]), []);
});

test('nothing is added for pi that says it itself', () => {
  assert.deepEqual(settledAfter([[[start, end], 1000]], false), []);
});

test('once pi has said it, nothing is added any more', () => {
  assert.deepEqual(
    settledAfter([
      [[start, end, { type: 'agent_settled' }], 1000],
      [[start, end], 1000],
    ]),
    [],
  );
});

test('after closing nothing is said', () => {
  const clock = createClock();
  const emitted: ViewEvent[] = [];
  const settle = createSettle({
    isNeeded: true,
    emit: (event) => emitted.push(event),
    setTimer: clock.setTimer,
  });
  settle.push([start, end]);
  settle.close();
  clock.advance(1000);
  assert.deepEqual(emitted, []);
});
