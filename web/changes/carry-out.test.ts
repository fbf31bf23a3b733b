import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeList, PlanResult } from '../../shared/changes.ts';
import type { AgentChanges } from '../state/agent/changes.svelte.ts';
import { Toasts } from '../state/notices/toasts.svelte.ts';
import { linesOf } from './change-words.ts';
import { carryOut, carryOutHunk, redo } from './carry-out.ts';

/** The changes of an agent, whose list has the undos that can be redone. */
function changesWith(undos: string[]) {
  const listOf = (): ChangeList => ({
    turns: [],
    files: [],
    store: { bytes: 0, limit: 0 },
    undos: undos.map((entry) => ({ entry, at: 0, paths: ['a.ts'] })),
    queued: [],
  });
  let entry = '';
  const result = (): PlanResult => ({ entry, files: [{ path: 'a.ts', outcome: 'restored' }] });
  const changes = {
    list: listOf(),
    listed: 1,
    requested: 1,
    redone: null,
    post: () => Promise.resolve(result()),
    fetch: () => Promise.resolve(),
  };
  const toasts = new Toasts();
  const plan = { plan: 'p', files: [{ path: 'a.ts', action: 'restore' as const }] };
  const run = async (id: string, redoOf: string | null = null): Promise<void> => {
    entry = id;
    const workbench = { showUndo: () => assert.fail('nothing is in the way') };
    const options = { plan, paths: ['a.ts'], redoOf, toasts, workbench };
    await carryOut({ changes: changes as unknown as AgentChanges, ...options });
    undos = redoOf === null ? [id, ...undos] : undos.filter((undo) => undo !== redoOf);
    changes.list = listOf();
    changes.listed = ++changes.requested;
  };
  const shown = (): string[] =>
    toasts.shown.filter(({ isOver }) => !isOver?.()).map(({ message }) => message);
  return { run, shown };
}

test('lines are named by their numbers after the change or, if it only removed some, before it', () => {
  assert.equal(linesOf('a.ts', { before: [3, 4], after: [11, 18] }), 'lines 12–18 of a.ts');
  assert.equal(linesOf('a.ts', { before: [3, 4], after: [4, 5] }), 'line 5 of a.ts');
  assert.equal(linesOf('a.ts', { before: [0, 2], after: [0, 0] }), 'lines 1–2 of a.ts');
});

test('K2: the undo of a hunk of which a file may be the user’s opens the dialog, and writes nothing', async () => {
  const shared = { path: 'a.ts', action: 'restore', shared: true };
  // A renamed file is with the one that had its name.
  for (const files of [[shared], [{ path: 'b.ts', action: 'delete' }, shared]]) {
    const posted: string[] = [];
    const changes = { post: (route: string) => (posted.push(route), Promise.resolve({ plan: 'p', files })) };
    const shown: unknown[] = [];
    const hunk = { path: 'a.ts', id: 'h' };
    const context = {
      changes: changes as unknown as AgentChanges,
      toasts: new Toasts(),
      workbench: { showUndo: (request: unknown) => void shown.push(request) },
    };
    assert.equal(await carryOutHunk(context, hunk), null);
    assert.deepEqual([posted, shown], [['plan'], [{ undo: { hunk } }]]);
  }
});

test('a file that was left alone does not count as undone, and its reason is said', async () => {
  for (const outcome of ['changed', 'failed'] as const) {
    const files: PlanResult['files'] = [
      { path: 'a.ts', outcome: 'restored' },
      { path: 'b.ts', outcome, why: 'It was changed since the plan was made.' },
    ];
    const changes = {
      list: null,
      redone: null,
      post: () => Promise.resolve({ entry: 'u', files }),
      fetch: () => Promise.resolve(),
    } as unknown as AgentChanges;
    const toasts = new Toasts();
    const plan = {
      plan: 'p',
      files: files.map(({ path }) => ({ path, action: 'restore' as const })),
    };
    const workbench = { showUndo: () => assert.fail('nothing is in the way') };
    await carryOut({ changes, plan, paths: ['a.ts', 'b.ts'], toasts, workbench });
    assert.deepEqual(
      toasts.shown.map(({ kind, message }) => [kind, message]),
      [['warning', '1 file undone. b.ts: It was changed since the plan was made.']],
    );
    await carryOut({ changes, plan, paths: ['a.ts', 'b.ts'], redoOf: 'u', toasts, workbench });
    assert.deepEqual(changes.redone, { undo: 'u', paths: ['a.ts'] });
  }
});

test('the notices of an undo and of its redo replace one another', async () => {
  const { run, shown } = changesWith([]);
  await run('u1');
  assert.deepEqual(shown(), ['1 file undone.']);
  await run('r1', 'u1');
  assert.deepEqual(shown(), ['1 file redone.']);
  await run('u2');
  assert.deepEqual(shown(), ['1 file undone.']);
});

