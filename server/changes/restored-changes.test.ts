// Changes that were undone in one session and redone in its fork, which does not have their turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanRequest } from '../../shared/changes.ts';
import { ABSENT } from './contents/file-state.ts';
import { callAt, file, LATER, TURN } from './fixtures/records.ts';
import { foldRecords } from './journal/history.ts';
import type { JournalRecord } from './journal/journal.ts';
import { TurnList } from './turn-list.ts';
import { stepsIn, undoScope, type StepUndo } from './undo/scope.ts';

const [V1, V2, V3] = [file('1'), file('2'), file('3')];
const NEXT = { id: 'e3', at: 3000 };
const STEP = '30 call-30 a';

/** `a` changes in both turns, `b` in the first, `c` in the second. */
const TWO_TURNS = [
  ...callAt(10, { a: [V1, V2] }),
  ...callAt(20, { b: [ABSENT, V1] }),
  ...callAt(30, { a: [V2, V3] }, { turn: LATER }),
  ...callAt(40, { c: [ABSENT, V1] }, { turn: LATER }),
];

/** An undo or redo of the second change of `a`. */
function reversal(id: string, request: PlanRequest, session: string): JournalRecord[] {
  const at = Number(id.replace(/\D/g, ''));
  const files = [{ path: 'a', before: V3, after: V2, steps: [STEP] }];
  return [
    { at, type: 'undo', id, session, request, files },
    { at: at + 1, type: 'undone', id, files: [{ path: 'a', outcome: 'restored' }] },
  ];
}

function forkAt(at: number, session: string, origin: string): JournalRecord[] {
  return [{ at, type: 'branch', session, turns: [TURN], origin }];
}

const REWOUND = [
  ...TWO_TURNS,
  ...reversal('u50', { undo: { from: 'user-2000' } }, 's'),
  ...forkAt(60, 'fork', 's'),
];
const REDONE = [...REWOUND, ...reversal('r70', { redo: 'u50' }, 'fork')];

function paths(undo: StepUndo, records: readonly JournalRecord[], session: string): string[] {
  return stepsIn(foldRecords(records), session, undo).map(({ at, path }) => `${at} ${path}`);
}

test('they are changes of the fork', () => {
  assert.deepEqual(paths({ session: true }, REWOUND, 'fork'), ['10 a', '20 b']);
  assert.deepEqual(paths({ session: true }, REDONE, 'fork'), ['10 a', '20 b', '30 a']);
  for (const undo of [{ path: 'a' }, { turn: 'user-2000' }, { from: 'user-1000' }] as const)
    assert.ok(paths(undo, REDONE, 'fork').includes('30 a'), JSON.stringify(undo));
  assert.deepEqual(paths({ from: 'user-2000' }, REDONE, 'fork'), ['30 a'], 'its message is not in the fork');
  assert.deepEqual(paths({ session: true }, REDONE, 's'), ['10 a', '20 b', '30 a', '40 c'], 'the origin');
});

test('they can be undone in the fork, and a fork of the fork has them as long as they are not', () => {
  const undone = [...REDONE, ...reversal('u90', { undo: { path: 'a' } }, 'fork')];
  assert.deepEqual(undoScope(foldRecords(REDONE), 'fork', { path: 'a' })[0]?.steps, ['10 call-10 a', STEP]);
  assert.deepEqual(undoScope(foldRecords(undone), 'fork', { path: 'a' })[0]?.steps, ['10 call-10 a']);
  assert.deepEqual(paths({ path: 'a' }, [...REDONE, ...forkAt(80, 'next', 'fork')], 'next'), [
    '10 a',
    '30 a',
  ]);
  assert.deepEqual(paths({ path: 'a' }, [...undone, ...forkAt(95, 'next', 'fork')], 'next'), ['10 a']);
});

test('they are forgotten with everything that was recorded', () => {
  assert.equal(foldRecords([...REDONE, { at: 99, type: 'forgotten' }]).restored.size, 0);
});

test('they are listed by their turn, with the coverage of their calls', async () => {
  const turns = new TurnList(() => Promise.resolve(null), {
    of: () => Promise.resolve({ left: null, version: 'v' }),
  });
  const [unended] = callAt(45, {}, { turn: LATER });
  const records = [...REDONE, unended!, ...callAt(80, { d: [ABSENT, V1] }, { session: 'fork', turn: NEXT })];
  const history = foldRecords(records.toSorted((a, b) => a.at - b.at));
  const listed = await turns.list({ history, session: 'fork', isRunning: false, commits: null });
  assert.deepEqual(
    listed.turns.map(({ id, isRestored, coverage, files }) => [id, isRestored, coverage, files.length]),
    [
      ['user-1000', undefined, 'full', 2],
      ['user-2000', true, 'full', 1],
      ['user-3000', undefined, 'full', 1],
    ],
  );
});
