import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AgentMessage, AssistantMessage, ImageContent } from '../../../shared/pi/messages.ts';
import { UnsavedPrompts } from './unsaved-prompts.ts';

const IMAGE: ImageContent = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
const REFERENCE: ImageContent = { type: 'image', mimeType: 'image/png', panel_ref: 'a' };

function create({ isSaved = false } = {}): UnsavedPrompts {
  return new UnsavedPrompts({
    isSaved: () => isSaved,
    toReferences: (images) => images.map(() => REFERENCE),
  });
}

function messageEnd(message: AgentMessage): PiEvent {
  return { type: 'message_end', message };
}

const prompt = messageEnd({
  role: 'user',
  content: [{ type: 'text', text: 'Fix the tests, please.' }, IMAGE],
  timestamp: 7,
});
const answer = { role: 'assistant', content: [], stopReason: 'aborted' } as unknown as AssistantMessage;

test('a prompt is kept as the user typed it, with its images, until the first answer ends', () => {
  const prompts = create();
  prompts.trackEvent(prompt, { id: 'key', text: '/fix', lane: 'followUp' });
  prompts.trackEvent({ type: 'message_start', message: answer }, undefined);
  assert.deepEqual(prompts.messages, [
    { id: 'key', text: '/fix', lane: 'followUp', images: [IMAGE], refs: [REFERENCE], at: 7 },
  ]);
  prompts.trackEvent(messageEnd(answer), undefined);
  assert.deepEqual(prompts.messages, []);
});

test('a message from an extension is kept as well', () => {
  const prompts = create();
  prompts.trackEvent(prompt, undefined);
  assert.deepEqual(
    prompts.messages.map(({ text, lane }) => [text, lane]),
    [['Fix the tests, please.', 'steer']],
  );
});

test('nothing is kept once pi saves each message at once', () => {
  const prompts = create({ isSaved: true });
  prompts.trackEvent(prompt, { id: 'key' });
  assert.deepEqual(prompts.messages, []);
});
