import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, PlanRequest } from '../../../shared/changes.ts';
import { ABSENT } from '../contents/file-state.ts';
import { callAt, file, LATER, TURN } from '../fixtures/records.ts';
import { foldRecords, isDone, isReverting } from './history.ts';
import type { JournalRecord, Turn } from './journal.ts';

const AGENT = { before: file('old'), after: file('new') };
const STEP = '10 call-10 a';

function undo(id: string, request: PlanRequest, paths = ['a']): JournalRecord {
  const { before, after } = AGENT;
  const files = paths.map((path) => ({ path, before: after, after: before, steps: [STEP] }));
  return { at: 50, type: 'undo', id, session: 's', request, files };
}

function undone(id: string, outcome: Outcome = 'restored', path = 'a'): JournalRecord {
  return { at: 51, type: 'undone', id, files: [{ path, outcome }] };
}

const WROTE = callAt(10, { a: [AGENT.before, AGENT.after] });

test('a call that ended is a step for each file that it changed, but not for unchanged files', () => {
  const history = foldRecords(callAt(10, { a: [file('old'), file('new')], b: [file('x'), file('x')] }));
  assert.deepEqual(
    history.steps.map(({ id, at, path, before, after, isFound, isShared }) => [
      id,
      at,
      path,
      before,
      after,
      isFound,
      isShared,
    ]),
    [[STEP, 10, 'a', file('old'), file('new'), false, false]],
  );
  const [call] = history.calls;
  assert.deepEqual(
    [call?.id, call?.session, call?.turn, call?.tool, call?.at, call?.endedAt, call?.gaps],
    ['call-10', 's', TURN, 'write', 10, 11, []],
  );
  assert.deepEqual(
    [...call!.before],
    [
      ['a', file('old')],
      ['b', file('x')],
    ],
  );
  assert.equal(history.steps[0]?.call, call);
});

test('a change of the mode alone is a step', () => {
  const { steps } = foldRecords(callAt(10, { a: [file('x', 0o644), file('x', 0o755)] }));
  assert.equal(steps.length, 1);
});

test('a change that was noticed on disk is known as such', () => {
  const { steps } = foldRecords(callAt(10, { a: [ABSENT, file('x')] }, { isFound: true }));
  assert.equal(steps[0]?.isFound, true);
});

test('a result counts for the call of its own session, once, and not without a call', () => {
  const [call, result] = callAt(10, { a: [AGENT.before, AGENT.after] }) as [JournalRecord, JournalRecord];
  const elsewhere = { ...result, session: 'other' } as JournalRecord;
  assert.equal(foldRecords([call, elsewhere]).steps.length, 0);
  assert.equal(foldRecords([result]).steps.length, 0);
  assert.equal(foldRecords([call, result, result]).steps.length, 1);
});

test('two sessions may use the same id for their calls', () => {
  const [mine, myResult] = callAt(10, { a: [AGENT.before, AGENT.after] }) as [JournalRecord, JournalRecord];
  const theirs = callAt(10, { b: [ABSENT, file('x')] }, { session: 't' }) as [JournalRecord, JournalRecord];
  const { steps } = foldRecords([mine, theirs[0], theirs[1], myResult]);
  assert.deepEqual(
    steps.map(({ path, call }) => [path, call.session]),
    [
      ['b', 't'],
      ['a', 's'],
    ],
  );
});

test('the gaps of a call are those from its beginning and those from its end, also under their old name', () => {
  const [call, result] = WROTE as [JournalRecord, JournalRecord];
  const { calls } = foldRecords([
    { ...call, gap: 'first' } as JournalRecord,
    { ...result, lack: 'then' } as JournalRecord,
  ]);
  assert.deepEqual(calls[0]?.gaps, ['first', 'then']);
});

test('a call without an end changed nothing that is known, and is still running or was cut off', () => {
  const { calls, steps } = foldRecords(WROTE.slice(0, 1));
  assert.deepEqual([calls[0]?.endedAt, steps], [null, []]);
});

test('the turns of a session are those of its branch, and those of later calls that the branch does not name', () => {
  const branch: JournalRecord = { at: 1, type: 'branch', session: 's', turns: [TURN] };
  const history = foldRecords([
    branch,
    ...callAt(10, {}),
    ...callAt(20, {}, { turn: LATER }),
    ...callAt(30, {}, { turn: LATER }),
    ...callAt(40, {}, { session: 't', turn: null }),
  ]);
  assert.deepEqual(history.turns.get('s'), [TURN, LATER]);
  assert.deepEqual(history.turns.get('t'), [{ id: '', at: 0 }]);
  assert.deepEqual(branch.turns, [TURN], 'the record stays as it is');
});

