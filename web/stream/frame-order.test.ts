import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../lib/requests/api.ts';
import type { Frame } from '../../shared/compact-events.ts';
import { FrameOrder } from './frame-order.ts';

const message = (n: number, agent = 'a'): Frame => ({ kind: 'message', id: `${agent}.${n}`, data: `${n}` });
const snapshot = (n: number): Frame => ({ kind: 'snapshot', id: `a.${n}`, data: `${n}` });

/** A server that stores the last `kept` frames. `state.last` is the number of its newest frame. */
function server(kept: number) {
  const state = { last: 0, requests: [] as (string | undefined)[], failures: [] as Error[] };
  return {
    ...state,
    state,
    fetchAfter: async (after: string | undefined): Promise<Frame[]> => {
      state.requests.push(after);
      await new Promise(setImmediate);
      const failure = state.failures.shift();
      if (failure) throw failure;
      const seen = after === undefined ? -1 : Number(after.slice(2));
      if (after === undefined || seen < state.last - kept) return [snapshot(state.last)];
      return Array.from({ length: state.last - seen }, (_, i) => message(seen + 1 + i));
    },
  };
}

function order(fetchAfter: ReturnType<typeof server>['fetchAfter']) {
  /** `last` is the number of the last delivered frame, `gone` the number of calls of `onGone`. */
  const page = { last: -1, gone: 0, changes: 0 };
  const frames = new FrameOrder({
    agent: 'a',
    fetchAfter,
    onFrame: ({ kind, id }) => {
      const number = Number(id.slice(2));
      if (kind === 'message') assert.equal(number, page.last + 1, 'in order, none repeated, none missing');
      else assert.ok(number > page.last, 'no snapshot is older than the last frame');
      page.last = number;
    },
    onGone: () => (page.gone += 1),
    onChange: () => (page.changes += 1),
  });
  return { frames, page };
}

/** Fails after half a minute, so that nothing waits until the time limit of the file. */
const settled = async (isTrue: () => boolean): Promise<void> => {
  for (const end = Date.now() + 30_000; !isTrue(); await new Promise(setImmediate))
    assert.ok(Date.now() < end, `never true: ${String(isTrue)}`);
};

test('frames that arrive in order are delivered at once, and repeated frames are dropped', () => {
  const { frames, page } = order(() => Promise.reject(new Error('nothing is fetched')));
  for (const frame of [snapshot(3), message(4), message(4), snapshot(3), message(2), message(5)])
    frames.accept(frame);
  assert.equal(page.last, 5);
  assert.equal(frames.position, 'a.5');
  assert.equal(frames.isComplete, true);
});

test('frames of other agents are ignored', () => {
  const { frames, page } = order(() => Promise.reject(new Error('nothing is fetched')));
  frames.accept(snapshot(1));
  frames.accept(message(9, 'b'));
  frames.accept({ kind: 'gone', id: '', data: '{"agent":"b"}' });
  assert.deepEqual([page.last, page.gone], [1, 0]);
});

test('R-01: missing frames are fetched once, even while further frames arrive behind the gap', async () => {
  const { state, fetchAfter } = server(100);
  const { frames, page } = order(fetchAfter);
  frames.accept(snapshot(1));
  state.last = 6;
  frames.accept(message(5));
  frames.accept(message(6));
  assert.equal(frames.isComplete, false);
  state.last = 7;
  frames.accept(message(7));
  await settled(() => frames.isComplete);
  assert.equal(page.last, 7);
  assert.deepEqual(state.requests, ['a.1']);
});

test('R-02: a page that is too far behind gets a snapshot, and older frames are dropped', async () => {
  const { state, fetchAfter } = server(10);
  const { frames, page } = order(fetchAfter);
  frames.accept(snapshot(1));
  state.last = 5000;
  for (let n = 3000; n < 5000; n++) frames.accept(message(n));
  await settled(() => frames.isComplete);
  assert.equal(page.last, 5000);
});

