import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEvent } from './event-checks.ts';

const AT = 1_795_939_200_000;
const check = (event: object): unknown[] => checkEvent(event as { type: string }, AT);

test('an event as pi writes it passes unchanged, and so does one of an unknown type', () => {
  const message = {
    role: 'assistant',
    content: [{ type: 'text', text: 'a' }],
    stopReason: 'stop',
    timestamp: 1,
  };
  const events = [
    { type: 'agent_start' },
    { type: 'message_end', message },
    {
      type: 'tool_execution_end',
      toolCallId: 'c',
      toolName: 'bash',
      result: { content: [] },
      isError: false,
    },
    { type: 'from_the_future', anything: [1] },
  ];
  for (const event of events) assert.equal(check(event)[0], event);
});

test('a message of an extension whose content does not fit becomes one that says so', () => {
  const custom = { role: 'custom', customType: 'note', display: true, timestamp: 5 };
  for (const content of [undefined, 42]) {
    const message = { ...custom, content };
    const raw = JSON.stringify(message);
    const unreadable = { role: 'unreadable', fields: ['message.content'], raw, timestamp: AT };
    assert.deepEqual(check({ type: 'message_end', message }), [{ type: 'message_end', message: unreadable }]);
  }
  assert.deepEqual(check({ type: 'message_end', message: { ...custom, content: 42, display: false } }), []);
});

test('the parts of a message that fit are kept, and what does not fit follows', () => {
  const content = [{ type: 'text' }, { type: 'text', text: 'b' }];
  const message = { role: 'custom', customType: 'note', content, display: true, timestamp: 5 };
  const [readable, unreadable, ...rest] = check({ type: 'message_end', message }) as { message: object }[];
  assert.deepEqual(readable?.message, { ...message, content: [{ type: 'text', text: 'b' }] });
  assert.deepEqual(unreadable?.message, {
    role: 'unreadable',
    fields: ['message.content[0].text'],
    raw: JSON.stringify(message),
    isPart: true,
    timestamp: 5,
  });
  assert.deepEqual(rest, []);
});

test('a run of a tool ends, whatever its tool returns', () => {
  const ended = { type: 'tool_execution_end', toolCallId: 'c', toolName: 'odd', isError: false };
  const results = [undefined, {}, { content: 'just a string' }, { content: [{ type: 'text', text: 42 }] }, 7];
  assert.deepEqual(
    results.map(
      (result) => (check({ ...ended, result })[0] as { result: { content: object[] } }).result.content,
    ),
    [[], [], [{ type: 'text', text: 'just a string' }], [], []],
  );
});

test('an event that means nothing without what does not fit is bad', () => {
  for (const event of [
    { type: 'tool_execution_start', args: {} },
    { type: 'thinking_level_changed', level: 3 },
    { type: 'entry_appended', entry: null },
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex: 'x', delta: 'a' } },
  ])
    assert.deepEqual(check(event), []);
});

test('the error of an extension is text, whatever it threw', () => {
  const [error] = check({ type: 'extension_error', extensionPath: null, event: 7, error: { a: 1 } });
  assert.deepEqual(error, { type: 'extension_error', extensionPath: '', event: '', error: '' });
});
