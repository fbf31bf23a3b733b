import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantMessage } from '../pi/messages.ts';
import { closeLive, contentOf, endLive, nextBlock, startLive, updateLive } from './live.ts';
import type { SlimDelta } from './view-event.ts';
import { emptyView, type View } from './view.ts';

const EMPTY = emptyView('/home/me/project');
const message = (more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  content: [],
  stopReason: 'stop',
  timestamp: 5,
  ...more,
});

function stream(view: View, ...deltas: SlimDelta[]): View {
  return deltas.reduce(updateLive, view);
}

const started = startLive(EMPTY, message({ provider: 'p', model: 'm' }));

const text = (delta: string, contentIndex = 0): SlimDelta => ({ type: 'text_delta', contentIndex, delta });

test('a message that starts is live, with its model, and without blocks', () => {
  assert.deepEqual(started.live, { key: 'assistant-5', timestamp: 5, provider: 'p', model: 'm', blocks: [] });
  assert.deepEqual(startLive(EMPTY, message()).live, { key: 'assistant-5', timestamp: 5, blocks: [] });
  assert.equal(started.entries, EMPTY.entries);
});

test('a message of the same millisecond as a settled one has another key', () => {
  const settled = endLive(started, message());
  assert.equal(startLive(settled, message()).live?.key, 'assistant-5.2');
});

test('deltas are added to the block of their index, also if a start was missed', () => {
  const { live } = stream(
    started,
    { type: 'thinking_start', contentIndex: 0 },
    { type: 'thinking_delta', contentIndex: 0, delta: 'Let me ' },
    { type: 'thinking_delta', contentIndex: 0, delta: 'see.' },
    { type: 'text_start', contentIndex: 1 },
    text('Hel', 1),
    text('lo', 1),
    { type: 'toolcall_start', contentIndex: 2, id: 'c', toolName: 'read' },
    { type: 'toolcall_delta', contentIndex: 2, delta: '{"path":' },
    { type: 'toolcall_delta', contentIndex: 2, delta: '"a"}' },
    text('late', 4),
  );
  assert.deepEqual(live?.blocks, [
    { type: 'thinking', thinking: 'Let me see.' },
    { type: 'text', text: 'Hello' },
    { type: 'toolCall', id: 'c', name: 'read', partialArgs: '{"path":"a"}' },
    null,
    { type: 'text', text: 'late' },
  ]);
});

test('a delta changes neither the other blocks nor the previous view', () => {
  const before = stream(started, text('one'), text('two', 1));
  const after = updateLive(before, text('!', 1));
  assert.equal(after.live?.blocks[0], before.live?.blocks[0]);
  assert.deepEqual(before.live?.blocks[1], { type: 'text', text: 'two' });
  assert.equal(updateLive(EMPTY, text('nobody')), EMPTY);
});

test('a start clears its block, because pi may send the first token twice', () => {
  const { live } = stream(started, text('He'), { type: 'text_start', contentIndex: 0 }, text('Hello'));
  assert.deepEqual(live?.blocks, [{ type: 'text', text: 'Hello' }]);
});

test('a delta of another type begins a new block', () => {
  const [thinking, call] = [
    { type: 'thinking', thinking: 'x' } as const,
    { type: 'toolCall', id: 'c', partialArgs: '{' } as const,
  ];
  assert.deepEqual(nextBlock(thinking, text('a')), { type: 'text', text: 'a' });
  assert.deepEqual(nextBlock(call, { type: 'thinking_delta', contentIndex: 0, delta: 'a' }), {
    type: 'thinking',
    thinking: 'a',
  });
  const delta = { type: 'toolcall_delta', contentIndex: 0, delta: '"' } as const;
  assert.deepEqual(nextBlock(thinking, delta), { type: 'toolCall', partialArgs: '"' });
  assert.deepEqual(nextBlock(call, delta), { ...call, partialArgs: '{"' });
});

test('a tool call whose start event has neither id nor name is shown without them', () => {
  const start = { type: 'toolcall_start', contentIndex: 0, id: '', toolName: '' } as const;
  assert.deepEqual(nextBlock(null, start), { type: 'toolCall', partialArgs: '' });
});

