import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Presence } from './presence.ts';

test('one page that a user is looking at is enough', () => {
  const presence = new Presence();
  assert.equal(presence.isWatched, false);
  presence.note({ page: 'a', visible: true, at: 1 });
  presence.note({ page: 'b', visible: true, at: 1 });
  presence.note({ page: 'a', visible: false, at: 2 });
  assert.equal(presence.isWatched, true);
  presence.note({ page: 'b', visible: false, at: 2 });
  assert.equal(presence.isWatched, false);
});

test('an earlier report of a page that arrives after a later one is ignored', () => {
  const presence = new Presence();
  presence.note({ page: 'a', visible: true, at: 3 });
  presence.note({ page: 'a', visible: false, at: 2 });
  assert.equal(presence.isWatched, true);
  presence.note({ page: 'a', visible: false, at: 4 });
  presence.note({ page: 'a', visible: true, at: 3 });
  assert.equal(presence.isWatched, false);
});

test('a page that has not reported for three minutes no longer counts', (t) => {
  const presence = new Presence();
  presence.note({ page: 'a', visible: true, at: 1 });
  const now = performance.now();
  t.mock.method(performance, 'now', () => now + 179_000);
  assert.equal(presence.isWatched, true);
  t.mock.method(performance, 'now', () => now + 181_000);
  assert.equal(presence.isWatched, false);
});
