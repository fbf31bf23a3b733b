import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { emptyView, type View } from '../../../../shared/view/view.ts';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { Draft } from './draft.svelte.ts';
import { ExtensionText, replacePart } from './extension-text.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

const view = (editorText: View['editorText']): View => ({
  ...emptyView('/home/me/project'),
  session: { id: 's' },
  editorText,
});

/** A page that opens the session `s`. */
function openPage(): { draft: Draft; put: (text: string, n: number) => ReturnType<ExtensionText['onView']> } {
  const draft = new Draft();
  draft.openSession('s', true);
  const texts = new ExtensionText(draft);
  return { draft, put: (text, n) => texts.onView('a', view({ text, n })) };
}

test('a text replaces the previous one, and an empty text clears it', () => {
  const { draft, put } = openPage();
  put('one', 1);
  put('one and two', 2);
  assert.equal(draft.text, 'one and two');
  put('', 3);
  assert.equal(draft.text, '');
});

test('the user’s text around it stays', () => {
  const { draft, put } = openPage();
  draft.text = 'mine';
  assert.deepEqual(put('first', 1), { before: 'mine', after: 'mine\n\nfirst' });
  draft.text += '\n\nmore of mine';
  assert.equal(put('second', 2), null);
  assert.equal(draft.text, 'mine\n\nsecond\n\nmore of mine');
  put('', 3);
  assert.equal(draft.text, 'mine\n\nmore of mine');
});

test('a text that the user has changed belongs to the user, so the next one is added below it', () => {
  const { draft, put } = openPage();
  put('Fix the bug', 1);
  draft.text += ' in the parser';
  assert.equal(put('', 2), null);
  assert.equal(draft.text, 'Fix the bug in the parser');
  put('other', 3);
  assert.equal(draft.text, 'Fix the bug in the parser\n\nother');
});

test('a reload of an empty session, and another tab of it, show the text once', () => {
  openPage().put('to be edited', 1);
  for (const isOtherTab of [false, true]) {
    if (isOtherTab) sessionStorage.clear();
    const { draft, put } = openPage();
    put('to be edited', 1);
    assert.equal(draft.text, 'to be edited');
  }
  const { draft, put } = openPage();
  put('to be edited', 1);
  put('again', 2);
  assert.equal(draft.text, 'again');
});

test('in a conversation, a text from before the page was opened was for another page, and later ones are shown', () => {
  const draft = new Draft();
  draft.openSession('s', false);
  const texts = new ExtensionText(draft);
  const message = { role: 'user' as const, content: 'hello', timestamp: 1 };
  const put = (agent: string, n: number): unknown =>
    texts.onView(agent, { ...view({ text: `${agent} ${n}`, n }), entries: [{ key: 'user-1', message }] });
  assert.equal(put('a', 3), undefined);
  put('a', 4);
  assert.equal(draft.text, 'a 4');
  // The numbers of another agent are its own.
  put('b', 4);
  assert.equal(draft.text, 'a 4');
  put('a', 5);
  put('b', 5);
  assert.equal(draft.text, 'b 5');
});

test('a text of a restarted pi is shown, although its numbers start at 1 again', () => {
  const { draft, put } = openPage();
  put('one', 4);
  put('other', 1);
  assert.equal(draft.text, 'other');
});

test('a part is found only as whole paragraphs', () => {
  assert.equal(replacePart('a', 'a', ''), '');
  assert.equal(replacePart('x\n\na\n\ny', 'a', 'b'), 'x\n\nb\n\ny');
  assert.equal(replacePart('x\n\na', 'a', ''), 'x');
  assert.equal(replacePart('a\n\ny', 'a', 'b'), 'b\n\ny');
  assert.equal(replacePart('xa', 'a', 'b'), null);
});

test('a pasted text is inserted where the user writes, and belongs to the user', () => {
  const draft = new Draft();
  draft.openSession('s', true);
  let caret: number | undefined = 3;
  const texts = new ExtensionText(draft, () => caret);
  const paste = (text: string, n: number): unknown => texts.onView('a', view({ text, n, isPasted: true }));
  draft.text = 'one two';
  assert.equal(paste(' and', 1), null);
  assert.equal(draft.text, 'one and two');
  caret = undefined;
  paste('!', 2);
  assert.equal(draft.text, 'one and two!');
  texts.onView('a', view({ text: 'put', n: 3 }));
  assert.equal(draft.text, 'one and two!\n\nput');
});

test('a text that a command pastes stays when the command leaves the composer', () => {
  const draft = new Draft();
  draft.openSession('s', true);
  draft.text = '/paste';
  draft.unanswered = { key: 'k', text: '/paste' };
  new ExtensionText(draft, () => 2).onView('a', view({ text: 'pasted', n: 1, isPasted: true }));
  draft.removeSent('/paste', []);
  assert.equal(draft.text, 'pasted');
});
