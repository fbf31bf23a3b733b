import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { Appearance } from './appearance.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('the user’s choices are restored when the page is opened again', () => {
  new Appearance().change({ text: 'large', density: 'compact' });
  const { text, code, density } = new Appearance().now;
  assert.deepEqual({ text, code, density }, { text: 'large', code: 'normal', density: 'compact' });
});

test('an invalid stored value counts as the default', () => {
  localStorage.setItem('pi-panel.appearance', '{"text":"huge","density":3}');
  const { text, density } = new Appearance().now;
  assert.deepEqual({ text, density }, { text: 'normal', density: 'comfortable' });
});

test('what one tab has changed is not taken back by a change of something else in a second tab', () => {
  const [one, other] = [new Appearance(), new Appearance()];
  one.change({ text: 'large' });
  other.change({ density: 'compact' });
  const { text, code, density } = new Appearance().now;
  assert.deepEqual([text, code, density], ['large', 'normal', 'compact']);
});