test('a newer branch replaces the one before', () => {
  const branches = [[TURN, LATER], [TURN]].map((turns, at): JournalRecord => ({
    at,
    type: 'branch',
    session: 's',
    turns,
  }));
  assert.deepEqual(foldRecords(branches).turns.get('s'), [TURN]);
});

test('an undo that was carried out takes its steps back, with the outcome of each file', () => {
  const history = foldRecords([...WROTE, undo('u', { undo: { session: true } }), undone('u')]);
  assert.deepEqual([...history.undone], [STEP]);
  const entry = history.undos.get('u');
  assert.deepEqual([entry?.at, entry?.isEnded, entry?.files[0]?.outcome], [50, true, 'restored']);
});

test('an undo without its end has taken nothing back yet', () => {
  const history = foldRecords([...WROTE, undo('u', { undo: { session: true } })]);
  assert.equal(history.undone.size, 0);
  const entry = history.undos.get('u');
  assert.deepEqual([entry?.isEnded, entry?.files[0]?.outcome], [false, null]);
});

test('a file that the end does not name was not undone, and neither was one that the disk refused', () => {
  const request = { undo: { session: true as const } };
  const history = foldRecords([...WROTE, undo('u', request, ['a', 'b']), undone('u', 'failed', 'b')]);
  assert.deepEqual(
    history.undos.get('u')?.files.map(({ outcome }) => outcome),
    ['failed', 'failed'],
  );
  assert.equal(history.undone.size, 0);
});

test('the end of an unknown undo is ignored', () => {
  assert.equal(foldRecords([undone('u')]).undos.size, 0);
});

test('a redo brings the steps back, and a redo of the redo takes them back again', () => {
  const records = [
    ...WROTE,
    undo('u', { undo: { session: true } }),
    undone('u'),
    undo('r', { redo: 'u' }),
    undone('r'),
  ];
  const once = foldRecords(records);
  assert.equal(once.undone.size, 0);
  assert.deepEqual(
    ['u', 'r'].map((id) => isReverting(once, once.undos.get(id)!)),
    [true, false],
  );
  const twice = foldRecords([...records, undo('rr', { redo: 'r' }), undone('rr')]);
  assert.deepEqual([...twice.undone], [STEP]);
});

test('only a file that was written or deleted is done', () => {
  const outcomes: (Outcome | null)[] = ['restored', 'deleted', 'merged', 'changed', 'failed', 'queued', null];
  assert.deepEqual(outcomes.filter(isDone), ['restored', 'deleted', 'merged']);
});

test('a queued undo waits until it is carried out or dropped', () => {
  const queued = (id: string): JournalRecord => ({
    at: 40,
    type: 'queued',
    id,
    session: 's',
    request: { redo: 'u' },
    files: [],
  });
  const waiting = [queued('q'), queued('r'), queued('u')];
  const { queued: open } = foldRecords([
    ...waiting,
    undo('q', { undo: { session: true } }),
    { at: 60, type: 'dropped', id: 'r' },
  ]);
  assert.deepEqual([...open.keys()], ['u']);
  assert.equal(open.get('u')?.at, 40);
});

test('forgetting leaves nothing behind, not even the end of a call that had begun', () => {
  const [call, result] = callAt(20, { b: [ABSENT, file('x')] }) as [JournalRecord, JournalRecord];
  const history = foldRecords([
    ...WROTE,
    { at: 12, type: 'save', path: 'a', after: file('x') },
    undo('u', { undo: { session: true } }),
    undone('u'),
    { at: 40, type: 'queued', id: 'q', session: 's', request: { redo: 'u' }, files: [] },
    call,
    { at: 60, type: 'forgotten' },
    { ...result, at: 61 },
    ...callAt(70, { c: [ABSENT, file('x')] }),
  ]);
  const { calls, steps, saves, undos, undone: back, queued, forgottenAt } = history;
  assert.equal(forgottenAt, 60);
  assert.deepEqual([saves.length, undos.size, back.size, queued.size], [0, 0, 0, 0]);
  assert.deepEqual([calls.map(({ id }) => id), steps.map(({ path }) => path)], [['call-70'], ['c']]);
});

