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
