import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/persisted.ts';
import { addSeen, isSeen as isIn, readSeen } from './seen-untrusted.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

const isSeen = (folder: string, paths: string[]): boolean => isIn(readSeen(), folder, paths);

test('files that were put off are announced again only when there are others', () => {
  assert.equal(isSeen('/work', ['.pi/settings.json']), false);
  addSeen('/work', ['.pi/settings.json']);
  assert.equal(isSeen('/work', ['.pi/settings.json']), true);
  assert.equal(isSeen('/work', ['.pi/settings.json', '.pi/extensions/new.ts']), false);
  assert.equal(isSeen('/elsewhere', ['.pi/settings.json']), false);
});

test('the hundred newest folders are remembered', () => {
  for (let n = 0; n < 120; n++) addSeen(`/work/${n}`, ['a']);
  assert.equal(isSeen('/work/119', ['a']), true);
  assert.equal(isSeen('/work/0', ['a']), false);
});
