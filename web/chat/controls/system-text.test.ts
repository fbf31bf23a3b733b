import assert from 'node:assert/strict';
import test from 'node:test';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { systemText } from './system-text.ts';

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
