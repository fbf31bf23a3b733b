import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import type { Notice } from '../../../shared/view/view.ts';
import { UnseenNotices } from './unseen-notices.ts';

const MINUTE = 60_000;

beforeEach(() =>
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true }),
);

const notice = (id: string, at: number): Notice => ({ id, at, kind: 'info', message: id });
const ids = (notices: Notice[]): string[] => notices.map(({ id }) => id);

test('a page that opens later shows the notices of the last minute, not older ones', () => {
  const now = 10 * MINUTE;
  const unseen = new UnseenNotices();
  assert.deepEqual(ids(unseen.update([notice('old', 0), notice('new', now - 1_000)], now)), ['new']);
});

test('a new notice is returned once', () => {
  const unseen = new UnseenNotices();
  const first = [notice('a', 1)];
  assert.deepEqual(ids(unseen.update(first, 2)), ['a']);
  assert.deepEqual(ids(unseen.update(first, 2)), []);
  assert.deepEqual(ids(unseen.update([...first, notice('b', 3), notice('c', 3)], 4)), ['b', 'c']);
});

test('after a reload nothing is repeated', () => {
  const notices = [notice('a', 1), notice('b', 2)];
  new UnseenNotices().update(notices, 3);
  assert.deepEqual(ids(new UnseenNotices().update([...notices, notice('c', 4)], 5)), ['c']);
});

test('when a flood has pushed the last shown notice out of the view, notices with later times are new', () => {
  const unseen = new UnseenNotices();
  unseen.update([notice('a', 1_000)], 1_000);
  assert.deepEqual(ids(unseen.update([notice('x', 900), notice('y', 1_100), notice('z', 1_200)], 1_300)), [
    'y',
    'z',
  ]);
});
