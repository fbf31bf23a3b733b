import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/persisted.ts';
import { addSent, readDraft, readSent, writeDraft } from './stored-drafts.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('each session has a draft of its own, and an empty one leaves nothing behind', () => {
  writeDraft('a', { text: 'one', at: 1 });
  writeDraft('b', { text: 'two', at: 2 });
  assert.equal(readDraft('a').text, 'one');
  writeDraft('a', { text: '', at: 3 });
  assert.equal(readDraft('a').text, '');
  assert.equal(localStorage.length, 1);
});

test('the oldest of too many drafts goes', () => {
  for (let n = 0; n < 60; n++) writeDraft(`s${n}`, { text: 'x', at: n });
  assert.equal(localStorage.length, 50);
  assert.equal(readDraft('s9').text, '');
  assert.equal(readDraft('s10').text, 'x');
});

test('what was sent is kept once, the newest last, and not for ever', () => {
  for (const text of ['a', 'b', 'a']) addSent(text);
  assert.deepEqual(readSent(), ['b', 'a']);
  for (let n = 0; n < 200; n++) addSent(`${n}`);
  assert.equal(readSent().length, 100);
});

test('R-49: a full or a spoilt store keeps nobody from typing', () => {
  localStorage.setItem('pi-panel.draft:a', 'no json');
  localStorage.setItem('pi-panel.sent', '{');
  assert.equal(readDraft('a').text, '');
  assert.deepEqual(readSent(), []);
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  assert.doesNotThrow(() => writeDraft('b', { text: 'x', at: 1 }));
});
