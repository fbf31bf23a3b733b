import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanRequest } from '../../../shared/changes.ts';
import { ABSENT } from '../contents/file-state.ts';
import { callAt, file, LATER, TURN } from '../fixtures/records.ts';
import { foldRecords } from '../journal/history.ts';
import type { JournalRecord, Turn } from '../journal/journal.ts';
import { redoScope, renamesIn, stepsIn, stepsOf, undoScope, type StepUndo } from './scope.ts';

const [V1, V2, V3, V4] = ['1', '2', '3', '4'].map((text) => file(text)) as [
  ReturnType<typeof file>,
  ReturnType<typeof file>,
  ReturnType<typeof file>,
  ReturnType<typeof file>,
];

/** Two turns: `a` changes in both, `b` in the first, `c` in the second. */
const TWO_TURNS = [
  ...callAt(10, { a: [V1, V2] }),
  ...callAt(20, { b: [ABSENT, V1] }),
  ...callAt(30, { a: [V2, V3] }, { turn: LATER }),
  ...callAt(40, { c: [ABSENT, V1] }, { turn: LATER }),
];

function paths(undo: StepUndo, records: readonly JournalRecord[] = TWO_TURNS, session = 's'): string[] {
  return stepsIn(foldRecords(records), session, undo).map(({ at, path }) => `${at} ${path}`);
}

test('an undo covers the session, one call, one turn, one path, or everything from a message on', () => {
  assert.deepEqual(paths({ session: true }), ['10 a', '20 b', '30 a', '40 c']);
  assert.deepEqual(paths({ call: 'call-20' }), ['20 b']);
  assert.deepEqual(paths({ turn: 'user-1000' }), ['10 a', '20 b']);
  assert.deepEqual(paths({ turn: 'user-1000..user-2000' }), ['10 a', '20 b', '30 a', '40 c']);
  assert.deepEqual(paths({ path: 'a' }), ['10 a', '30 a']);
  assert.deepEqual(paths({ path: 'a', turn: 'user-2000' }), ['30 a']);
  assert.deepEqual(paths({ from: 'user-2000' }), ['30 a', '40 c']);
});

test('an undo of a folder covers the files in it, and those that were moved into it', () => {
  const records = [
    ...callAt(10, { 'src/a': [V1, V2], 'src2/b': [V1, V2] }),
    ...callAt(20, { 'src/lib/c': [ABSENT, V1] }, { turn: LATER }),
    ...callAt(30, { old: [V3, ABSENT], 'src/new': [ABSENT, V3] }, { turn: LATER }),
    ...callAt(40, { 'src/gone': [V4, ABSENT], out: [ABSENT, V4] }, { turn: LATER }),
  ];
  assert.deepEqual(paths({ folder: 'src' }, records), ['10 src/a', '20 src/lib/c', '30 old', '30 src/new']);
  assert.deepEqual(paths({ folder: 'src', turn: 'user-1000' }, records), ['10 src/a']);
  assert.deepEqual(paths({ folder: 'src/lib' }, records), ['20 src/lib/c']);
});

test('if messages reached pi out of order, those that were sent later count as later', () => {
  const early: Turn = { id: 'e0', at: 500 };
  const records = [...TWO_TURNS, ...callAt(50, { d: [V1, V2] }, { turn: early })];
  assert.deepEqual(paths({ from: 'user-1000' }, records), ['10 a', '20 b', '30 a', '40 c']);
});

test('a session without changes, like a message without later ones, has an empty scope', () => {
  assert.deepEqual(paths({ session: true }, [], 'nobody'), []);
  assert.deepEqual(paths({ from: 'user-1000' }, [], 'nobody'), []);
});

test('a link in place of a renamed file is not a rename', () => {
  const link = { kind: 'link', target: 'x' } as const;
  const { steps } = foldRecords(callAt(10, { old: [V1, ABSENT], gone: [link, ABSENT], new: [ABSENT, link] }));
  assert.equal(renamesIn(steps).length, 0);
});

test('from a message that changed nothing on, everything after its time counts', () => {
  assert.deepEqual(paths({ from: 'user-1500' }), ['30 a', '40 c']);
  assert.deepEqual(paths({ from: 'user-2001' }), []);
});

test('from a message that is being edited on, everything on the branch that was left counts', () => {
  const left: JournalRecord = { at: 60, type: 'branch', session: 's', turns: [TURN] };
  assert.deepEqual(paths({ from: 'user-2000' }, [...TWO_TURNS, left]), ['30 a', '40 c']);
  const other = callAt(50, { d: [V1, V2] }, { turn: { id: 'x', at: 2500 }, session: 'other' });
  assert.deepEqual(paths({ from: 'user-2000' }, [...TWO_TURNS, ...other, left]), ['30 a', '40 c']);
});

