import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSeen, isSeen as isIn, readSeen } from './seen-untrusted.ts';

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

type Kept = ReturnType<typeof storage>;
const isSeen = (kept: Kept, folder: string, paths: string[]): boolean => isIn(readSeen(kept), folder, paths);

test('what was put off is announced again only when it is something else', () => {
  const kept = storage();
  assert.equal(isSeen(kept, '/work', ['.pi/settings.json']), false);
  addSeen(kept, '/work', ['.pi/settings.json']);
  assert.equal(isSeen(kept, '/work', ['.pi/settings.json']), true);
  assert.equal(isSeen(kept, '/work', ['.pi/settings.json', '.pi/extensions/new.ts']), false);
  assert.equal(isSeen(kept, '/elsewhere', ['.pi/settings.json']), false);
});

test('a hundred folders are remembered, the newest of them', () => {
  const kept = storage();
  for (let n = 0; n < 120; n++) addSeen(kept, `/work/${n}`, ['a']);
  assert.equal(isSeen(kept, '/work/119', ['a']), true);
  assert.equal(isSeen(kept, '/work/0', ['a']), false);
});
