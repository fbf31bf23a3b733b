import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { Draft } from './draft.svelte.ts';
import { WholeDraft } from './whole-draft.svelte.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

function written(text: string): Draft {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = text;
  return draft;
}

const titles = ({ attached }: Draft): unknown[] => attached.list.map((one) => 'title' in one && one.title);

test('pasted texts are part of the whole, and stay attachments until something is changed', () => {
  const draft = written('see');
  draft.attached.list = [
    { id: '1', title: null, text: 'a long paste' },
    { id: '2', title: 'log', text: 'boom' },
  ];
  const whole = new WholeDraft(draft);
  assert.equal(whole.text, 'see\n\na long paste');
  whole.text = 'see\n\na long paste';
  assert.deepEqual([draft.text, titles(draft)], ['see', [null, 'log']]);
  whole.text = 'see\n\na long paste!';
  assert.deepEqual([draft.text, titles(draft)], ['see\n\na long paste!', ['log']]);
  whole.text = 'see\n\na long paste';
  assert.equal(draft.text, 'see\n\na long paste', 'the first text can come back');
});

test('what is typed into the editor goes to the session for which it was opened', () => {
  const draft = written('of a');
  const whole = new WholeDraft(draft);
  draft.openSession('b', false);
  draft.text = 'of b';
  whole.text = 'of a, in full';
  assert.equal(draft.text, 'of b');
  draft.openSession('a', false);
  assert.equal(draft.text, 'of a, in full');
});

test('a command that was pasted into the editor is text, and one that was typed there is a command', () => {
  const pasted = written('');
  new WholeDraft(pasted).text = '!rm -r build';
  assert.equal(pasted.isPlain, true);
  const typed = written('');
  const whole = new WholeDraft(typed);
  whole.text = '!';
  whole.text = '!l';
  assert.equal(typed.isPlain, false);
});
