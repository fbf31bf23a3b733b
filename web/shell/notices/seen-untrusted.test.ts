import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { addSeen, isSeen as isIn, readSeen } from './seen-untrusted.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

const isSeen = (folder: string, paths: string[]): boolean => isIn(readSeen(), folder, paths);

test('after "Not now", untrusted files are announced again only when the list of files changes', () => {
  assert.equal(isSeen('/home/me/project', ['.pi/settings.json']), false);
  addSeen('/home/me/project', ['.pi/settings.json']);
  assert.equal(isSeen('/home/me/project', ['.pi/settings.json']), true);
  assert.equal(isSeen('/home/me/project', ['.pi/settings.json', '.pi/extensions/new.ts']), false);
  assert.equal(isSeen('/elsewhere', ['.pi/settings.json']), false);
});

test('the hundred newest folders are remembered', () => {
  for (let n = 0; n < 120; n++) addSeen(`/home/me/project/${n}`, ['a']);
  assert.equal(isSeen('/home/me/project/119', ['a']), true);
  assert.equal(isSeen('/home/me/project/0', ['a']), false);
});