test('a failed request is repeated from the same position', async () => {
  const { state, fetchAfter } = server(100);
  const { frames, page } = order(fetchAfter);
  state.last = 2;
  state.failures.push(new TypeError('network error'));
  void frames.catchUp();
  await settled(() => frames.isComplete);
  assert.equal(page.last, 2);
  assert.deepEqual(state.requests, [undefined, undefined]);
});

test('an agent that the server does not know is reported as gone, once', async () => {
  const { state, fetchAfter } = server(100);
  const { frames, page } = order(fetchAfter);
  state.failures.push(new ApiError(404, 'unknown_agent', 'There is no such agent.'));
  await frames.catchUp();
  frames.accept({ kind: 'gone', id: '', data: '{"agent":"a"}' });
  assert.equal(page.gone, 1);
});

test('R-01: whichever frames are lost, repeated or late, the page gets all of them exactly once', async () => {
  const deliveries = fc.array(fc.constantFrom('next', 'lost', 'twice', 'late', 'snapshot', 'pause'), {
    minLength: 1,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(deliveries, fc.integer({ min: 0, max: 20 }), async (steps, kept) => {
      const { state, fetchAfter } = server(kept);
      const { frames, page } = order(fetchAfter);
      const late: Frame[] = [];
      frames.accept(snapshot(0));
      for (const step of steps) {
        state.last += 1;
        const frame = step === 'snapshot' ? snapshot(state.last) : message(state.last);
        if (step === 'late') late.push(frame);
        else if (step !== 'lost') frames.accept(frame);
        if (step === 'twice') frames.accept(frame);
        if (step === 'pause') await new Promise(setImmediate);
      }
      for (const frame of late) frames.accept(frame);
      state.last += 1;
      frames.accept(message(state.last));
      await settled(() => frames.isComplete);
      assert.equal(page.last, state.last);
    }),
    { numRuns: 300 },
  );
});

test('a merged frame counts for all of its messages, and one that repeats some of them is fetched anew', async (t) => {
  const merged = (first: number, last: number): Frame => ({
    kind: 'message',
    id: `a.${last}`,
    data: '',
    first,
  });
  const asked: (string | undefined)[] = [];
  const delivered: string[] = [];
  const frames = new FrameOrder({
    agent: 'a',
    fetchAfter: (after) => {
      asked.push(after);
      return Promise.resolve([merged(6, 8)]);
    },
    onFrame: ({ id }) => delivered.push(id),
    onGone: () => assert.fail('it is there'),
  });
  t.after(() => frames.close());
  frames.accept(snapshot(1));
  frames.accept(merged(2, 5));
  assert.deepEqual([frames.position, frames.isComplete], ['a.5', true]);
  frames.accept(merged(4, 8));
  await settled(() => frames.isComplete);
  assert.deepEqual([asked, delivered], [['a.5'], ['a.1', 'a.5', 'a.8']]);
});

test('a page that misses nothing is complete again once it has asked, and says so each time', async () => {
  const { fetchAfter, state } = server(100);
  const { frames, page } = order(fetchAfter);
  frames.accept(snapshot(0));
  assert.equal(page.changes, 1);
  const caughtUp = frames.catchUp();
  assert.deepEqual([frames.isComplete, page.changes], [false, 2]);
  await caughtUp;
  assert.deepEqual([frames.isComplete, page.changes, state.requests], [true, 3, ['a.0']]);
});

test('it is passed on whether a user has ended the agent, and the answer to a reconnection is no frame of its own', () => {
  for (const isEnded of [true, false]) {
    const ended: boolean[] = [];
    const frames = new FrameOrder({
      agent: 'a',
      fetchAfter: () => Promise.reject(new Error('nothing is fetched')),
      onFrame: ({ id }) => assert.equal(id, 'a.1'),
      onGone: (gone) => ended.push(gone.isEnded),
    });
    frames.accept(snapshot(1));
    frames.accept({ kind: 'resumed', id: 'a.9', data: '{}' });
    assert.deepEqual([frames.position, frames.isComplete], ['a.1', true]);
    frames.accept({
      kind: 'gone',
      id: '',
      data: JSON.stringify({ agent: 'a', ...(isEnded && { isEnded }) }),
    });
    assert.deepEqual(ended, [isEnded]);
  }
});

test('frames of an agent that the page has left are not shown any more', () => {
  const { frames, page } = order(() => Promise.reject(new Error('nothing is fetched')));
  frames.accept(snapshot(1));
  frames.close();
  frames.accept(message(2));
  assert.equal(page.last, 1);
});

/** A page whose requests fail in this order. The test lets time pass. */
function failing(t: TestContext, failures: Error[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const seen = { asked: 0, gone: [] as boolean[] };
  const frames = new FrameOrder({
    agent: 'a',
    fetchAfter: () => Promise.reject(failures[seen.asked++]!),
    onFrame: () => assert.fail('nothing was fetched'),
    onGone: ({ isEnded }) => seen.gone.push(isEnded),
  });
  const wait = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  };
  return { frames, seen, wait };
}

test('only an agent that the server does not know is gone; after any other failure it is asked for again, later', async (t) => {
  const { frames, seen, wait } = failing(t, [
    new ApiError(503, 'starting', 'not yet'),
    new TypeError('network error'),
    new ApiError(404, 'unknown_agent', 'There is no such agent.'),
  ]);
  const caughtUp = frames.catchUp();
  await wait(0);
  await wait(249);
  assert.deepEqual(seen, { asked: 1, gone: [] });
  await wait(1);
  assert.deepEqual(seen, { asked: 2, gone: [] });
  await wait(500);
  assert.deepEqual(seen, { asked: 3, gone: [false] }, 'no user has ended it');
  await wait(60_000);
  await caughtUp;
  assert.equal(seen.asked, 3);
});

test('a page that has left an agent does not ask for its frames any longer', async (t) => {
  const { frames, seen, wait } = failing(t, [new TypeError('network error')]);
  const caughtUp = frames.catchUp();
  await wait(0);
  frames.close();
  await wait(60_000);
  await caughtUp;
  assert.deepEqual(seen, { asked: 1, gone: [] });
});

test('frames behind a gap that the server cannot fill yet are fetched again, after a pause, until it can', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, fetchAfter } = server(100);
  const { frames, page } = order(fetchAfter);
  t.after(() => frames.close());
  frames.accept(snapshot(1));
  // The server's list is behind its own stream.
  state.last = 1;
  frames.accept(message(4));
  for (const wanted of [1, 2, 3]) {
    await settled(() => state.requests.length >= wanted);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    assert.deepEqual([frames.isComplete, page.last, state.requests.length], [false, 1, wanted]);
    if (wanted === 3) state.last = 4;
    t.mock.timers.tick(1000);
  }
  await settled(() => frames.isComplete);
  assert.deepEqual([page.last, new Set(state.requests)], [4, new Set(['a.1'])]);
});

test('a page that leaves an agent, or learns that it is gone, while frames are missing asks for nothing more', async () => {
  const leave: Record<string, (frames: FrameOrder) => void> = {
    left: (frames) => frames.close(),
    gone: (frames) => frames.accept({ kind: 'gone', id: '', data: '{"agent":"a"}' }),
  };
  for (const [what, end] of Object.entries(leave)) {
    const { state, fetchAfter } = server(100);
    const { frames, page } = order(fetchAfter);
    frames.accept(snapshot(1));
    state.last = 1;
    const caughtUp = frames.catchUp();
    frames.accept(message(4));
    end(frames);
    await caughtUp;
    frames.accept(message(5));
    assert.deepEqual([page.last, state.requests.length], [1, 1], what);
    assert.ok(page.changes < 10, `${what}: it looked for the missing frames ${page.changes} times`);
  }
});
