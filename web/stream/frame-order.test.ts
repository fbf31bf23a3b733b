import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../lib/api.ts';
import type { Frame } from './event-stream.ts';
import { FrameOrder } from './frame-order.ts';

const message = (n: number, agent = 'a'): Frame => ({ kind: 'message', id: `${agent}.${n}`, data: `${n}` });
const snapshot = (n: number): Frame => ({ kind: 'snapshot', id: `a.${n}`, data: `${n}` });

/** A server that has said everything up to `last`, and keeps the last `kept` events. */
function server(kept: number) {
  const state = { last: 0, asked: [] as (string | undefined)[], fail: [] as Error[] };
  return {
    ...state,
    state,
    ask: async (after: string | undefined): Promise<Frame[]> => {
      state.asked.push(after);
      await new Promise(setImmediate);
      const failure = state.fail.shift();
      if (failure) throw failure;
      const seen = after === undefined ? -1 : Number(after.slice(2));
      if (after === undefined || seen < state.last - kept) return [snapshot(state.last)];
      return Array.from({ length: state.last - seen }, (_, i) => message(seen + 1 + i));
    },
  };
}

function order(ask: ReturnType<typeof server>['ask']) {
  /** What a page would know: the number of the last event, and that none before it is missing. */
  const page = { knows: -1, gone: 0, changes: 0 };
  const frames = new FrameOrder({
    agent: 'a',
    ask,
    onFrame: ({ kind, id }) => {
      const number = Number(id.slice(2));
      if (kind === 'message') assert.equal(number, page.knows + 1, 'in order, none twice, none missing');
      else assert.ok(number > page.knows, 'no picture is older than what is known');
      page.knows = number;
    },
    onGone: () => (page.gone += 1),
    onChange: () => (page.changes += 1),
  });
  return { frames, page };
}

const settled = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise(setImmediate);
};

test('what comes in order is handed on at once, what comes again is not', () => {
  const { frames, page } = order(() => Promise.reject(new Error('nothing is asked for')));
  for (const frame of [snapshot(3), message(4), message(4), snapshot(3), message(2), message(5)])
    frames.take(frame);
  assert.equal(page.knows, 5);
  assert.equal(frames.position, 'a.5');
  assert.equal(frames.isComplete, true);
});

test('frames of another agent are not for this page', () => {
  const { frames, page } = order(() => Promise.reject(new Error('nothing is asked for')));
  frames.take(snapshot(1));
  frames.take(message(9, 'b'));
  frames.take({ kind: 'gone', id: '', data: '{"agent":"b"}' });
  assert.deepEqual([page.knows, page.gone], [1, 0]);
});

test('R-01: a gap is filled from the last frame that is there, while more arrives behind it', async () => {
  const { state, ask } = server(100);
  const { frames, page } = order(ask);
  frames.take(snapshot(1));
  state.last = 6;
  frames.take(message(5));
  frames.take(message(6));
  assert.equal(frames.isComplete, false);
  state.last = 7;
  frames.take(message(7));
  await settled(() => frames.isComplete);
  assert.equal(page.knows, 7);
  assert.deepEqual(state.asked, ['a.1']);
});

test('R-02: who is too far behind gets a picture, and what is older than it is left out', async () => {
  const { state, ask } = server(10);
  const { frames, page } = order(ask);
  frames.take(snapshot(1));
  state.last = 5000;
  for (let n = 3000; n < 5000; n++) frames.take(message(n));
  await settled(() => frames.isComplete);
  assert.equal(page.knows, 5000);
});

test('a server that does not answer is asked again, from the same place', async () => {
  const { state, ask } = server(100);
  const { frames, page } = order(ask);
  state.last = 2;
  state.fail.push(new TypeError('network error'));
  void frames.catchUp();
  await settled(() => frames.isComplete);
  assert.equal(page.knows, 2);
  assert.deepEqual(state.asked, [undefined, undefined]);
});

test('an agent that the server does not know is gone, once', async () => {
  const { state, ask } = server(100);
  const { frames, page } = order(ask);
  state.fail.push(new ApiError(404, 'unknown_agent', 'There is no such agent.'));
  await frames.catchUp();
  frames.take({ kind: 'gone', id: '', data: '{"agent":"a"}' });
  assert.equal(page.gone, 1);
});

test('R-01: whatever is lost, doubled or late on the way, the page ends with all of it, each once', async () => {
  const way = fc.array(fc.constantFrom('next', 'lost', 'twice', 'late', 'picture', 'pause'), {
    minLength: 1,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(way, fc.integer({ min: 0, max: 20 }), async (steps, kept) => {
      const { state, ask } = server(kept);
      const { frames, page } = order(ask);
      const late: Frame[] = [];
      frames.take(snapshot(0));
      for (const step of steps) {
        state.last += 1;
        const frame = step === 'picture' ? snapshot(state.last) : message(state.last);
        if (step === 'late') late.push(frame);
        else if (step !== 'lost') frames.take(frame);
        if (step === 'twice') frames.take(frame);
        if (step === 'pause') await new Promise(setImmediate);
      }
      for (const frame of late) frames.take(frame);
      state.last += 1;
      frames.take(message(state.last));
      await settled(() => frames.isComplete);
      assert.equal(page.knows, state.last);
    }),
    { numRuns: 300 },
  );
});
