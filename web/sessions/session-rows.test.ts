import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredSession } from '../../shared/stored-sessions.ts';
import { makeRows, type ListView, type Row } from './session-rows.ts';

const NOW = new Date(2026, 10, 22, 12).getTime();
const HOUR = 60 * 60 * 1000;

const session = (id: string, more: Partial<StoredSession> = {}): StoredSession => ({
  id,
  workspace: '/shop',
  firstMessage: `About ${id}`,
  messageCount: 2,
  created: NOW,
  modified: NOW,
  ...more,
});

const view: ListView = {
  scope: 'all',
  sort: 'modified',
  group: 'date',
  isNamedOnly: false,
  showsArchived: false,
};
const written = (rows: Row[]): string[] =>
  rows.map((row) =>
    row.kind === 'heading' ? `# ${row.label}` : `${'>'.repeat(row.depth)}${row.session.id}`,
  );
const list = (sessions: StoredSession[], more: Partial<ListView> = {}, isSearch = false): string[] =>
  written(makeRows(sessions, { ...view, ...more }, { now: NOW, isSearch }));

test('a search also finds archived sessions, below the others', () => {
  const sessions = [session('archived', { archived: true }), session('kept', { modified: NOW - HOUR })];
  assert.deepEqual(list(sessions), ['# Today', 'kept']);
  assert.deepEqual(list(sessions, {}, true), ['# Today', 'kept', '# Archived', 'archived']);
  assert.deepEqual(list(sessions, { showsArchived: true }, true), ['# Today', 'archived']);
});

test('sessions are grouped by the date of their last use, and pinned ones come first', () => {
  const sessions = [
    session('now'),
    session('yesterday', { modified: NOW - 20 * HOUR }),
    session('old', { modified: new Date(2026, 2, 3).getTime(), pinned: true }),
    session('older', { modified: new Date(2025, 2, 3).getTime() }),
  ];
  assert.deepEqual(list(sessions), [
    '# Pinned',
    'old',
    '# Today',
    'now',
    '# Yesterday',
    'yesterday',
    '# March 2025',
    'older',
  ]);
});

test('below "Yesterday" a row has its time, and everywhere else how long ago it was', () => {
  const yesterday = { modified: new Date(2026, 10, 21, 9, 5).getTime() };
  const sessions = [session('a', yesterday), session('b', { ...yesterday, pinned: true }), session('c')];
  const times = (more: Partial<ListView>): string[] =>
    makeRows(sessions, { ...view, ...more }, { now: NOW }).flatMap((row) =>
      row.kind === 'session' ? `${row.session.id} ${row.when}` : [],
    );
  assert.deepEqual(times({}), ['b yesterday', 'c just now', 'a 09:05']);
  assert.deepEqual(times({ group: 'none' }), ['b yesterday', 'c just now', 'a yesterday']);
});

test('the session of yesterday is listed as such after a day of 25 hours, too', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  try {
    const now = new Date(2026, 9, 26, 12).getTime();
    const at = (day: number): number => new Date(2026, 9, day, 0, 30).getTime();
    const sessions = [26, 25, 24, 20, 19].map((day) => session(String(day), { modified: at(day) }));
    assert.deepEqual(written(makeRows(sessions, view, { now })), [
      ...['# Today', '26', '# Yesterday', '25', '# This week', '24', '20'],
      ...['# October 2026', '19'],
    ]);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('sessions are grouped by folder, or not at all, and sorted by name or by size', () => {
  const sessions = [
    session('b', { workspace: '/api', name: 'Beta', messageCount: 9 }),
    session('a', { name: 'alpha' }),
  ];
  assert.deepEqual(list(sessions, { group: 'folder' }), ['# /api', 'b', '# /shop', 'a']);
  assert.deepEqual(list(sessions, { group: 'none', sort: 'name' }), ['a', 'b']);
  assert.deepEqual(list(sessions, { sort: 'messages' }), ['b', 'a']);
});

test('archived sessions are listed separately, and unnamed ones can be hidden', () => {
  const sessions = [session('a', { archived: true }), session('b', { name: 'B' }), session('c')];
  assert.deepEqual(list(sessions, { group: 'none' }), ['b', 'c']);
  assert.deepEqual(list(sessions, { group: 'none', showsArchived: true }), ['a']);
  assert.deepEqual(list(sessions, { group: 'none', isNamedOnly: true }), ['b']);
});

test('a fork is listed below its parent, and no session is lost when parents form a cycle', () => {
  const sessions = [
    session('fork of fork', { parent: 'fork' }),
    session('fork', { parent: 'root', modified: NOW - 1 }),
    session('root', { modified: NOW - 2 }),
    session('x', { parent: 'y', modified: NOW - 3 }),
    session('y', { parent: 'x', modified: NOW - 4 }),
  ];
  assert.deepEqual(list(sessions, { group: 'none' }), ['root', '>fork', '>>fork of fork', 'x', '>y']);
});
