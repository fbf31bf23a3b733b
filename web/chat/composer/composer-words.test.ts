import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SlashCommand } from '../../../shared/pi/commands.ts';
import { isExtensionCommand, placeholderOf, statusOf } from './composer-words.ts';

const COMMANDS = [
  { name: 'deploy', source: 'extension' },
  { name: 'review', source: 'prompt' },
] as SlashCommand[];

test('only the whole name of a command of an extension makes the text one', () => {
  const is = (text: string): boolean => isExtensionCommand(text, COMMANDS);
  assert.deepEqual(['/deploy', '/deploy now', '/deploy\nnow'].map(is), [true, true, true]);
  assert.deepEqual(
    ['deploy', '/dep', '/deploys', '/review', ' /deploy', '/', ''].map(is),
    Array(7).fill(false),
  );
});

test('the placeholder says what Enter does, and on a phone names the model', () => {
  const model = { id: 'gpt-5', name: 'GPT-5' };
  const wide = { isNarrow: false, model };
  assert.equal(placeholderOf({ ...wide, isRunning: true }), 'Steer the agent, or queue a follow-up');
  assert.equal(placeholderOf({ ...wide, isRunning: false }), 'Ask pi anything. / commands, @ files, ! shell');
  const narrow = { isNarrow: true, isRunning: false };
  assert.equal(placeholderOf({ ...narrow, model, isRunning: true }), 'Steer or follow up');
  assert.equal(placeholderOf({ ...narrow, model }), 'Ask GPT-5');
  assert.equal(placeholderOf({ ...narrow, model: { ...model, name: '' } }), 'Ask gpt-5');
  assert.equal(placeholderOf({ ...narrow, model: null }), 'Ask pi anything');
});

const DRAFT = {
  isStopping: false,
  isSending: false,
  isRunning: false,
  isPlain: false,
  isImmediate: false,
  shell: 'none',
} as const;

test('the status of the draft says where the text goes, and lasts as long as the text', () => {
  const status = (more: Partial<Parameters<typeof statusOf>[0]>) => statusOf({ ...DRAFT, ...more });
  assert.deepEqual(status({}), { words: '', isLasting: false });
  assert.deepEqual(status({ shell: 'shown' }), { words: 'Your shell', isLasting: true });
  assert.deepEqual(status({ shell: 'hidden' }), { words: 'Your shell, not in context', isLasting: true });
  const plain = { words: 'Pasted: goes to the model as text', isLasting: true };
  assert.deepEqual(status({ isPlain: true }), plain);
  assert.deepEqual(status({ isPlain: true, isRunning: true }), plain);
});

test('a command of an extension is announced as immediate only during a run, which other messages wait for', () => {
  assert.deepEqual(statusOf({ ...DRAFT, isImmediate: true }), { words: '', isLasting: false });
  assert.deepEqual(statusOf({ ...DRAFT, isImmediate: true, isRunning: true }), {
    words: 'Extension command: runs immediately',
    isLasting: true,
  });
});

test('stopping is said before sending, and both before what the draft is, which still lasts', () => {
  const shell = { ...DRAFT, shell: 'shown' } as const;
  assert.deepEqual(statusOf({ ...shell, isSending: true }), { words: 'sending…', isLasting: true });
  assert.deepEqual(statusOf({ ...shell, isSending: true, isStopping: true }), {
    words: 'stopping…',
    isLasting: true,
  });
  assert.deepEqual(statusOf({ ...DRAFT, isStopping: true }), { words: 'stopping…', isLasting: false });
});
