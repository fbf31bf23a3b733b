import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { Draft } from './draft.svelte.ts';
import { cancelStoredEdit, editEarlier } from './edit-earlier.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

function newDraft(): Draft {
  const draft = new Draft();
  draft.openSession('a', false);
  return draft;
}

test('canceling the edit of an earlier message restores the draft, once pi is back where it was', async () => {
  const draft = newDraft();
  draft.text = 'my draft';
  let isBack = false;
  editEarlier(
    draft,
    { id: '1', text: 'earlier', images: [] },
    {
      end: 'end',
      oncancel: () => Promise.resolve(isBack),
    },
  );
  assert.equal(draft.text, 'earlier\n\nmy draft');
  await draft.cancelEdit!();
  assert.equal(draft.text, 'earlier\n\nmy draft', 'nothing is lost when pi cannot go back');
  isBack = true;
  await draft.cancelEdit!();
  assert.deepEqual([draft.text, draft.cancelEdit], ['my draft', null]);
});

test('pasted text that begins like a command is still text after a canceled edit, also after a reload', async () => {
  const draft = newDraft();
  draft.paste('!important');
  editEarlier(
    draft,
    { id: '1', text: 'earlier', images: [] },
    { end: 'end', oncancel: () => Promise.resolve(true) },
  );
  assert.deepEqual(newDraft().edit, { end: 'end', text: '!important', isPlain: true });
  await draft.cancelEdit!();
  assert.deepEqual(draft.written, { text: '!important', isPlain: true });
  draft.text = 'important';
  draft.text = '!important';
  editEarlier(
    draft,
    { id: '1', text: 'earlier', images: [] },
    { end: 'end', oncancel: () => Promise.resolve(true) },
  );
  await draft.cancelEdit!();
  assert.deepEqual(draft.written, { text: '!important', isPlain: false });
});

test('after a reload, the edit of an earlier message can still be canceled; once it is sent, it cannot', () => {
  const draft = newDraft();
  draft.text = 'my draft';
  editEarlier(
    draft,
    { id: '1', text: 'earlier', images: [] },
    {
      end: 'end',
      oncancel: () => Promise.resolve(true),
    },
  );
  assert.deepEqual(newDraft().edit, { end: 'end', text: 'my draft' });
  draft.removeSent('earlier', []);
  assert.equal(draft.edit, null);
  assert.equal(newDraft().edit, null);
});

test('a very long message is edited as an attached text', () => {
  const long = 'x'.repeat(20_001);
  const draft = newDraft();
  editEarlier(draft, { id: '1', text: long, images: [] }, { end: null, oncancel: null });
  assert.deepEqual([draft.text, draft.attached.list.map((one) => 'text' in one && one.text)], ['', [long]]);
});

test('a message that is too long for an attached text is edited in the field', () => {
  const huge = 'x'.repeat(2_000_000);
  const draft = newDraft();
  editEarlier(draft, { id: '1', text: huge, images: [] }, { end: null, oncancel: null });
  assert.deepEqual([draft.text, draft.attached.list], [huge, []]);
});

test('canceling an edit restores what was attached before, in the session of the edit', async () => {
  const draft = newDraft();
  draft.text = 'my draft';
  draft.attached.addText({ title: 'log', text: 'boom' });
  const before = draft.attached.list;
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
  editEarlier(
    draft,
    { id: '1', text: 'earlier', images: [image] },
    { end: 'end', oncancel: () => Promise.resolve(true) },
  );
  assert.deepEqual(
    draft.attached.list.map((one) => ('data' in one ? one.data : 'log')),
    ['AAAA', 'log'],
  );
  const canceled = draft.cancelEdit!();
  draft.openSession('b', false);
  draft.text = 'of b';
  await canceled;
  assert.deepEqual([draft.text, draft.attached.list], ['of b', []]);
  draft.openSession('a', false);
  assert.deepEqual([draft.text, draft.attached.list, draft.edit], ['my draft', before, null]);
});

test('an edit from before a reload is canceled in its own session, whatever the page shows once pi is back', async () => {
  const draft = newDraft();
  const edit = { end: 'end', text: '!important', isPlain: true } as const;
  draft.edit = edit;
  draft.text = 'the edited message';
  const { promise, resolve } = Promise.withResolvers<void>();
  const canceled = cancelStoredEdit(draft, edit, () => promise);
  draft.openSession('b', false);
  draft.text = 'of b';
  draft.edit = { end: 'of b', text: '' };
  resolve();
  await canceled;
  assert.deepEqual([draft.text, draft.edit.end], ['of b', 'of b']);
  draft.openSession('a', false);
  assert.deepEqual([draft.written, draft.edit], [{ text: '!important', isPlain: true }, null]);
});

test('an edit stays as it is if pi cannot go back to the end of the conversation', async () => {
  const draft = newDraft();
  draft.edit = { end: 'end', text: 'before' };
  draft.text = 'the edited message';
  const refused = cancelStoredEdit(draft, draft.edit, () => Promise.reject(new Error('pi works')));
  await assert.rejects(refused, /pi works/);
  assert.deepEqual([draft.text, draft.edit.end], ['the edited message', 'end']);
});