test('a call, turn or path that is not in the session is refused', () => {
  const unknown = { status: 404, code: 'unknown_change' };
  const missing: [named: string, undo: StepUndo][] = [
    ['tool run "call-99"', { call: 'call-99' }],
    ['message "user-3000"', { turn: 'user-3000' }],
    ['file "x"', { path: 'x' }],
    ['folder "src"', { folder: 'src' }],
    ['file "c"', { path: 'c', turn: 'user-1000' }],
    ['message "assistant"', { from: 'assistant' }],
  ];
  for (const [named, undo] of missing)
    assert.throws(
      () => paths(undo),
      { ...unknown, message: `This conversation has no recorded change for the ${named}.` },
      JSON.stringify(undo),
    );
  assert.throws(() => paths({ call: 'call-10' }, TWO_TURNS, 'other'), unknown);
});

test('a long name is cut in the refusal', () => {
  assert.throws(
    () => paths({ path: 'x'.repeat(5000) }),
    ({ message }: Error) => message.length < 400,
  );
});

test('a session has the steps of its own branch, also those that its origin made up to the fork', () => {
  const fork: JournalRecord = { at: 50, type: 'branch', session: 'fork', turns: [TURN] };
  const history = foldRecords([...TWO_TURNS, fork]);
  const pathsOf = (session: string): string[] => stepsOf(history, session).map(({ path }) => path);
  assert.deepEqual(pathsOf('fork'), ['a', 'b']);
  assert.deepEqual(pathsOf('nobody'), []);
});

test('a message with the time, or the id, of another one is another turn', () => {
  const [twin, namesake] = [
    { ...TURN, id: 'e9' },
    { ...TURN, at: 7 },
  ] as const;
  const records = [
    ...callAt(10, { a: [V1, V2] }),
    ...callAt(20, { b: [V1, V2] }, { session: 't', turn: twin }),
    ...callAt(30, { c: [V1, V2] }, { session: 't', turn: namesake }),
  ];
  const history = foldRecords(records);
  assert.deepEqual(
    stepsOf(history, 's').map(({ path }) => path),
    ['a'],
  );
});

test('an undo leaves out what was taken back already, and joins the changes of a file oldest first', () => {
  const request: PlanRequest = { undo: { session: true } };
  const back = ['20 call-20 b'];
  const files = undoScope(
    foldRecords([
      ...TWO_TURNS,
      {
        at: 50,
        type: 'undo',
        id: 'u',
        session: 's',
        request,
        files: [{ path: 'b', before: V1, after: ABSENT, steps: back }],
      },
      { at: 51, type: 'undone', id: 'u', files: [{ path: 'b', outcome: 'deleted' }] },
    ]),
    's',
    { session: true },
  );
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a', 'c'],
  );
  assert.deepEqual(files[0], {
    path: 'a',
    changes: [
      { before: V1, after: V2, call: '10 call-10', order: 0 },
      { before: V2, after: V3, call: '30 call-30', order: 1 },
    ],
    steps: ['10 call-10 a', '30 call-30 a'],
    isShared: false,
  });
});

test('a file is shared if one of its changes is', () => {
  const records: JournalRecord[] = [
    ...callAt(10, { a: [V1, V2] }),
    ...callAt(30, { a: [V2, V3] }),
    { at: 31, type: 'save', path: 'a', after: V3 },
  ];
  const [shared] = undoScope(foldRecords(records), 's', { session: true });
  assert.equal(shared?.isShared, true);
});

test('a file that disappears in the turn in which one with its content appears was renamed', () => {
  const history = foldRecords([
    ...callAt(10, { old: [V1, ABSENT], other: [V2, ABSENT] }),
    ...callAt(20, { new: [ABSENT, V1] }),
  ]);
  assert.deepEqual(renamesIn(history.steps), [{ from: 'old', to: 'new' }]);
});

test('undoing a renamed file in its turn brings its old name back as well', () => {
  const records = callAt(10, { old: [V1, ABSENT], new: [ABSENT, V1], x: [V3, V4] });
  assert.deepEqual(paths({ path: 'new' }, records), ['10 old', '10 new']);
  assert.deepEqual(paths({ path: 'new', turn: 'user-1000' }, records), ['10 old', '10 new']);
  assert.deepEqual(paths({ path: 'old' }, records), ['10 old']);
});

