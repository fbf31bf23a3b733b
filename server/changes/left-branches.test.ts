// Changes of turns that a session had on its branch before the user edited an earlier message or went to another branch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedTurn } from '../../shared/changes.ts';
import { ABSENT } from './contents/file-state.ts';
import { callAt, file, LATER, TURN } from './fixtures/records.ts';
import { foldRecords } from './journal/history.ts';
import type { JournalRecord, Turn } from './journal/journal.ts';
import type { RecordedChange } from './remaining-changes.ts';
import { TurnList } from './turn-list.ts';
import { stepsIn, undoScope, type StepUndo } from './undo/scope.ts';

const [V1, V2, V3] = [file('1'), file('2'), file('3')];
const NEXT: Turn = { id: 'e3', at: 3000 };

const goTo = (at: number, turns: Turn[], session = 's'): JournalRecord => ({
  at,
  type: 'branch',
  session,
  turns,
});

/** The second of two turns was left for a third one. */
const LEFT = [
  goTo(1, [TURN]),
  ...callAt(10, { a: [V1, V2] }),
  ...callAt(20, { a: [V2, V3], b: [ABSENT, V1] }, { turn: LATER }),
  goTo(30, [TURN]),
  ...callAt(40, { c: [ABSENT, V1] }, { turn: NEXT }),
];

function paths(undo: StepUndo, records: readonly JournalRecord[] = LEFT, session = 's'): string[] {
  return stepsIn(foldRecords(records), session, undo).map(({ at, path }) => `${at} ${path}`);
}

async function list(records: readonly JournalRecord[], session = 's'): Promise<ChangedTurn[]> {
  const turns = new TurnList(() => Promise.resolve(null), {
    of: ({ changes }: RecordedChange) =>
      Promise.resolve({ left: changes.length > 0 ? null : ('gone' as const), version: 'v' }),
  });
  const listed = { history: foldRecords(records), session, isRunning: false, commits: null };
  return (await turns.list(listed)).turns;
}

const marks = (turns: readonly ChangedTurn[]): unknown[] =>
  turns.map(({ id, isOnOtherBranch }) => [id, isOnOtherBranch]);

test('they stay changes of the session, which can be reviewed and undone', () => {
  const all = ['10 a', '20 a', '20 b', '40 c'];
  assert.deepEqual(paths({ session: true }), all);
  assert.deepEqual(paths({ from: 'user-1000' }), all, 'the files as they were before the message');
  assert.deepEqual(paths({ turn: 'user-2000' }), ['20 a', '20 b']);
  assert.deepEqual(paths({ path: 'b', turn: 'user-2000' }), ['20 b']);
  assert.deepEqual(paths({ from: 'user-3000' }), ['40 c']);
  assert.deepEqual(undoScope(foldRecords(LEFT), 's', { path: 'a' })[0]?.steps.length, 2);
});

test('their turns are listed with a mark, until the session is back on their branch', async () => {
  assert.deepEqual(marks(await list(LEFT)), [
    ['user-1000', undefined],
    ['user-2000', true],
    ['user-3000', undefined],
  ]);
  assert.deepEqual(marks(await list([...LEFT, goTo(50, [TURN, LATER])])), [
    ['user-1000', undefined],
    ['user-2000', undefined],
    ['user-3000', true],
  ]);
});

test('a turn of another branch of which nothing is left is not listed', async () => {
  const files = ['a', 'b'].map((path) => ({
    path,
    before: V3,
    after: V2,
    steps: [`20 call-20 ${path}`],
  }));
  const undone: JournalRecord[] = [
    { at: 60, type: 'undo', id: 'u', session: 's', request: { undo: { turn: 'user-2000' } }, files },
    { at: 61, type: 'undone', id: 'u', files: files.map(({ path }) => ({ path, outcome: 'restored' })) },
  ];
  assert.deepEqual(marks(await list([...LEFT, ...undone])), [
    ['user-1000', undefined],
    ['user-3000', undefined],
  ]);
});

test('a clone that leaves the branch it began with keeps the changes of its origin, and a fork has no others', async () => {
  const clone = [...LEFT, goTo(50, [TURN, NEXT], 'clone'), goTo(60, [TURN], 'clone')];
  assert.deepEqual(marks(await list(clone, 'clone')), [
    ['user-1000', undefined],
    ['user-3000', true],
  ]);
  const fork: JournalRecord = { at: 50, type: 'branch', session: 'fork', turns: [TURN], origin: 's' };
  assert.deepEqual(paths({ session: true }, [...LEFT, fork], 'fork'), ['10 a']);
});
