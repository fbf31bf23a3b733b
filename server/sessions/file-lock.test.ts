import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFileLock } from './file-lock.ts';
import { SessionHold } from './session-hold.ts';

test('work on one file runs one piece after the other, even after a failure', async () => {
  let running = 0;
  const work = async (isLocked: boolean): Promise<void> => {
    assert.equal(isLocked, true);
    assert.equal(++running, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  };
  await Promise.all([1, 2, 3, 4].map(() => withFileLock('/file-lock-test', work)));
  await assert.rejects(
    withFileLock('/file-lock-test', () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  await withFileLock('/file-lock-test', work);
});

test('a lock that another process keeps delays the work, but does not prevent it', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 1000));
  const hold = new SessionHold();
  assert.equal(await hold.claim('/file-lock-kept lock'), true);
  assert.equal(await withFileLock('/file-lock-kept', async (isLocked) => isLocked), false);
  hold.release();
});
