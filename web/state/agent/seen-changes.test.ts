import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, ChangedTurn } from '../../../shared/changes.ts';
import { markSeen } from './mark-seen.ts';
import { SeenChanges } from './seen-changes.svelte.ts';

const turn = (at: number, files: Record<string, string>): ChangedTurn => ({
  id: `user-${at}`,
  at,
  coverage: 'full',
  files: Object.entries(files).map(
    ([path, calls]) => ({ path, kind: 'modified', calls: calls.split(' ') }) as ChangedFile,
  ),
});
const changes = (...turns: ChangedTurn[]) => ({
  turns,
  files: new Map(turns.flatMap(({ files }) => files.map((file) => [file.path, file] as const))),
});

test('files count until the user has seen them, also those that a running turn changes afterwards', () => {
  const seen = new SeenChanges();
  const first = changes(turn(1, { 'a.ts': 'c1' }), turn(2, { 'a.ts': 'c2', 'b.ts': 'c2' }));
  assert.equal(seen.count('s', first), 2, 'each file once');
  markSeen('s', first, seen);
  assert.equal(seen.count('s', first), 0);
  assert.equal(seen.count('other', first), 2, 'another session is not seen');

  const more = changes(turn(1, { 'a.ts': 'c1' }), turn(2, { 'a.ts': 'c2', 'b.ts': 'c2 c3', 'c.ts': 'c4' }));
  assert.equal(seen.count('s', more), 2);
  markSeen('s', more, seen);
  const next = changes(...more.turns, turn(3, { 'd.ts': 'c5' }));
  assert.equal(seen.count('s', next), 1);
});

test('a file whose changes were undone or committed does not count', () => {
  const seen = new SeenChanges();
  const { turns } = changes(turn(1, { 'a.ts': 'c1', 'b.ts': 'c1' }));
  assert.equal(seen.count('undone', { turns, files: new Map([['b.ts', turns[0]!.files[1]!]]) }), 1);
});

test('what was seen is known to the next page of this browser, and a session without changes is not stored', () => {
  const shown = changes(turn(1, { 'a.ts': 'c1' }));
  markSeen('kept', shown, new SeenChanges());
  markSeen('empty', { turns: [] }, new SeenChanges());
  assert.equal(new SeenChanges().count('kept', shown), 0);
  assert.equal(new SeenChanges().count('empty', shown), 1);
});
