import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { Attached } from './attached.svelte.ts';
import type { Attachment } from './attachment.ts';
import { MAX_TOTAL_TEXT } from './attachment.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

function setUp(session = 'a') {
  const refusals: (string | null)[] = [];
  const attached = new Attached((refusal) => refusals.push(refusal));
  attached.openSession(session);
  return { attached, refusals };
}

const text = (id: string, words = 'x'): Attachment => ({ id, title: id, text: words });
const textsOf = (list: readonly Attachment[]): string[] =>
  list.flatMap((one) => ('text' in one ? one.text : []));

test('an attached text is changed alone, and removed when it becomes empty', () => {
  const { attached } = setUp();
  attached.list = [text('1', 'one'), text('2', ''), text('3', 'three')];
  attached.changeText('1', 'changed');
  assert.deepEqual(textsOf(attached.list), ['changed', '', 'three']);
  attached.changeText('3', '');
  assert.deepEqual(textsOf(setUp().attached.list), ['changed', ''], 'also after a reload');
});

test('only the attachments that were sent are removed', () => {
  const { attached } = setUp();
  attached.list = [text('1'), text('2')];
  const [first] = attached.list;
  attached.list = [...attached.list, text('3')];
  attached.remove(first!);
  assert.deepEqual(
    attached.list.map(({ id }) => id),
    ['2', '3'],
  );
});

test('each file that cannot be attached is named with its reason, and the others are attached', async () => {
  const { attached, refusals } = setUp();
  const binary = (name: string): File => new File([Uint8Array.from([0xff, 0xfe])], name);
  await attached.addFiles([binary('one.bin'), new File(['1,2'], 'table.csv'), binary('two.bin')]);
  assert.deepEqual(textsOf(attached.list), ['1,2']);
  assert.match(refusals.at(-1) ?? '', /one\.bin .*two\.bin /);
  await attached.addFiles([new File(['3'], 'more.csv')]);
  assert.equal(refusals.at(-1), null, 'the reason goes when a file was attached');
});

test('a text or comment that is too much for the message is refused, and nothing else is lost', () => {
  const { attached, refusals } = setUp();
  assert.equal(attached.addText({ title: 'log', text: 'x'.repeat(MAX_TOTAL_TEXT) }), true);
  assert.equal(attached.addText({ title: 'more', text: 'x' }), false);
  assert.match(refusals.at(-1) ?? '', /^more is too large/);
  const place = { path: 'a.ts', line: 1 };
  attached.addComment({ title: 'a.ts:1', quote: 'x', place, comment: 'why?' });
  assert.match(refusals.at(-1) ?? '', /The comment on a\.ts:1 is too large/);
  assert.deepEqual([attached.list.length, attached.comments], [1, []]);
});

test('attachments for which the browser has no room stay on the page, which says that a reload loses them', () => {
  const { attached } = setUp();
  attached.list = [text('small')];
  const room = sessionStorage;
  const setItem = (key: string, value: string): void => {
    if (value.length > 1000) throw new DOMException('full', 'QuotaExceededError');
    room.setItem(key, value);
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: { ...room, setItem }, configurable: true });
  attached.list = [text('large', 'x'.repeat(2000))];
  assert.deepEqual([attached.isTooLargeToStore, attached.list.length], [true, 1]);
  assert.deepEqual(setUp().attached.list, [], 'not the ones from before');
  attached.list = [text('small')];
  assert.equal(attached.isTooLargeToStore, false);
});

test('the comments of a session are those of the tab, and a new tab has those that were written last', () => {
  const comment = (id: string): Attachment => ({
    ...{ id, title: 'a.ts:1', quote: 'x', place: { path: 'a.ts', line: 1 }, comment: id },
  });
  setUp().attached.list = [comment('one')];
  const first = sessionStorage;
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
  const other = setUp().attached;
  other.list = [...other.list, comment('two')];
  const idsOf = ({ list }: Attached): string[] => list.map(({ id }) => id);
  assert.deepEqual(idsOf(other), ['one', 'two']);
  Object.defineProperty(globalThis, 'sessionStorage', { value: first, configurable: true });
  const reloaded = setUp().attached;
  assert.deepEqual(idsOf(reloaded), ['one']);
  // An attached file changes nothing for the other tabs.
  reloaded.list = [...reloaded.list, text('log')];
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
  assert.deepEqual(idsOf(setUp().attached), ['one', 'two']);
});

test('what a page of another version stored for attachments is not used', () => {
  const stored = [
    ...[
      text('1'),
      { id: '2', title: null, text: 'pasted' },
      { id: '3', text: 'no title' },
      { id: '4' },
      null,
      'x',
    ],
    { id: '5', name: 'dot.png', mimeType: 'image/png', data: 'AA==' },
    { id: '6', title: 'a', quote: 'q', comment: 'c', place: { path: 'a.ts' } },
    { id: '7', title: 'a', quote: 'q', comment: 'c', place: { run: 'r' } },
  ];
  sessionStorage.setItem('pi-panel.draft-images:a', JSON.stringify(stored));
  assert.deepEqual(
    setUp().attached.list.map(({ id }) => id),
    ['1', '2', '7'],
  );
});