test('a path can be the origin of a rename in each turn', () => {
  const records = [
    ...callAt(10, { a: [V1, ABSENT], b: [ABSENT, V1] }),
    ...callAt(20, { a: [ABSENT, V1] }, { turn: LATER }),
    ...callAt(30, { a: [V1, ABSENT], c: [ABSENT, V1] }, { turn: LATER }),
  ];
  assert.deepEqual(renamesIn(foldRecords(records).steps), [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'c' },
  ]);
});

test('a file that is deleted and created again is not renamed to itself', () => {
  const records = [...callAt(10, { a: [V1, ABSENT] }), ...callAt(20, { a: [ABSENT, V1] })];
  assert.deepEqual(renamesIn(foldRecords(records).steps), []);
});

test('undoing a file that two turns renamed to its name brings both old names back', () => {
  const records = [
    ...callAt(10, { x: [V1, ABSENT], b: [ABSENT, V1] }),
    ...callAt(20, { b: [V1, V2], y: [V3, ABSENT] }),
    ...callAt(30, { b: [V2, ABSENT] }, { turn: LATER }),
    ...callAt(40, { z: [V4, ABSENT], b: [ABSENT, V4] }, { turn: LATER }),
  ];
  assert.deepEqual(paths({ path: 'b' }, records), ['10 x', '10 b', '20 b', '30 b', '40 z', '40 b']);
});

test('neither another turn, nor another content, nor an empty or overwritten file makes a rename', () => {
  const renames = (...records: JournalRecord[]): number => renamesIn(foldRecords(records).steps).length;
  const gone = callAt(10, { old: [V1, ABSENT] });
  assert.equal(renames(...gone, ...callAt(20, { new: [ABSENT, V1] }, { turn: LATER })), 0);
  assert.equal(renames(...gone, ...callAt(20, { new: [ABSENT, V2] })), 0);
  assert.equal(renames(...gone, ...callAt(20, { new: [V2, V1] })), 0);
  assert.equal(renames(...callAt(10, { old: [file(''), ABSENT], new: [ABSENT, file('')] })), 0);
  assert.equal(renames(...callAt(10, { old: [V1, V2], new: [ABSENT, V1] })), 0);
  const link = { kind: 'link', target: 'x' } as const;
  assert.equal(renames(...callAt(10, { old: [link, ABSENT], new: [ABSENT, link] })), 0);
});

test('if two renamed files have one content, each new one comes from a different old one', () => {
  const { steps } = foldRecords(
    callAt(10, { o1: [V1, ABSENT], o2: [V1, ABSENT], n1: [ABSENT, V1], n2: [ABSENT, V1], n3: [ABSENT, V1] }),
  );
  assert.deepEqual(renamesIn(steps), [
    { from: 'o1', to: 'n1' },
    { from: 'o2', to: 'n2' },
  ]);
});

test('a redo covers the changes of its undo, and only the steps that are still taken back', () => {
  const undo = (id: string, request: PlanRequest, steps: string[]): JournalRecord[] => [
    {
      at: 50,
      type: 'undo',
      id,
      session: 's',
      request,
      files: [
        { path: 'a', before: V3, after: V1, steps },
        { path: 'c', before: V1, after: ABSENT, steps: ['40 call-40 c'] },
      ],
    },
    {
      at: 51,
      type: 'undone',
      id,
      files: [
        { path: 'a', outcome: 'restored' },
        { path: 'c', outcome: 'failed' },
      ],
    },
  ];
  const [first, second] = ['10 call-10 a', '30 call-30 a'];
  const records = [...TWO_TURNS, ...undo('u', { undo: { session: true } }, [first, second])];
  assert.deepEqual(redoScope(foldRecords(records), 'u'), [
    {
      path: 'a',
      changes: [{ before: V3, after: V1, call: 'u', order: 0 }],
      steps: [first, second],
      isShared: false,
    },
  ]);
  const redone = [...records, ...undo('r', { redo: 'u' }, [first])];
  assert.deepEqual(redoScope(foldRecords(redone), 'u')[0]?.steps, [second]);
  assert.deepEqual(redoScope(foldRecords(redone), 'r')[0]?.steps, [first]);
  const completed = [...redone, ...undo('q', { redo: 'u' }, [second])];
  assert.deepEqual(redoScope(foldRecords(completed), 'u'), [], 'nothing is left to redo');
  const ofHunk = [...TWO_TURNS, ...undo('h', { undo: { session: true } }, [])];
  assert.deepEqual(redoScope(foldRecords(ofHunk), 'h')[0]?.path, 'a', 'a hunk has no steps');
});

test('a redo of an unknown undo is refused', () => {
  const unknown = { status: 404, code: 'unknown_change', message: /the undo "u"\.$/ };
  assert.throws(() => redoScope(foldRecords(TWO_TURNS), 'u'), unknown);
});
