import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueTexts } from './queue-texts.ts';

const update = (steering: string[], followUp: string[] = []) => ({
  type: 'queue_update' as const,
  steering,
  followUp,
});

test('a template that pi expanded is shown and given back as it was typed', () => {
  const texts = new QueueTexts();
  const answered = texts.sending('steering', '/fix a.ts');
  assert.deepEqual(texts.update(update(['Fix the tests in a.ts'])).steering, ['/fix a.ts']);
  answered();
  assert.deepEqual(texts.typed(['Fix the tests in a.ts', 'other']), ['/fix a.ts', 'other']);
});

test('of two that are on their way, each keeps its own text', () => {
  const texts = new QueueTexts();
  const first = texts.sending('steering', '/fix a.ts');
  texts.sending('steering', 'plain');
  assert.deepEqual(texts.update(update(['plain'])).steering, ['plain']);
  assert.deepEqual(texts.update(update(['plain', 'Fix a.ts'])).steering, ['plain', '/fix a.ts']);
  first();
  assert.deepEqual(texts.update(update(['plain', 'Fix a.ts', 'from an extension'])).steering, [
    'plain',
    '/fix a.ts',
    'from an extension',
  ]);
});

test('steering and follow-ups do not take from each other, and a shorter queue teaches nothing', () => {
  const texts = new QueueTexts();
  texts.sending('followUp', '/later');
  assert.deepEqual(texts.update(update(['by an extension'])).steering, ['by an extension']);
  assert.deepEqual(texts.update(update([])).steering, []);
  assert.deepEqual(texts.update(update([], ['Later, do it'])).followUp, ['/later']);
});

test('a text that is later typed as it stands is no template any more', () => {
  const texts = new QueueTexts();
  texts.sending('steering', '/x');
  texts.update(update(['same']));
  texts.update(update([]));
  texts.sending('steering', 'same');
  assert.deepEqual(texts.update(update(['same'])).steering, ['same']);
});
