import assert from 'node:assert/strict';
import test from 'node:test';
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import type { Entry } from '../../../../shared/view/conversation.ts';
import { lastPrompt, promptOf } from './message-text.ts';

test('the last prompt is the text that the user typed, not the expanded template', () => {
  const entries: Entry[] = [
    { key: 'a', message: { role: 'user', content: 'first', timestamp: 1 } },
    {
      key: 'b',
      message: { role: 'user', content: 'expanded', timestamp: 2 },
      sentAs: { id: 'b', text: '/template' },
    },
    { key: 'c', message: { role: 'assistant', content: [], stopReason: 'error', timestamp: 3 } },
  ];
  assert.equal(lastPrompt(entries), '/template');
  assert.equal(lastPrompt(entries.slice(0, 1)), 'first');
  assert.equal(lastPrompt([]), '');
});

test('an answer belongs to the last message of the user before it', () => {
  const entry = (role: string, timestamp: number): Entry =>
    ({ key: `${role}-${timestamp}`, message: { role, timestamp, content: [] } }) as unknown as Entry;
  const entries = [entry('user', 1), entry('assistant', 2), entry('user', 3), entry('assistant', 4)];
  const answer = (at: number) => entries[at]!.message as AssistantMessage;
  assert.equal(promptOf(entries, answer(1))?.key, 'user-1');
  assert.equal(promptOf(entries, answer(3))?.key, 'user-3');
  assert.equal(promptOf(entries.slice(3), answer(3)), undefined);
  assert.equal(promptOf(entries, { ...answer(3) }), undefined);
});
