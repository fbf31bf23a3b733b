import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShellFollower } from './shell-follower.ts';

test('the first output is announced at once, and what follows it closely together', async () => {
  const follower = new ShellFollower(new Map(), {
    list: () => ({ panel: 'p', shells: [] }),
    close: () => undefined,
  });
  let announced = 0;
  const again = Promise.withResolvers<void>();
  follower.onReady = () => {
    announced += 1;
    if (announced > 1) again.resolve();
  };
  follower.onOutput();
  assert.equal(announced, 1);
  assert.ok(follower.takeUnsent());
  for (let piece = 0; piece < 1000; piece += 1) follower.onOutput();
  await again.promise;
  assert.ok(announced < 10, `${announced} times for 1,000 pieces`);
  follower.close();
});
