import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { messageText } from './show-answer.ts';

test('the messages that the model sees are text, with who says it, calls, results and pictures', () => {
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image', mimeType: 'image/png' },
      ],
    },
    {
      role: 'assistant',
      provider: 'lab',
      model: 'gpt',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'I list it.' },
        { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' } },
      ],
    },
    { role: 'toolResult', toolName: 'bash', content: [{ type: 'text', text: 'a.txt' }] },
    { role: 'custom', customType: 'note', content: 'by an extension' },
    { role: 'compactionSummary', summary: 'What was.' },
  ] as unknown as AgentMessage[];
  assert.deepEqual(messages.map(messageText), [
    '── You ──\nLook.\n[image/png]',
    '── Assistant · lab/gpt ──\n(thinking) Hm.\nI list it.\n→ bash {"command":"ls"}',
    '── Result of bash ──\na.txt',
    '── Extension: note ──\nby an extension',
    '── Summary ──\nWhat was.',
  ]);
});