test('the end of a message replaces the streamed content; an end without content keeps it', () => {
  const streamed = stream(started, text('Hal'));
  const whole = endLive(streamed, message({ content: [{ type: 'text', text: 'Hello' }] }));
  assert.equal(whole.live, null);
  assert.deepEqual(whole.entries, [
    { key: 'assistant-5', message: message({ content: [{ type: 'text', text: 'Hello' }] }) },
  ]);
  const { content: _none, ...rest } = message();
  const [entry] = endLive(streamed, rest).entries;
  assert.deepEqual(entry?.message, message({ content: [{ type: 'text', text: 'Hal' }] }));
});

test('a message keeps the key that it had while it was live; another one gets its own', () => {
  assert.equal(endLive(started, message()).entries[0]?.key, 'assistant-5');
  assert.equal(endLive(started, message({ timestamp: 6 })).entries[0]?.key, 'assistant-6');
  const taken = endLive(started, message());
  const second = startLive(taken, message());
  assert.equal(endLive(second, message()).entries[1]?.key, 'assistant-5.2');
  assert.equal(endLive(EMPTY, message()).entries[0]?.key, 'assistant-5');
});

test("the end that pi gives to the user's Stop inside a tool is an abort", () => {
  const aborted = message({ stopReason: 'error', errorMessage: 'This operation was aborted' });
  const [entry] = endLive(started, aborted).entries;
  assert.equal(entry?.message.role === 'assistant' && entry.message.stopReason, 'aborted');
});

test('a message that never ends is settled as aborted, with the content so far, before the next one', () => {
  const next = startLive(stream(started, text('half')), message({ timestamp: 6 }));
  assert.equal(next.live?.key, 'assistant-6');
  assert.deepEqual(next.entries, [
    {
      key: 'assistant-5',
      message: {
        role: 'assistant',
        content: [{ type: 'text', text: 'half' }],
        stopReason: 'aborted',
        timestamp: 5,
        provider: 'p',
        model: 'm',
      },
    },
  ]);
});

test('a message that never said anything leaves no row, unless there is a reason to show', () => {
  const closed = closeLive(started);
  assert.deepEqual([closed.live, closed.entries], [null, []]);
  const [entry] = closeLive(started, 'The agent ended').entries;
  assert.equal(entry?.message.role === 'assistant' && entry.message.errorMessage, 'The agent ended');
  assert.equal(closeLive(EMPTY, 'The agent ended'), EMPTY);
  const [quiet] = closeLive(stream(startLive(EMPTY, message()), text('x'))).entries;
  assert.deepEqual(Object.keys(quiet!.message).toSorted(), ['content', 'role', 'stopReason', 'timestamp']);
});

test('blocks that were skipped are left out, and arguments that are not a complete object are empty', () => {
  const call = (partialArgs: string) => ({ type: 'toolCall', partialArgs }) as const;
  const live = {
    key: 'k',
    timestamp: 1,
    blocks: [
      null,
      { type: 'text' as const, text: 'a' },
      call('{"path":"a"}'),
      call('{"path":'),
      call('3'),
      call('null'),
      call(''),
    ],
  };
  const args = (given: object) => ({ type: 'toolCall', id: '', name: '', arguments: given });
  assert.deepEqual(contentOf(live), [
    { type: 'text', text: 'a' },
    args({ path: 'a' }),
    args({}),
    args({}),
    args({}),
    args({}),
  ]);
  assert.deepEqual(contentOf(null), []);
  const named = { ...live, blocks: [{ ...call('{}'), id: 'c', name: 'read' }] };
  assert.deepEqual(contentOf(named), [{ type: 'toolCall', id: 'c', name: 'read', arguments: {} }]);
});

test('a block that starts is empty, and of its type, before its first delta', () => {
  const text = { type: 'text', text: 'old' } as const;
  assert.deepEqual(nextBlock(text, { type: 'text_start', contentIndex: 0 }), { type: 'text', text: '' });
  assert.deepEqual(nextBlock(text, { type: 'thinking_start', contentIndex: 0 }), {
    type: 'thinking',
    thinking: '',
  });
});

test('a message without a model has none, and no block comes before the first delta', () => {
  const { live } = startLive(EMPTY, message({ provider: '', model: '' }));
  assert.deepEqual(Object.keys(live!), ['key', 'timestamp', 'blocks']);
  assert.equal(updateLive(started, text('a')).live?.blocks.length, 1);
});

test('the end of a message that is not the live one does not take its key', () => {
  const second = startLive(endLive(started, message()), message());
  const { entries } = endLive({ ...second, entries: [] }, message());
  assert.equal(entries[0]?.key, 'assistant-5.2');
});
