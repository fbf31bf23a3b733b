import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { Appearance } from './appearance.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('what was chosen is there again when the page is opened the next time', () => {
  new Appearance().change({ text: 'large', density: 'compact' });
  const { text, code, density } = new Appearance();
  assert.deepEqual({ text, code, density }, { text: 'large', code: 'normal', density: 'compact' });
});

test('a stored value that means nothing counts as the default', () => {
  localStorage.setItem('pi-panel.appearance', '{"text":"huge","density":3}');
  const { text, density } = new Appearance();
  assert.deepEqual({ text, density }, { text: 'normal', density: 'comfortable' });
});
