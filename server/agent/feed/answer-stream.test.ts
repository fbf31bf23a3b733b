import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { answer, begin, delta, end, NOW, slimOf, textStart, update, viewOf } from '../fixtures/pi-events.ts';
import { ImageStore } from './images.ts';
import { slim } from './slim.ts';

function lastMessage(events: ViewEvent[]) {
  const last = events.at(-1);
  assert.ok(last?.type === 'message_end');
  return last.message;
}

test('an update is sent as its type, its block and its delta, and the end of a block is not sent', () => {
  const events = slimOf([
    begin,
    textStart,
    delta('Hi'),
    update({ type: 'text_end', contentIndex: 0, content: 'Hi' }),
  ]);
  assert.deepEqual(events.slice(1), [
    { type: 'message_update', assistantMessageEvent: { type: 'text_start', contentIndex: 0 } },
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: 'Hi' } },
  ]);
});

test('an answer starts with its model, without the zeros of its usage', () => {
  assert.deepEqual(slimOf([begin]), [
    {
      type: 'message_start',
      message: {
        role: 'assistant',
        content: [],
        provider: 'lab',
        model: 'm',
        stopReason: 'stop',
        timestamp: 5,
      },
    },
  ]);
});

test('the whole message that pi up to 0.83 repeats does not double the text, even if it is ahead', () => {
  const ahead = answer([{ type: 'text', text: 'Hello' }]);
  const view = viewOf([
    begin,
    update({ type: 'text_start', contentIndex: 0, partial: ahead }, ahead),
    update({ type: 'text_delta', contentIndex: 0, delta: 'Hello', partial: ahead }, ahead),
  ]);
  assert.deepEqual(view.live?.blocks, [{ type: 'text', text: 'Hello' }]);
});

test('an answer that ends as it was streamed is not sent again, even with signatures', () => {
  const events = slimOf([
    begin,
    update({ type: 'thinking_start', contentIndex: 0 }),
    update({ type: 'thinking_delta', contentIndex: 0, delta: 'Hm' }),
    update({ type: 'text_start', contentIndex: 1 }),
    delta('Hello', 1),
    update({ type: 'toolcall_start', contentIndex: 2, id: 'c1', toolName: 'bash' }),
    update({ type: 'toolcall_delta', contentIndex: 2, delta: '{"command": ' }),
    update({ type: 'toolcall_delta', contentIndex: 2, delta: '"ls"}' }),
    end([
      { type: 'thinking', thinking: 'Hm', thinkingSignature: 'xyz' },
      { type: 'text', text: 'Hello', textSignature: 'xyz' },
      { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' }, thoughtSignature: 'xyz' },
    ]),
  ]);
  assert.deepEqual(lastMessage(events), {
    role: 'assistant',
    provider: 'lab',
    model: 'm',
    usage: answer([]).usage,
    stopReason: 'stop',
    timestamp: 5,
    durationMs: NOW - 5,
  });
});

for (const [what, content] of [
  ['other text', [{ type: 'text', text: 'Hello, world' }]],
  [
    'one block more',
    [
      { type: 'text', text: 'Hello' },
      { type: 'text', text: '' },
    ],
  ],
  ['nothing', []],
] as const) {
  test(`an answer that ends with ${what} than was streamed is sent whole`, () => {
    const events = slimOf([begin, textStart, delta('Hello'), end([...content])]);
    assert.deepEqual((lastMessage(events) as AssistantMessage).content, content);
  });
}

test('arguments that pi repaired (up to 0.87.1) are sent whole', () => {
  const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'echo broken' } };
  const events = slimOf([
    begin,
    update({ type: 'toolcall_start', contentIndex: 0, id: 'c1', toolName: 'bash' }),
    update({ type: 'toolcall_delta', contentIndex: 0, delta: '{"command": "echo broken' }),
    end([call]),
  ]);
  assert.deepEqual((lastMessage(events) as AssistantMessage).content, [call]);
});

