import assert from 'node:assert/strict';
import test from 'node:test';
import type { AgentMessage, AssistantMessage } from '../../../../shared/pi/messages.ts';
import type { Entry } from '../../../../shared/view/conversation.ts';
import { lastPrompt, promptOf, systemText } from './message-text.ts';

test('the system prompt lists sections, tools and later additions in order, and nothing else', () => {
  const messages = [
    {
      role: 'system',
      content: '',
      sections: { preamble: 'You are an agent.', rules: 'Be brief.' },
      toolsAdded: [{ name: 'read', description: 'Reads a file', parameters: {} }],
      timestamp: 1,
    },
    { role: 'user', content: 'Hello', timestamp: 2 },
    { role: 'system', content: 'And now this.', toolsRemoved: ['read'], timestamp: 3 },
  ] as unknown as AgentMessage[];
  assert.equal(
    systemText(messages),
    [
      'You are an agent.',
      'Be brief.',
      'Tools:\nread: Reads a file',
      'And now this.',
      'Removed tools: read',
    ].join('\n\n'),
  );
});

test('a missing system prompt is reported', () => {
  assert.match(systemText([]), /no system prompt yet/);
});

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
