import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import type { Attachment } from './attachment.ts';
import {
  addSent,
  readAttached,
  readDraft,
  readNewerCopy,
  readSent,
  readSharedDraft,
  wasSentPlain,
  writeAttached,
  writeDraft,
  type StoredDraft,
} from './stored-drafts.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  openTab();
});

function openTab(): void {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
}

test('each session has its own draft, and an empty draft is removed for other tabs', () => {
  writeDraft('a', { text: 'one', at: 1 });
  writeDraft('b', { text: 'two', at: 2 });
  assert.equal(readDraft('a').text, 'one');
  writeDraft('a', { text: '', at: 3 });
  assert.equal(readDraft('a').text, '');
  assert.equal(localStorage.length, 1);
  openTab();
  assert.equal(readDraft('b').text, 'two');
});

test('after a crash a tab does not show the text that another tab wrote, but the tab that wrote it does', async () => {
  const copies = copyOf({ text: 'of the second tab, and more', at: 3 });
  writeDraft('a', { text: 'of the first tab', at: 1 });
  const first = sessionStorage;
  openTab();
  writeDraft('a', { text: 'of the second tab', at: 2 });
  assert.deepEqual(await readNewerCopy(copies, 'a', readDraft('a')), {
    text: 'of the second tab, and more',
    at: 3,
  });
  assert.equal(await readNewerCopy(copyOf({ text: 'older', at: 2 }), 'a', readDraft('a')), null);
  Object.defineProperty(globalThis, 'sessionStorage', { value: first, configurable: true });
  assert.equal(await readNewerCopy(copies, 'a', readDraft('a')), null);
});

const copyOf = (copy: StoredDraft) => ({ get: () => Promise.resolve(copy), put: () => Promise.resolve() });

test('a tab keeps its text after another tab has sent its own, and gets back what only the copy still has', async () => {
  writeDraft('a', { text: 'mine', at: 1 });
  const first = sessionStorage;
  openTab();
  writeDraft('a', { text: '', at: 2 });
  Object.defineProperty(globalThis, 'sessionStorage', { value: first, configurable: true });
  const own = readDraft('a');
  assert.equal(own.text, 'mine');
  assert.equal(await readNewerCopy(copyOf({ text: '', at: 2 }), 'a', own), null);
  // Without the shared draft, nothing says that another tab wrote the copy.
  assert.equal(
    (await readNewerCopy(copyOf({ text: 'mine, and more', at: 3 }), 'a', own))?.text,
    'mine, and more',
  );
});

test('comments of another tab stay while this one attaches images', () => {
  const image = (id: string): Attachment => ({ id, name: id, mimeType: 'image/png', data: 'AAAA', bytes: 3 });
  const comment: Attachment = { id: 'c', title: 'a.ts:1', quote: 'x', place: { run: 'r' }, comment: 'Why?' };
  writeAttached('a', [image('1')]);
  const first = sessionStorage;
  openTab();
  writeAttached('a', [comment]);
  Object.defineProperty(globalThis, 'sessionStorage', { value: first, configurable: true });
  writeAttached('a', [image('1'), image('2')]);
  openTab();
  assert.deepEqual(readAttached('a'), [comment]);
});

test('the oldest drafts are removed when there are too many', () => {
  for (let n = 0; n < 60; n++) writeDraft(`s${n}`, { text: 'x', at: n });
  assert.equal(localStorage.length, 50);
  assert.equal(readSharedDraft('s9').text, '');
  assert.equal(readSharedDraft('s10').text, 'x');
});

test('the last hundred sent messages are stored, newest last and without repetitions', () => {
  for (const text of ['a', 'b', 'a']) addSent(text);
  assert.deepEqual(readSent(), ['b', 'a']);
  for (let n = 0; n < 200; n++) addSent(`${n}`);
  assert.equal(readSent().length, 100);
});

test('a sent message that was text is recalled as text, until it was sent as a command', () => {
  addSent('!important', true);
  addSent('!ls');
  assert.deepEqual(['!important', '!ls'].map(wasSentPlain), [true, false]);
  addSent('!important');
  assert.deepEqual([readSent(), wasSentPlain('!important')], [['!ls', '!important'], false]);
});

test('a very long message is not stored, because there is room for a hundred others', () => {
  addSent('short');
  addSent('x'.repeat(20_001));
  assert.deepEqual(readSent(), ['short']);
});

test('R-49: a full or damaged storage does not keep the user from typing', () => {
  localStorage.setItem('pi-panel.draft:a', 'not JSON');
  localStorage.setItem('pi-panel.sent', '{');
  assert.equal(readDraft('a').text, '');
  assert.deepEqual(readSent(), []);
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  assert.doesNotThrow(() => writeDraft('b', { text: 'x', at: 1 }));
});

test('a draft for which this tab has no room is found in the storage that all tabs share, not an older text', () => {
  writeDraft('a', { text: 'short', at: 1 });
  const own = sessionStorage;
  const setItem = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = { ...own, setItem };
  Object.defineProperty(globalThis, 'sessionStorage', { value: full, configurable: true });
  writeDraft('a', { text: 'longer', at: 2 });
  assert.equal(readDraft('a').text, 'longer');
});
