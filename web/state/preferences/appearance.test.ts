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

/** An element with this inline style. */
function elementWith(properties: Map<string, string>): HTMLElement {
  const style = {
    setProperty: (name: string, value: string) => properties.set(name, value),
    removeProperty: (name: string) => properties.delete(name),
    [Symbol.iterator]: () => properties.keys(),
  };
  return { style, dataset: {} } as unknown as HTMLElement;
}

test('a theme of pi leaves no colors behind, neither in the next theme nor in the page’s own', () => {
  const style = new Map([['inline-size', '10px']]);
  const root = elementWith(style);
  const appearance = new Appearance();
  const names = (): string[] => {
    appearance.applyTo(root);
    return [...style.keys()].sort();
  };
  const own = ['--code-scale', '--text-scale', 'inline-size'];
  appearance.show({ name: 'one', scheme: 'dark', tokens: { bg: '#000000', text: '#ffffff' } });
  assert.deepEqual(names(), ['--bg', '--code-scale', '--text', '--text-scale', 'inline-size']);
  appearance.show({ name: 'two', scheme: 'light', tokens: { bg: '#ffffff' } });
  assert.deepEqual(names(), ['--bg', ...own]);
  assert.equal(style.get('--bg'), '#ffffff');
  appearance.show(null);
  assert.deepEqual(names(), own);
});
