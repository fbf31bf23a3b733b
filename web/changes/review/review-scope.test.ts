import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, ChangedTurn, ChangeList } from '../../../shared/changes.ts';
import { isForgotten, reviewedFiles } from './review-scope.ts';
import type { Part } from './review.svelte.ts';

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile =>
  ({ path, kind: 'modified', calls: [], ...more }) as ChangedFile;
const turn = (id: string, at: number, ...files: ChangedFile[]): ChangedTurn => ({
  id,
  at,
  coverage: 'full',
  files,
});
const listOf = (turns: ChangedTurn[], files: ChangedFile[]): ChangeList => ({
  turns,
  files,
  store: { bytes: 0, limit: 0 },
  undos: [],
  queued: [],
});

const TURNS = [
  turn('user-1', 1, file('a.ts')),
  turn('user-2', 2, file('b.ts')),
  turn('user-3', 3, file('c.ts')),
];
const CHANGES = {
  turns: TURNS,
  list: listOf(TURNS, [file('a.ts'), file('b.ts', { undone: true }), file('c.ts')]),
  head: listOf([turn('head', 0, file('own.ts'))], []),
};

function review(wanted: Partial<Parameters<typeof reviewedFiles>[1]>): [Part, paths: string[]] {
  const { part, files } = reviewedFiles(CHANGES, {
    turn: undefined,
    scope: 'session',
    looked: 0,
    running: null,
    ...wanted,
  });
  return [part, files.map(({ path }) => path).sort()];
}

test('each scope has its files, and the query for their diffs', () => {
  assert.deepEqual(review({}), [{ scope: 'session' }, ['a.ts', 'c.ts']]);
  assert.deepEqual(review({ scope: 'turn' }), [{ turn: 'user-3' }, ['c.ts']]);
  assert.deepEqual(review({ scope: 'since', looked: 1 }), [{ from: 'user-2' }, ['b.ts', 'c.ts']]);
  assert.deepEqual(review({ scope: 'head' }), [{ scope: 'head' }, ['own.ts']]);
});

test('this turn has no files while the running one has changed none', () => {
  assert.deepEqual(review({ scope: 'turn', running: 4 }), [{ turn: 'user-3' }, []]);
  assert.deepEqual(review({ scope: 'turn', running: 3 }), [{ turn: 'user-3' }, ['c.ts']]);
});

test('a requested turn, or a range of turns, takes precedence over the scope', () => {
  assert.deepEqual(review({ turn: 'user-1', scope: 'head' }), [{ turn: 'user-1' }, ['a.ts']]);
  assert.deepEqual(review({ turn: 'user-1..user-2', scope: 'turn' }), [
    { turn: 'user-1..user-2' },
    ['a.ts', 'b.ts'],
  ]);
});

test('when the user has seen every change, the scope of the unseen ones shows the session', () => {
  assert.deepEqual(review({ scope: 'since', looked: 3 }), [{ scope: 'session' }, ['a.ts', 'c.ts']]);
});

test('a review is empty because the recordings were removed, until something is recorded again', () => {
  assert.equal(isForgotten(null), false);
  assert.equal(isForgotten({ turns: [] }), false);
  assert.equal(isForgotten({ turns: [turn('user-1', 1)], forgottenAt: 1 }), true);
  assert.equal(isForgotten({ turns: TURNS, forgottenAt: 1 }), false);
});

test('a file of which everything was undone is named apart, unless another turn has left something of it', () => {
  const turns = [
    turn('user-1', 1, file('a.ts', { undone: true }), file('b.ts', { undone: true })),
    turn('user-2', 2, file('a.ts'), file('c.ts', { undone: true })),
  ];
  const changes = { turns, list: listOf(turns, [file('a.ts'), file('c.ts', { undone: true })]), head: null };
  const undoneIn = (turn: string | undefined): readonly string[] =>
    reviewedFiles(changes, { turn, scope: 'session', looked: 0, running: null }).undone;
  assert.deepEqual(undoneIn(undefined), ['c.ts']);
  assert.deepEqual(undoneIn('user-1'), ['a.ts', 'b.ts']);
  assert.deepEqual(undoneIn('user-1..user-2'), ['b.ts', 'c.ts']);
});
