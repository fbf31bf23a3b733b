import assert from 'node:assert/strict';
import test from 'node:test';
import type { ExtensionAPI, SessionEntry } from '@earendil-works/pi-coding-agent';
import { CustomMessages } from './custom-messages.ts';

const AT = Date.parse('2026-11-30T12:00:00Z');

const entry = (id: string, seconds: number, more: object = {}): SessionEntry => ({
  ...{ type: 'custom_message', id, parentId: null, customType: 'note', content: id, display: true },
  timestamp: new Date(AT + seconds * 1000).toISOString(),
  ...more,
});

function watched(): { messages: CustomMessages; write: (content: unknown, at: number) => void } {
  const messages = new CustomMessages();
  let onEnd: (event: object) => void = () => assert.fail('nobody listens');
  messages.watch({
    on: (_name: string, listener: typeof onEnd) => (onEnd = listener),
  } as unknown as ExtensionAPI);
  return {
    messages,
    write: (content, timestamp) =>
      onEnd({ message: { role: 'custom', customType: 'note', content, display: true, timestamp } }),
  };
}

test('a message that was written at once is the nearest one of its type', () => {
  const { messages } = watched();
  const entries = [entry('a', 0), entry('b', 2), entry('c', 1, { customType: 'other' }), entry('d', 60)];
  assert.equal(messages.find({ customType: 'note', at: AT + 1900 }, entries)?.id, 'b');
  assert.equal(messages.find({ customType: 'note', at: AT + 30_000 }, entries), undefined);
});

test('a message that waited for an hour is found by the time at which it was sent', () => {
  const { messages, write } = watched();
  const first = [{ type: 'text', text: 'same' }];
  const second = [{ type: 'text', text: 'same' }];
  write(first, AT);
  write(second, AT + 10);
  const entries = [
    entry('earlier', 0),
    entry('a', 3600, { content: first }),
    entry('b', 3600, { content: second }),
  ];
  assert.equal(messages.find({ customType: 'note', at: AT }, entries)?.id, 'a');
  assert.equal(messages.find({ customType: 'note', at: AT + 10 }, entries)?.id, 'b');
  assert.equal(messages.find({ at: AT + 10 }, entries)?.id, 'b');
  messages.clear();
  assert.equal(messages.find({ customType: 'note', at: AT + 10 }, entries)?.id, 'earlier');
});
