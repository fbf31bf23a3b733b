import assert from 'node:assert/strict';
import { before, test } from 'node:test';

const stored = new Map<string, string>();

before(() => {
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

test('the review shows white space until the user says otherwise, and remembers that', async () => {
  const { whiteSpace } = await import('./white-space.svelte.ts');
  assert.equal(whiteSpace.isIgnored, false);
  whiteSpace.toggle();
  assert.deepEqual([whiteSpace.isIgnored, [...stored.values()]], [true, ['true']]);
  whiteSpace.toggle();
  assert.deepEqual([whiteSpace.isIgnored, [...stored.values()]], [false, ['false']]);
});