test('a message without a start is sent whole', () => {
  const content = [{ type: 'text', text: 'Hello' }];
  assert.deepEqual((lastMessage(slimOf([end(content)])) as AssistantMessage).content, content);
});

for (const closing of [{ type: 'agent_settled' }, { type: 'compaction_start', reason: 'manual' }]) {
  test(`after ${closing.type}, which closes the message in the view, its end is sent whole`, () => {
    const content = [{ type: 'text', text: 'Hello' }];
    const events = slimOf([begin, textStart, delta('Hello'), closing, end(content)]);
    assert.deepEqual((lastMessage(events) as AssistantMessage).content, content);
  });
}

test('after a reset the end of a message is sent whole', () => {
  const stage = slim({ date: () => NOW, images: new ImageStore() });
  const content = [{ type: 'text', text: 'Hello' }];
  stage.push([begin, textStart, delta('Hello')] as PiEvent[]);
  stage.reset();
  assert.deepEqual(
    (lastMessage([...stage.push([end(content) as PiEvent])]) as AssistantMessage).content,
    content,
  );
});

const finished = { type: 'toolCall', id: 'c1', name: 'write', arguments: { path: 'a' } } as const;

test('a tool call has its name from the start, up to 0.83 from the whole message', () => {
  const partial = answer([
    { type: 'text', text: '' },
    { ...finished, arguments: {} },
  ]);
  const view = viewOf([begin, update({ type: 'toolcall_start', contentIndex: 1, partial }, partial)]);
  assert.deepEqual(view.live?.blocks, [null, { type: 'toolCall', id: 'c1', name: 'write', partialArgs: '' }]);
});

test('a tool call that is named at its end (0.84.0 to 0.84.2) keeps its arguments', () => {
  const events = [
    begin,
    update({ type: 'toolcall_start', contentIndex: 0 }),
    update({ type: 'toolcall_delta', contentIndex: 0, delta: '{"path":' }),
    update({ type: 'toolcall_delta', contentIndex: 0, delta: '"a"}' }),
    update({ type: 'toolcall_end', contentIndex: 0, toolCall: finished }),
  ];
  assert.deepEqual(viewOf(events).live?.blocks, [
    { type: 'toolCall', id: 'c1', name: 'write', partialArgs: '{"path":"a"}' },
  ]);
  const whole = slimOf([...events, end([finished])]);
  assert.ok(!('content' in lastMessage(whole)));
});

test('a tool call that was named in time is not repeated at its end', () => {
  const named = update({ type: 'toolcall_start', contentIndex: 0, id: 'c1', toolName: 'write' });
  const ended = update({ type: 'toolcall_end', contentIndex: 0, toolCall: finished });
  assert.equal(slimOf([begin, named, ended]).length, 2);
});

test('a delta with an impossible index is dropped', () => {
  assert.equal(slimOf([begin, delta('x', 1e9), delta('x', -1), delta('x', 0.5)]).length, 1);
});

test('an empty delta, as at the start of every tool call, is dropped', () => {
  assert.equal(slimOf([begin, update({ type: 'toolcall_delta', contentIndex: 0, delta: '' })]).length, 1);
});

test('redacted thinking is marked, and its tokens are counted', () => {
  const message = answer([{ type: 'thinking', thinking: '', redacted: true }]);
  const usage = { ...message.usage, reasoning: 7 };
  const sent = lastMessage(slimOf([{ type: 'message_end', message: { ...message, usage } }]));
  assert.deepEqual(sent, {
    role: 'assistant',
    content: [{ type: 'thinking', thinking: '', redacted: true }],
    provider: 'lab',
    model: 'm',
    usage,
    stopReason: 'stop',
    timestamp: 5,
  });
});

test('a long error from a provider is cut', () => {
  const message = { ...answer([]), stopReason: 'error', errorMessage: 'e'.repeat(20_000) };
  const sent = lastMessage(slimOf([{ type: 'message_end', message }])) as AssistantMessage;
  assert.match(sent.errorMessage ?? '', /^e{16384}… \(3616 more characters\)$/);
});
