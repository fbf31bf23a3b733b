import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationOf, hasFailed, outcomeOf } from './run-outcome.ts';

test('an exit code is shown only for a run that failed with one', () => {
  assert.equal(outcomeOf({ state: 'ok', exitCode: 0 }), 'done');
  assert.equal(outcomeOf({ state: 'failed', exitCode: 3 }), 'exit 3');
  assert.equal(outcomeOf({ state: 'failed', exitCode: 0 }), 'failed');
  assert.equal(outcomeOf({ state: 'failed' }), 'failed');
  assert.equal(outcomeOf({ state: 'aborted', exitCode: 143 }), 'stopped');
  assert.equal(outcomeOf({ state: 'timed-out' }), 'timed out');
});

test('the duration counts up during the run and stays the same afterwards', () => {
  assert.equal(durationOf({ state: 'running', startedAt: 1000 }, 66_000), '1:05');
  assert.equal(durationOf({ state: 'ok', startedAt: 1000, endedAt: 3400 }, 66_000), '2.4 s');
});

test('a run known only from the session file has no duration', () => {
  assert.equal(durationOf({ state: 'ok' }, 5), '');
  assert.equal(durationOf({ state: 'interrupted', startedAt: 1 }, 5), '');
});

test('a run that the user or an extension stopped does not count as failed', () => {
  const words = (['running', 'blocked', 'interrupted'] as const).map((state) => outcomeOf({ state }));
  assert.deepEqual(words, ['running', 'blocked', 'interrupted']);
  const states = ['ok', 'failed', 'aborted', 'timed-out', 'running', 'blocked', 'interrupted'] as const;
  assert.deepEqual(
    states.filter((state) => hasFailed({ state })),
    ['failed', 'timed-out'],
  );
});
