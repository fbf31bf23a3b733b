import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/persisted.ts';
import type { Notice } from '../../../shared/view/view.ts';
import { UnseenNotices } from './unseen-notices.ts';

const MINUTE = 60_000;

beforeEach(() =>
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true }),
);

const notice = (id: string, at: number): Notice => ({ id, at, kind: 'info', message: id });
const ids = (notices: Notice[]): string[] => notices.map(({ id }) => id);

test('a page that comes late is told what was said in the last minute, not what is older', () => {
  const now = 10 * MINUTE;
  const unseen = new UnseenNotices();
  assert.deepEqual(ids(unseen.take([notice('old', 0), notice('new', now - 1_000)], now)), ['new']);
});

test('what came since is given once', () => {
  const unseen = new UnseenNotices();
  const first = [notice('a', 1)];
  assert.deepEqual(ids(unseen.take(first, 2)), ['a']);
  assert.deepEqual(ids(unseen.take(first, 2)), []);
  assert.deepEqual(ids(unseen.take([...first, notice('b', 3), notice('c', 3)], 4)), ['b', 'c']);
});

test('after a reload nothing is repeated', () => {
  const notices = [notice('a', 1), notice('b', 2)];
  new UnseenNotices().take(notices, 3);
  assert.deepEqual(ids(new UnseenNotices().take([...notices, notice('c', 4)], 5)), ['c']);
});

test('in a flood that pushed the last one out, what is younger than it is new', () => {
  const unseen = new UnseenNotices();
  unseen.take([notice('a', 1_000)], 1_000);
  assert.deepEqual(ids(unseen.take([notice('x', 900), notice('y', 1_100), notice('z', 1_200)], 1_300)), [
    'y',
    'z',
  ]);
});
