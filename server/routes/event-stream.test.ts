import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Follower } from '../agent/feed/fan-out.ts';
import { eventStream } from './event-stream.ts';

/** A follower that has these frames. */
function follower(...frames: string[]): Follower & { isClosed: boolean } {
  return {
    isClosed: false,
    onReady: null,
    takeUnsent() {
      const next = frames.shift();
      return next === undefined ? null : Buffer.from(next);
    },
    close() {
      this.isClosed = true;
    },
  };
}

test('R-06: while nothing happens, a heartbeat is sent every ten seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const reader = eventStream([follower('first')]).getReader();
  const read = async (): Promise<string> => Buffer.from((await reader.read()).value!).toString();
  assert.equal(await read(), 'first');
  for (let n = 0; n < 3; n++) {
    const next = read();
    t.mock.timers.tick(10_000);
    assert.equal(await next, ': alive\n\n');
  }
});

test('a page that leaves closes all its followers', async () => {
  const followers = [follower('a'), follower()];
  const reader = eventStream(followers).getReader();
  await reader.read();
  await reader.cancel();
  assert.ok(followers.every(({ isClosed }) => isClosed));
});

test('without following, the stream sends the frames that are there and ends', async () => {
  const one = follower('resumed;', 'one;');
  assert.equal(
    await new Response(eventStream([one, follower('two;')], { isOnce: true })).text(),
    'resumed;two;one;',
  );
  assert.equal(one.isClosed, true);
});
