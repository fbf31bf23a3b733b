import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveBlock, ToolRun } from '../../../shared/view/conversation.ts';
import { emptyView, type Dialog, type View } from '../../../shared/view/view.ts';
import { activityStart, activityWords } from './activity-words.ts';

const view = (more: Partial<View>): View => ({ ...emptyView('/project'), ...more });
const live = (...blocks: LiveBlock[]): Partial<View> => ({ live: { key: 'l', timestamp: 0, blocks } });
const run = (id: string, more: Partial<ToolRun> = {}): ToolRun => ({
  ...{ id, name: 'bash', args: {}, state: 'running', output: { bytes: 0, tail: '' } },
  ...more,
});
const runs = (...all: ToolRun[]): Partial<View> => ({
  toolRuns: Object.fromEntries(all.map((one) => [one.id, one])),
});

test('without an answer and without a tool, pi waits for the model', () => {
  assert.equal(activityWords(view({})), 'Waiting for the model');
  assert.equal(activityWords(view(live())), 'Waiting for the model');
});

test('while an answer streams, its last block tells what the model does', () => {
  const thinking: LiveBlock = { type: 'thinking', thinking: 'Hm' };
  const text: LiveBlock = { type: 'text', text: 'So' };
  const call = (name?: string): LiveBlock => ({ type: 'toolCall', ...(name && { name }), partialArgs: '{' });
  assert.equal(activityWords(view(live(thinking))), 'Thinking');
  assert.equal(activityWords(view(live(thinking, text))), 'Answering');
  assert.equal(activityWords(view(live(text, call('write')))), 'Preparing write');
  assert.equal(activityWords(view(live(text, call()))), 'Preparing a tool');
});

test('running tools are named or counted, without the commands of the user and the calls of other tools', () => {
  assert.equal(activityWords(view(runs(run('a'), run('b', { state: 'ok' })))), 'Running bash');
  assert.equal(activityWords(view(runs(run('a'), run('b', { parentId: 'a' })))), 'Running bash');
  assert.equal(activityWords(view(runs(run('a'), run('b')))), 'Running 2 tools');
  const user = run('u', { user: { excludeFromContext: false } });
  assert.equal(activityWords(view(runs(user))), 'Waiting for the model');
});

test('a question to the user is what the run waits for', () => {
  const dialog = { id: 'd', method: 'confirm', title: 'Sure?', openedAt: 0 } as Dialog;
  assert.equal(activityWords(view({ ...runs(run('a')), dialogs: [dialog] })), 'Waiting for your answer');
});

test('the time of running tools is theirs, that of all other steps is the time of the run', () => {
  const of = (more: Partial<View>): number | null => activityStart(view({ run: { startedAt: 10 }, ...more }));
  assert.equal(of({}), 10);
  assert.equal(of(runs(run('a', { startedAt: 70 }))), 70);
  assert.equal(of(runs(run('a', { startedAt: 70 }), run('b', { startedAt: 60 }))), 60);
  assert.equal(of(runs(run('a', { startedAt: 70, state: 'ok' }))), 10);
  const dialog = { id: 'd', method: 'confirm', title: 'Sure?', openedAt: 0 } as Dialog;
  assert.equal(of({ ...runs(run('a', { startedAt: 70 })), dialogs: [dialog] }), 10);
});
