import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduce } from '../../../shared/view/reduce.ts';
import { TAIL_LENGTH } from '../../../shared/view/tool-runs.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { createClock } from '../fixtures/clock.ts';
import { pace } from './pace.ts';

interface Frame {
  at: number;
  events: ViewEvent[];
}

/** Pushes each chunk at its time, and returns what was sent when. */
function framesOf(chunks: [number, ViewEvent[]][], until = 10_000): Frame[] {
  const clock = createClock();
  const frames: Frame[] = [];
  const send = (passed: ViewEvent[]): void => {
    const events = [...passed, ...stage.endBatch()];
    if (events.length > 0) frames.push({ at: clock.now(), events });
  };
  const stage = pace({ onDue: () => send([]), clock });
  for (const [at, events] of chunks) {
    clock.advance(at);
    send(events.flatMap((event) => stage.push([event])));
  }
  clock.advance(until);
  return frames;
}

function text(delta: string, contentIndex = 0): ViewEvent {
  return { type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex, delta } };
}
function thought(delta: string, contentIndex = 0): ViewEvent {
  return { type: 'message_update', assistantMessageEvent: { type: 'thinking_delta', contentIndex, delta } };
}
function output(call: string, panel_output: { delta?: string; replace?: string; bytes: number }): ViewEvent {
  return { type: 'tool_execution_update', toolCallId: call, panel_output };
}
function deltaOf(event: ViewEvent): string {
  assert.ok(event.type === 'message_update' && 'delta' in event.assistantMessageEvent);
  return event.assistantMessageEvent.delta;
}
const other: ViewEvent = { type: 'turn_end' };

test('a delta that comes alone passes at once', () => {
  assert.deepEqual(
    framesOf([
      [100, [text('a')]],
      [200, [text('b')]],
    ]),
    [
      { at: 100, events: [text('a')] },
      { at: 200, events: [text('b')] },
    ],
  );
});

test('further deltas of a block wait for the next frame and become one', () => {
  assert.deepEqual(
    framesOf([
      [100, [text('a')]],
      [103, [text('b')]],
      [106, [text('c')]],
      [109, [text('d')]],
    ]),
    [
      { at: 100, events: [text('a')] },
      { at: 116, events: [text('bcd')] },
    ],
  );
});

test('one or two further deltas wait for a frame of 30 ms, and pass early with a third one', () => {
  assert.deepEqual(
    framesOf([
      [100, [text('a')]],
      [110, [text('b')]],
      [120, [text('c')]],
      [140, [text('d')]],
      [157, [text('e')]],
      [158, [text('f')]],
    ]),
    [
      { at: 100, events: [text('a')] },
      { at: 130, events: [text('bc')] },
      { at: 158, events: [text('def')] },
    ],
  );
});

test('the deltas of one chunk merge and pass together', () => {
  assert.deepEqual(framesOf([[100, [other, text('a'), text('b'), other, text('c'), text('d')]]]), [
    { at: 100, events: [other, text('ab'), other, text('cd')] },
  ]);
});

test('an event that is not a delta passes at once, after the held deltas', () => {
  assert.deepEqual(
    framesOf([
      [100, [text('a')]],
      [104, [text('b')]],
      [105, [other]],
    ]),
    [
      { at: 100, events: [text('a')] },
      { at: 105, events: [text('b'), other] },
    ],
  );
});

test('an event that is not a delta does not delay the delta after it', () => {
  const frames = framesOf([
    [100, [other]],
    [101, [text('a')]],
  ]);
  assert.deepEqual(
    frames.map(({ at }) => at),
    [100, 101],
  );
});

test('deltas of several blocks pass in one frame, in the order in which they began', () => {
  const frames = framesOf([
    [100, [text('a', 1)]],
    [101, [thought('b', 0)]],
    [102, [text('c', 1)]],
    [103, [thought('d', 0)]],
  ]);
  assert.deepEqual(frames[1], { at: 116, events: [thought('bd', 0), text('c', 1)] });
});

test('deltas of different kinds for one block are never swapped or merged', () => {
  const chunk = [text('a'), thought('b'), text('c')];
  assert.deepEqual(framesOf([[100, chunk]])[0]?.events, chunk);
});

test('deltas of one block keep their order when the later kind has more of them', () => {
  const frames = framesOf([
    [100, [text('a')]],
    [101, [thought('b')]],
    [102, [text('c')]],
    [118, [text('d')]],
    [120, [text('e')]],
  ]);
  assert.deepEqual(
    frames.flatMap(({ events }) => events).map((event) => deltaOf(event)),
    ['a', 'b', 'cd', 'e'],
  );
});

test('an answer of a delta each millisecond never makes two frames closer than 16 ms, and loses nothing', () => {
  const frames = framesOf(Array.from({ length: 1000 }, (_, at) => [at, [text(`${at},`)]]));
  const gaps = frames.slice(1).map(({ at }, index) => at - (frames[index]?.at ?? 0));
  assert.deepEqual([...new Set(gaps)], [16]);
  const deltas = frames.flatMap(({ events }) => events).map((event) => deltaOf(event));
  assert.equal(deltas.join(''), Array.from({ length: 1000 }, (_, at) => `${at},`).join(''));
});

