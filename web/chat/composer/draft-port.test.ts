import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { tick } from 'svelte';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { DraftPort } from './draft-port.ts';
import { Draft } from './draft/draft.svelte.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
});

function setUp({ isRunning = false } = {}) {
  const draft = new Draft();
  draft.openSession('a', false);
  const did: string[] = [];
  const field = {
    focus: () => did.push('focus'),
    selectionEnd: 0,
    get value() {
      return draft.text;
    },
    setSelectionRange: (from: number, to: number) => did.push(`caret ${from}-${to}`),
  };
  const port = new DraftPort({
    draft: () => draft,
    field: () => field as unknown as HTMLTextAreaElement,
    isRunning: () => isRunning,
    send: () => did.push('send'),
    openEditor: () => did.push('editor'),
  });
  return { draft, port, field, did };
}

const COMMENT = {
  title: 'a.ts:1',
  quote: '+x',
  isDiff: true,
  place: { path: 'a.ts', line: 1 },
  comment: 'why?',
} as const;

test('a mention is inserted at the caret, which is behind it afterwards', async () => {
  const { draft, port, field, did } = setUp();
  draft.text = 'see now';
  field.selectionEnd = 3;
  port.add({ path: 'a.ts', from: 2 });
  assert.equal(draft.text, 'see @a.ts:2 now');
  port.focus();
  await tick();
  port.focus();
  await tick();
  assert.deepEqual(did, ['focus', 'caret 11-11', 'focus', 'caret 15-15'], 'later, the caret goes to the end');
});

test('comments are sent at once only if nothing else would be sent with them', async () => {
  const idle = setUp();
  idle.port.addComment(COMMENT);
  idle.port.sendComments();
  assert.deepEqual(idle.did, ['focus', 'send']);

  const busy = setUp({ isRunning: true });
  busy.port.sendComments();
  const written = setUp();
  written.draft.text = 'and';
  written.port.sendComments();
  await tick();
  assert.deepEqual(
    [busy.did, written.did],
    [
      ['focus', 'caret 0-0'],
      ['focus', 'caret 3-3'],
    ],
  );
});

test('messages that an agent returns go to its draft, even if its session was not known and another agent is shown', () => {
  const { draft, port } = setUp();
  draft.leaveAgent();
  draft.expectSession(null, 'agent-1');
  const { session } = port;
  draft.leaveAgent();
  draft.expectSession(null, 'agent-2');
  port.giveBack([{ id: '1', text: 'queued there', images: [] }], session);
  assert.equal(draft.text, '');
  draft.leaveAgent();
  draft.expectSession(null, 'agent-1');
  assert.equal(draft.text, 'queued there');
});

test('a comment can be changed and removed by its id', () => {
  const { port } = setUp();
  port.addComment(COMMENT);
  assert.equal(port.isEmpty(), false);
  port.reviseComment('other', null);
  assert.equal(port.comments.length, 1);
  const { id } = port.comments[0]!;
  port.reviseComment(id, 'Or rather not.');
  assert.deepEqual(
    port.comments.map(({ comment }) => comment),
    ['Or rather not.'],
  );
  port.reviseComment(id, null);
  assert.deepEqual([port.comments, port.isEmpty()], [[], true]);
});

test('a text for a session that the page has left goes into its draft, and without a session into the shown one', () => {
  const { draft, port } = setUp();
  draft.text = 'of a';
  draft.openSession('b', false);
  port.insert('late', 'a');
  assert.equal(draft.text, '');
  port.insert('now', null);
  assert.equal(draft.text, 'now');
  draft.openSession('a', false);
  assert.equal(draft.text, 'of a\n\nlate');
});

test('an earlier message is edited in the draft of its session, even if the page shows another one by then', async () => {
  const { draft, port } = setUp();
  const message = { id: '1', text: 'earlier', images: [] };
  const edited = port.edit(message, { end: 'end', oncancel: null }, null);
  draft.openSession('b', false);
  await edited;
  assert.equal(draft.text, '');
  draft.openSession('a', false);
  assert.deepEqual([draft.text, draft.edit?.end], ['earlier', 'end']);
});

test('a quote is attached, and a draft with nothing but an attachment is not empty', () => {
  const { draft, port } = setUp();
  assert.deepEqual([port.isEmpty(), port.hasText()], [true, false]);
  port.add({ title: 'npm test', text: 'boom' });
  assert.deepEqual(
    [draft.text, draft.attached.list.length, port.isEmpty(), port.hasText()],
    ['', 1, false, false],
  );
  port.insert('see', null);
  assert.equal(port.hasText(), true);
});

test('what is typed after the user asked for another session belongs to that one, unless it does not open', () => {
  const { draft, port } = setUp();
  const stay = port.leaveSession();
  draft.text = 'typed';
  stay();
  draft.openSession('b', false);
  assert.equal(draft.text, '');
  port.leaveSession();
  draft.text = 'for c';
  draft.openSession('c', false);
  assert.equal(draft.text, 'for c');
});

test('the text is taken out of the draft, without a message that is being sent', () => {
  const { draft, port } = setUp();
  draft.text = 'half a thought';
  assert.equal(port.takeText(), 'half a thought');
  assert.equal(draft.text, '');
  draft.text = '/editor';
  draft.unanswered = { key: 'k', text: '/editor' };
  assert.equal(port.takeText(), '');
  assert.equal(draft.text, '/editor');
  draft.text = '/editor and more';
  assert.equal(port.takeText(), 'and more');
  assert.equal(draft.text, '/editor');
});
