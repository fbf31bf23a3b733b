import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { DraftHistories } from './draft-histories.ts';
import { Draft } from './draft.svelte.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

function newDraft(): Draft {
  const draft = new Draft();
  draft.recorder = new DraftHistories();
  draft.openSession('a', false);
  return draft;
}

/** Goes to another session and back. */
function goAndReturn(draft: Draft, whileAway = (): void => undefined): void {
  draft.openSession('b', false);
  whileAway();
  draft.openSession('a', false);
}

test('what was undone can be redone after another session was open', () => {
  const draft = newDraft();
  draft.text = 'one';
  draft.text = 'one and two';
  draft.travel('undo');
  goAndReturn(draft);
  assert.equal(draft.travel('redo'), true);
  assert.equal(draft.text, 'one and two');
});

test('going to another session and back adds no step', () => {
  const draft = newDraft();
  draft.text = 'one';
  goAndReturn(draft);
  assert.equal(draft.travel('undo'), true);
  assert.deepEqual([draft.text, draft.travel('undo')], ['', false]);
});

test('what came into a draft while another one was open can be undone', () => {
  const draft = newDraft();
  draft.text = 'one';
  goAndReturn(draft, () => draft.at('a').append('returned'));
  assert.equal(draft.text, 'one\n\nreturned');
  draft.travel('undo');
  assert.equal(draft.text, 'one');
});

test('an undo survives a reload, and without anything to undo the text stays', () => {
  const draft = newDraft();
  draft.text = 'one';
  draft.travel('undo');
  assert.equal(draft.travel('undo'), false);
  const reloaded = newDraft();
  assert.equal(reloaded.text, '');
  reloaded.text = 'two';
  assert.equal(reloaded.travel('redo'), false);
  assert.equal(reloaded.text, 'two');
});

test('a sent message is not offered again by an undo', () => {
  const draft = newDraft();
  draft.text = 'secret plan';
  draft.removeSent('secret plan', []);
  assert.deepEqual([draft.travel('undo'), draft.text], [false, '']);
});

test('pasted text that the user makes a command is one after a reload as well', () => {
  const draft = newDraft();
  draft.paste('!ls');
  draft.makeCommand();
  assert.deepEqual([draft.isPlain, newDraft().isPlain], [false, false]);
});

test('the draft of a session that was not open for long has no history any more, but its text', () => {
  const draft = newDraft();
  draft.text = 'one';
  for (let n = 0; n < 60; n++) draft.openSession(`other ${n}`, false);
  draft.openSession('a', false);
  assert.deepEqual([draft.text, draft.travel('undo')], ['one', false]);
});