test('the output of a tool run passes ten times a second, and its last state is not held longer', () => {
  const frames = framesOf(
    Array.from({ length: 10 }, (_, n) => [n * 20, [output('c', { delta: `${n}`, bytes: n + 1 })]]),
  );
  assert.deepEqual(frames, [
    { at: 0, events: [output('c', { delta: '0', bytes: 1 })] },
    { at: 100, events: [output('c', { delta: '1234', bytes: 5 })] },
    { at: 200, events: [output('c', { delta: '56789', bytes: 10 })] },
  ]);
});

test('each tool run has its own pace, and text does not wait for output', () => {
  const frames = framesOf([
    [0, [output('a', { delta: '1', bytes: 1 })]],
    [10, [output('a', { delta: '2', bytes: 2 })]],
    [20, [output('b', { delta: 'x', bytes: 1 })]],
    [30, [text('t')]],
  ]);
  assert.deepEqual(
    frames.map(({ at, events }) => [at, events.length]),
    [
      [0, 1],
      [20, 1],
      [30, 1],
      [100, 1],
    ],
  );
});

test('merged output keeps only its tail, and a replacement wins', () => {
  const big = 'x'.repeat(TAIL_LENGTH);
  const [, frame] = framesOf([
    [0, [output('c', { delta: 'a', bytes: 1 })]],
    [1, [output('c', { delta: big, bytes: 5000 }), output('c', { delta: 'end', bytes: 5003 })]],
  ]);
  assert.deepEqual(frame?.events, [output('c', { delta: `${big.slice(3)}end`, bytes: 5003 })]);
  const [, replaced] = framesOf([
    [0, [output('c', { delta: 'a', bytes: 1 })]],
    [1, [output('c', { delta: 'lost', bytes: 5 }), output('c', { replace: 'new', bytes: 3 })]],
    [2, [output('c', { delta: '!', bytes: 4 })]],
  ]);
  assert.deepEqual(replaced?.events, [output('c', { replace: 'new!', bytes: 4 })]);
});

test('a flush returns the held events once, and cancels the timer', () => {
  const clock = createClock();
  let dueCalls = 0;
  const stage = pace({ onDue: () => dueCalls++, clock });
  assert.deepEqual([...stage.push([text('a')]), ...stage.endBatch()], [text('a')]);
  assert.deepEqual([...stage.push([text('b')]), ...stage.endBatch()], []);
  assert.deepEqual(stage.flush(), [text('b')]);
  assert.deepEqual(stage.flush(), []);
  clock.advance(1000);
  assert.equal(dueCalls, 0);
});

const notice = (n: number): ViewEvent => ({
  type: 'extension_ui_request',
  id: 'x',
  method: 'notify',
  message: String(n),
  panel_at: 0,
});

test('a flood from an extension passes ten times a second, and deltas before it stay before it', () => {
  const flood = Array.from({ length: 150 }, (_, n) => notice(n));
  const frames = framesOf([
    [0, flood],
    [90, [text('a')]],
    [95, [text('b')]],
  ]);
  assert.deepEqual(frames, [
    { at: 0, events: flood.slice(0, 100) },
    { at: 90, events: [text('a')] },
    { at: 100, events: [text('b'), ...flood.slice(100)] },
  ]);
});

const part = fc.string({ maxLength: 3 });
const bytes = fc.nat({ max: 99 });
const index = fc.nat({ max: 2 });
const call = fc.constantFrom('a', 'b');
const anyEvent: fc.Arbitrary<ViewEvent> = fc.oneof(
  fc.tuple(part, index).map(([delta, at]) => text(delta, at)),
  fc.tuple(part, index).map(([delta, at]) => thought(delta, at)),
  fc.tuple(call, part, bytes).map(([id, delta, n]) => output(id, { delta, bytes: n })),
  fc.tuple(call, part, bytes).map(([id, replace, n]) => output(id, { replace, bytes: n })),
  fc.constant(other),
  index.map((contentIndex): ViewEvent => ({
    type: 'message_update',
    assistantMessageEvent: { type: 'text_start', contentIndex },
  })),
);

test('for all events at all times, merged events fold to the same view and no other event moves', () => {
  const run = (id: string): ViewEvent => ({
    type: 'tool_execution_start',
    toolCallId: id,
    toolName: 'grep',
    args: {},
    panel_at: 0,
  });
  const begun: View = [
    { type: 'message_start', message: { role: 'assistant', content: [], stopReason: 'stop', timestamp: 1 } },
    run('a'),
    run('b'),
  ].reduce((view, event) => reduce(view, event as ViewEvent), emptyView('/'));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 40 }), fc.array(anyEvent, { maxLength: 5 }))), (steps) => {
      let at = 0;
      const chunks = steps.map(([pause, events]): [number, ViewEvent[]] => [(at += pause), events]);
      const came = chunks.flatMap(([, events]) => events);
      const went = framesOf(chunks, at + 1000).flatMap(({ events }) => events);
      assert.deepEqual(went.reduce(reduce, begun), came.reduce(reduce, begun));
      const plain = (events: ViewEvent[]): string[] =>
        events.filter((event) => event.type === 'turn_end').map(({ type }) => type);
      assert.deepEqual(plain(went), plain(came));
      assert.ok(went.length <= came.length);
    }),
    { numRuns: 500 },
  );
});
