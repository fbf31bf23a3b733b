import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween, relativeTime, shortTime } from './relative-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('recent times are relative, and older ones are dates', () => {
  const now = Date.parse('2026-11-21T12:00:00');
  const ago = (ms: number): string => relativeTime(now - ms, now);
  assert.deepEqual([5_000, 5 * MINUTE, 3 * HOUR, 30 * HOUR, 100 * HOUR].map(ago), [
    'just now',
    '5 min ago',
    '3 h ago',
    'yesterday',
    '4 days ago',
  ]);
  assert.equal(relativeTime(Date.parse('2026-03-02T12:00:00'), now), '2 Mar');
  assert.equal(relativeTime(Date.parse('2024-03-02T12:00:00'), now), '2 Mar 2024');
});

test('a short time has a date only if it is of another day', () => {
  const now = Date.parse('2026-11-21T12:00:00');
  assert.equal(shortTime(Date.parse('2026-11-21T09:05:00'), now), '09:05');
  assert.equal(shortTime(Date.parse('2026-11-20T23:05:00'), now), '20 Nov, 23:05');
});

test('a time in the future, caused by clocks that disagree, is shown as just now', () => {
  assert.equal(relativeTime(2_000, 0), 'just now');
});

test('yesterday is the day before today, not the last 24 to 48 hours', () => {
  const now = Date.parse('2026-11-27T01:00:00');
  const shown = (time: string): string => relativeTime(Date.parse(time), now);
  assert.equal(shown('2026-11-26T00:30:00'), 'yesterday');
  assert.equal(shown('2026-11-25T23:00:00'), '2 days ago');
  assert.equal(shown('2026-11-21T00:30:00'), '6 days ago');
  assert.equal(shown('2026-11-20T23:00:00'), '20 Nov');
});

test('a day of 25 hours counts as one', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  try {
    const at = new Date(2026, 9, 25, 0, 30).getTime();
    assert.equal(daysBetween(at, new Date(2026, 9, 26, 12).getTime()), 1);
    assert.equal(daysBetween(at, new Date(2026, 9, 25, 23, 30).getTime()), 0);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
