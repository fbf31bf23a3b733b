import assert from 'node:assert/strict';
import test from 'node:test';
import { addSent, readDraft, readSent, writeDraft } from './stored-drafts.ts';

class MemoryStore {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  key(i: number): string | null {
    return [...this.#items.keys()][i] ?? null;
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

test('each session has a draft of its own, and an empty one leaves nothing behind', () => {
  const store = new MemoryStore();
  writeDraft(store, 'a', { text: 'one', at: 1 });
  writeDraft(store, 'b', { text: 'two', at: 2 });
  assert.equal(readDraft(store, 'a').text, 'one');
  writeDraft(store, 'a', { text: '', at: 3 });
  assert.equal(readDraft(store, 'a').text, '');
  assert.equal(store.length, 1);
});

test('the oldest of too many drafts goes', () => {
  const store = new MemoryStore();
  for (let n = 0; n < 60; n++) writeDraft(store, `s${n}`, { text: 'x', at: n });
  assert.equal(store.length, 50);
  assert.equal(readDraft(store, 's9').text, '');
  assert.equal(readDraft(store, 's10').text, 'x');
});

test('what was sent is kept once, the newest last, and not for ever', () => {
  const store = new MemoryStore();
  for (const text of ['a', 'b', 'a']) addSent(store, text);
  assert.deepEqual(readSent(store), ['b', 'a']);
  for (let n = 0; n < 200; n++) addSent(store, `${n}`);
  assert.equal(readSent(store).length, 100);
});

test('R-49: a full or a spoilt store keeps nobody from typing', () => {
  const store = new MemoryStore();
  store.setItem('pi-panel.draft:a', 'no json');
  store.setItem('pi-panel.sent', '{');
  assert.equal(readDraft(store, 'a').text, '');
  assert.deepEqual(readSent(store), []);
  store.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  assert.doesNotThrow(() => writeDraft(store, 'b', { text: 'x', at: 1 }));
});