test('saves of the page are kept in their order, and records of a newer panel are passed over', () => {
  const save = (path: string): JournalRecord => ({ at: 1, type: 'save', path, after: file('x') });
  const newer = { at: 2, type: 'from the future' } as unknown as JournalRecord;
  const { saves } = foldRecords([save('a'), newer, save('b')]);
  assert.deepEqual(
    saves.map(({ path }) => path),
    ['a', 'b'],
  );
});

interface Act {
  id: string;
  request: PlanRequest;
  count?: number;
}

test('a fork begins with the changes that were restored in its origin and are not undone there again', () => {
  const both = callAt(10, { a: [AGENT.before, AGENT.after], b: [AGENT.before, AGENT.after] });
  const leaves: JournalRecord = { at: 20, type: 'branch', session: 's', turns: [] };
  const files = ['a', 'b'].map((path) => ({
    ...{ path, before: AGENT.after, after: AGENT.before, steps: [`10 call-10 ${path}`] },
  }));
  const act = (at: number, { id, request, count = 2 }: Act): JournalRecord[] => {
    const own = files.slice(0, count);
    const outcomes = own.map(({ path }) => ({ path, outcome: 'restored' as const }));
    return [
      { at, type: 'undo', id, session: 's', request, files: own },
      { at, type: 'undone', id, files: outcomes },
    ];
  };
  const fork: JournalRecord = { at: 60, type: 'branch', session: 'fork', turns: [], origin: 's' };
  const session = { undo: { session: true as const } };
  const records = [
    ...both,
    leaves,
    ...act(30, { id: 'u', request: session }),
    ...act(40, { id: 'r', request: { redo: 'u' } }),
    ...act(50, { id: 'again', request: session, count: 1 }),
    fork,
  ];
  const { restored, forks } = foldRecords(records);
  assert.deepEqual([...restored.get('fork')!], ['10 call-10 b']);
  assert.deepEqual(forks.get('fork'), { origin: 's', at: 60 });
});

test('all that one or several redos restore on a branch that was left belongs to the session', () => {
  const both = callAt(10, { a: [AGENT.before, AGENT.after], b: [AGENT.before, AGENT.after] });
  const act = (
    { at, id }: { at: number; id: string },
    request: PlanRequest,
    paths: string[],
  ): JournalRecord[] => [
    {
      ...{ at, type: 'undo', id, session: 's', request },
      files: paths.map((path) => ({
        ...{ path, before: AGENT.after, after: AGENT.before, steps: [`10 call-10 ${path}`] },
      })),
    },
    { at, type: 'undone', id, files: paths.map((path) => ({ path, outcome: 'restored' })) },
  ];
  const leaves: JournalRecord = { at: 20, type: 'branch', session: 's', turns: [] };
  const undone = act({ at: 30, id: 'u' }, { undo: { session: true } }, ['a', 'b']);
  for (const redos of [
    act({ at: 40, id: 'r' }, { redo: 'u' }, ['a', 'b']),
    [...act({ at: 40, id: 'r' }, { redo: 'u' }, ['a']), ...act({ at: 50, id: 'q' }, { redo: 'u' }, ['b'])],
  ]) {
    const { restored, undone: back } = foldRecords([...both, leaves, ...undone, ...redos]);
    assert.deepEqual([...restored.get('s')!].sort(), ['10 call-10 a', '10 call-10 b']);
    assert.equal(back.size, 0);
  }
});

test('a turn is either on the branch of its session or left, however often the session goes from one to the other', () => {
  const turns = ['e1', 'e2', 'e3', 'e4'].map((id, nth) => ({ id, at: nth }));
  const [first, second, third, fourth] = turns as [Turn, Turn, Turn, Turn];
  const branches = [[first], [first, second], [first, third], [first, second, fourth], [], [first, third]];
  const known = new Set<string>();
  const records: JournalRecord[] = [];
  for (const [at, branch] of branches.entries()) {
    records.push({ at, type: 'branch', session: 's', turns: branch });
    for (const { id } of branch) known.add(id);
    const { turns: shown, left } = foldRecords(records);
    const now = branch.map(({ id }) => id);
    assert.deepEqual(
      shown.get('s')!.map(({ id }) => id),
      now,
    );
    const others = [...known].filter((id) => !now.includes(id));
    const ids = left.get('s')!.map(({ id }) => id);
    assert.deepEqual(ids.toSorted(), others.toSorted(), `after ${at}`);
  }
});
