import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, ChangedTurn } from '../../shared/changes.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import { filesOf, runningSince, turnsInScope } from './scoped-turns.ts';

const user = (at: number): Entry => ({
  key: `user-${at}`,
  message: { role: 'user', content: 'x', timestamp: at },
});
const answer = (stopReason: string): Entry =>
  ({
    key: `assistant-${stopReason}`,
    message: { role: 'assistant', content: [], stopReason },
  }) as unknown as Entry;

test('the running turn began with the message after the last finished answer, before any steering messages', () => {
  assert.equal(runningSince([]), null);
  assert.equal(runningSince([user(1)]), 1);
  assert.equal(runningSince([user(1), answer('stop'), user(2)]), 2);
  assert.equal(runningSince([user(1), answer('stop'), user(2), answer('toolUse'), user(3)]), 2);
  assert.equal(runningSince([user(1), answer('aborted'), user(2), answer('toolUse')]), 2);
});

test('the scope of this turn is empty until the running turn has changed something', () => {
  const turn = (at: number): ChangedTurn => ({
    id: `user-${at}`,
    at,
    coverage: 'full',
    files: [{ path: 'a' } as ChangedFile],
  });
  const inScope = (turns: ChangedTurn[], running: number | null): string[] =>
    turnsInScope(turns, { scope: 'turn', looked: 0, running }).map(({ id }) => id);
  assert.deepEqual(inScope([turn(1)], null), ['user-1']);
  assert.deepEqual(inScope([turn(1)], 2), []);
  assert.deepEqual(inScope([turn(1), turn(2)], 2), ['user-2']);
  // A steering message began another recorded turn.
  assert.deepEqual(inScope([turn(1), turn(3)], 2), ['user-3']);
});

test('the files of several turns are listed once each, without those that were undone', () => {
  const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile =>
    ({ path, kind: 'modified', added: 1, removed: 0, undone: false, ...more }) as ChangedFile;
  const turn = (at: number, files: ChangedFile[]): ChangedTurn => ({
    id: `user-${at}`,
    at,
    coverage: 'full',
    files,
  });
  const turns = [
    turn(2, [file('a', { undone: true }), file('b')]),
    turn(1, [file('a'), file('b'), file('c', { undone: true })]),
  ];
  assert.deepEqual(
    filesOf(turns).map(({ path, added }) => [path, added]),
    [
      ['a', 1],
      ['b', 2],
    ],
  );
});

test('since the user looked, only later turns count, newest first', () => {
  const turn = (at: number): ChangedTurn => ({
    id: `user-${at}`,
    at,
    coverage: 'full',
    files: [{ path: 'a' } as ChangedFile],
  });
  const shown = turnsInScope([1, 2, 3, 4].map(turn), { scope: 'since', looked: 2, running: null });
  assert.deepEqual(
    shown.map(({ at }) => at),
    [4, 3],
  );
});

test('a turn without changes is listed only if it was not fully recorded', () => {
  const turn = (at: number, coverage: ChangedTurn['coverage']): ChangedTurn => ({
    ...{ id: `user-${at}`, at, coverage, files: [] },
  });
  const turns = [turn(1, 'full'), turn(2, 'partial'), turn(3, 'none')];
  assert.deepEqual(
    turnsInScope(turns, { scope: 'session', looked: 0, running: null }).map(({ at }) => at),
    [3, 2],
  );
});

test('an answer that ended before any message of the user says nothing about the running turn', () => {
  assert.equal(runningSince([user(1), answer('stop')]), 1);
});
