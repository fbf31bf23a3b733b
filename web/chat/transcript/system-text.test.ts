import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { systemText } from './system-text.ts';

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

test('sections, tools and later additions stand in their order, and nothing else does', () => {
  assert.equal(
    systemText(messages),
    [
      'You are an agent.',
      'Be brief.',
      'Tools that it may call:\nread: Reads a file',
      'And now this.',
      'Tools that it may no longer call: read',
    ].join('\n\n'),
  );
});

test('where nothing was told yet, it says so', () => {
  assert.match(systemText([]), /nothing yet/);
});
