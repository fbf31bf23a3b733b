import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AgentMessage, AssistantMessage, ImageContent } from '../../../shared/pi/messages.ts';
import { UnsavedPrompts } from './unsaved-prompts.ts';

const PICTURE: ImageContent = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
const REFERENCE: ImageContent = { type: 'image', mimeType: 'image/png', panel_ref: 'a' };

function unstored(isWritten = false): UnsavedPrompts {
  return new UnsavedPrompts({ isWritten: () => isWritten, refer: (images) => images.map(() => REFERENCE) });
}

function ended(message: AgentMessage): PiEvent {
  return { type: 'message_end', message };
}

const asked = ended({
  role: 'user',
  content: [{ type: 'text', text: 'Fix the tests, please.' }, PICTURE],
  timestamp: 7,
});
const answer = { role: 'assistant', content: [], stopReason: 'aborted' } as unknown as AssistantMessage;

test('what was said is kept as it was typed, with its pictures, until the first answer has ended', () => {
  const kept = unstored();
  kept.follow(asked, { id: 'key', text: '/fix', lane: 'followUp' });
  kept.follow({ type: 'message_start', message: answer }, undefined);
  const [message] = kept.messages;
  assert.deepEqual(message, {
    id: 'key',
    text: '/fix',
    lane: 'followUp',
    images: [PICTURE],
    refs: [REFERENCE],
    at: 7,
  });
  kept.follow(ended(answer), undefined);
  assert.deepEqual(kept.messages, []);
});

test('what an extension said is kept as well, and where pi writes at once nothing is', () => {
  const kept = unstored();
  kept.follow(asked, undefined);
  assert.deepEqual(
    kept.messages.map(({ text, lane }) => [text, lane]),
    [['Fix the tests, please.', 'steer']],
  );
  const later = unstored(true);
  later.follow(asked, { id: 'key' });
  assert.deepEqual(later.messages, []);
});