/** An agent whose server gives these plans and results, in order. */
function serverWith(...answers: (object | Error)[]) {
  const posted: [string, unknown][] = [];
  let fetches = 0;
  const changes = {
    list: null as unknown,
    listed: 0,
    requested: 0,
    redone: null as unknown,
    post: (route: string, body: unknown) => {
      posted.push([route, body]);
      const answer = answers.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    fetch: () => Promise.resolve(void (fetches += 1)),
  };
  const toasts = new Toasts();
  const asked: unknown[] = [];
  const context = {
    changes: changes as unknown as AgentChanges,
    toasts,
    workbench: { showUndo: (request: unknown) => void asked.push(request) },
  };
  const said = (): string[] => toasts.shown.map(({ kind, message }) => `${kind}: ${message}`);
  return { context, changes, posted, asked, said, toasts, fetches: () => fetches };
}

const row = (path: string, action: string, more = {}) => ({ path, action, ...more });
const HUNK = { path: 'a.ts', id: 'h' };

test('the undo of a hunk writes what its plan says, and nothing if one of its files is in the way', async () => {
  const free = serverWith(
    {
      plan: 'p',
      files: [row('a.ts', 'merge'), row('b.ts', 'delete'), row('c.ts', 'nothing')],
      lines: { before: [0, 1], after: [0, 1] },
    },
    {
      entry: 'u',
      files: [
        { path: 'a.ts', outcome: 'merged' },
        { path: 'b.ts', outcome: 'deleted' },
      ],
    },
  );
  assert.equal(await carryOutHunk(free.context, HUNK), 'u');
  assert.deepEqual(free.posted[1], ['plans/p', { paths: ['a.ts', 'b.ts'] }]);
  assert.deepEqual([free.said(), free.fetches()], [['info: Undone: line 1 of a.ts.'], 1]);

  const blocked = serverWith({
    plan: 'p',
    files: [row('a.ts', 'restore'), row('b.ts', 'conflict', { why: 'It was changed since.' })],
  });
  assert.equal(await carryOutHunk(blocked.context, HUNK), null);
  assert.deepEqual([blocked.posted.length, blocked.said()], [1, ['warning: b.ts: It was changed since.']]);

  const nothing = serverWith({ plan: 'p', files: [row('a.ts', 'nothing')] });
  assert.equal(await carryOutHunk(nothing.context, HUNK), null);
  assert.deepEqual([nothing.posted.length, nothing.said()], [1, ['warning: a.ts: nothing to undo']]);

  const lost = serverWith(new Error("The panel can't be reached."));
  assert.equal(await carryOutHunk(lost.context, HUNK), null);
  assert.deepEqual(lost.said(), ["error: Undo: The panel can't be reached."]);
});

test('a redo is carried out at once only if no file is in the way; otherwise the user decides', async () => {
  const free = serverWith(
    { plan: 'p', files: [row('a.ts', 'restore'), row('b.ts', 'delete')] },
    {
      entry: 'r',
      files: [
        { path: 'a.ts', outcome: 'restored' },
        { path: 'b.ts', outcome: 'deleted' },
      ],
    },
  );
  await redo(free.context, 'u');
  assert.deepEqual(free.posted, [
    ['plan', { redo: 'u' }],
    ['plans/p', { paths: ['a.ts', 'b.ts'] }],
  ]);
  assert.deepEqual(free.said(), ['info: 2 files redone.']);
  assert.deepEqual(free.changes.redone, { undo: 'u', paths: ['a.ts', 'b.ts'] });

  const blocked = serverWith({ plan: 'p', files: [row('a.ts', 'restore'), row('b.ts', 'conflict')] });
  await redo(blocked.context, 'u');
  assert.deepEqual([blocked.asked, blocked.posted.length, blocked.said()], [[{ redo: 'u' }], 1, []]);

  const done = serverWith({ plan: 'p', files: [] });
  await redo(done.context, 'u');
  assert.deepEqual([done.asked, done.said()], [[], ['info: These changes were already redone.']]);

  const lost = serverWith(new Error('lost'));
  await redo(lost.context, 'u');
  assert.deepEqual(lost.said(), ['error: Redo: lost']);

  const late = serverWith({ plan: 'p', files: [row('a.ts', 'restore')] }, new Error('The disk is full.'));
  await redo(late.context, 'u');
  assert.deepEqual(late.said(), ['error: Redo: The disk is full.']);
});

test('an undo that waits for the agent says so until it was carried out or canceled', async () => {
  const { context, changes, said, toasts } = serverWith({
    entry: 'q',
    files: [{ path: 'a.ts', outcome: 'queued' }],
  });
  const list = (queued: object[]): object => ({ turns: [], files: [], undos: [], queued });
  changes.list = list([]);
  const plan = {
    plan: 'p',
    files: [row('a.ts', 'restore')],
    lines: { before: [0, 1], after: [0, 1] },
  } as never;
  await carryOut({ ...context, plan, paths: ['a.ts'] });
  assert.deepEqual(said(), ['info: 1 file will be undone before the agent’s next answer.']);
  const isOver = (): boolean => toasts.shown[0]?.isOver?.() === true;
  assert.deepEqual(
    [isOver(), toasts.kept.length, changes.redone],
    [false, 0, null],
    'the list is from before',
  );
  changes.list = list([{ id: 'q', outcome: null }]);
  assert.equal(isOver(), false);
  changes.list = list([{ id: 'q', outcome: { undone: 1, left: [] } }]);
  assert.equal(isOver(), true);
});

test('what could not be recorded, was written in part or is still staged is said', async () => {
  const { context, said, changes } = serverWith(
    {
      entry: 'u',
      files: [{ path: 'a.ts', outcome: 'restored' }],
      unrecorded: 'The disk is full.',
      staged: ['a.ts', 'b.ts'],
    },
    { entry: 'u', files: [{ path: 'a.ts', outcome: 'failed', isPartial: true }] },
  );
  const plan = { plan: 'p', files: [row('a.ts', 'restore')] } as never;
  await carryOut({ ...context, plan, paths: ['a.ts'] });
  assert.deepEqual(said(), [
    'warning: 1 file undone. Still staged in git’s index, as before: a.ts, b.ts. ' +
      'The files were written, but this could not be recorded: The disk is full.',
  ]);
  changes.redone = { undo: 'earlier', paths: [] };
  await carryOut({ ...context, plan, paths: ['a.ts'], redoOf: 'u' });
  assert.equal(said().at(-1), 'warning: 0 files redone. a.ts: only in part. left alone.');
  assert.deepEqual(changes.redone, { undo: 'earlier', paths: [] }, 'nothing was redone');
});

test('an undo waits as a whole, also beside others that wait', async () => {
  const { context, changes, said, toasts } = serverWith({
    entry: 'q',
    files: [
      { path: 'a.ts', outcome: 'queued' },
      { path: 'b.ts', outcome: 'changed', why: 'It was changed since.' },
    ],
  });
  const plan = { plan: 'p', files: [row('a.ts', 'restore'), row('b.ts', 'restore')] } as never;
  await carryOut({ ...context, plan, paths: ['a.ts', 'b.ts'] });
  assert.deepEqual(said(), [
    'warning: 1 file will be undone before the agent’s next answer. b.ts: It was changed since.',
  ]);
  const other = { id: 'other', outcome: { undone: 1, left: [] } };
  changes.list = { turns: [], files: [], undos: [], queued: [other, { id: 'q', outcome: null }] };
  assert.equal(toasts.shown[0]?.isOver?.(), false);
});

test('lines that were left alone are not called undone, and of many staged files the first are named', async () => {
  const left = serverWith({
    entry: 'u',
    files: [{ path: 'a.ts', outcome: 'failed', why: 'The disk is full.' }],
  });
  const lines = { before: [0, 1], after: [0, 1] };
  const plan = { plan: 'p', files: [row('a.ts', 'restore')], lines } as never;
  await carryOut({ ...left.context, plan, paths: ['a.ts'] });
  assert.deepEqual(left.said(), ['warning: 0 files undone. a.ts: The disk is full.']);
  const many = serverWith({
    entry: 'u',
    files: [{ path: 'a.ts', outcome: 'restored' }],
    staged: ['1', '2', '3', '4', '5', '6'],
  });
  await carryOut({ ...many.context, plan, paths: ['a.ts'] });
  assert.match(many.said()[0]!, /as before: 1, 2, 3, 4, 5\.$/);
});

test('an undo can be taken back from its notice, and a redo cannot', async () => {
  const done = { entry: 'u', files: [{ path: 'a.ts', outcome: 'restored' }] };
  const { context, posted, toasts } = serverWith(done, { plan: 'r', files: [row('a.ts', 'restore')] }, done);
  const plan = { plan: 'p', files: [row('a.ts', 'restore')] } as never;
  await carryOut({ ...context, plan, paths: ['a.ts'] });
  assert.equal(toasts.shown[0]?.action?.label, 'Redo');
  toasts.act(toasts.shown[0].id);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  assert.deepEqual(posted.slice(1), [
    ['plan', { redo: 'u' }],
    ['plans/r', { paths: ['a.ts'] }],
  ]);
  assert.deepEqual([toasts.shown[0]?.message, toasts.shown[0]?.action], ['1 file redone.', undefined]);
});

test('a hunk is not undone without a file whose earlier content is unknown, and needs no question for one left alone', async () => {
  const unknown = serverWith({ plan: 'p', files: [row('a.ts', 'restore'), row('b.ts', 'unknown')] });
  assert.equal(await carryOutHunk(unknown.context, HUNK), null);
  assert.deepEqual([unknown.posted.length, unknown.said()], [1, ['warning: b.ts: nothing to undo']]);
  const shared = serverWith(
    { plan: 'p', files: [row('a.ts', 'restore'), row('b.ts', 'nothing', { shared: true })] },
    { entry: 'u', files: [{ path: 'a.ts', outcome: 'restored' }] },
  );
  assert.equal(await carryOutHunk(shared.context, HUNK), 'u');
  assert.deepEqual(shared.asked, []);
});
