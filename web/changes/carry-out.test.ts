import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeList, PlanResult } from '../../shared/changes.ts';
import type { AgentChanges } from '../state/agent/changes.svelte.ts';
import { Toasts } from '../state/notices/toasts.svelte.ts';
import { linesOf } from './change-words.ts';
import { carryOut, carryOutHunk } from './carry-out.ts';

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

test('K2: the undo of a hunk that may be the user’s opens the dialog, and writes nothing', async () => {
  const posted: string[] = [];
  const plan = { plan: 'p', files: [{ path: 'a.ts', action: 'restore', shared: true }] };
  const changes = { post: (route: string) => (posted.push(route), Promise.resolve(plan)) };
  const shown: unknown[] = [];
  const hunk = { path: 'a.ts', id: 'h' };
  const context = {
    changes: changes as unknown as AgentChanges,
    toasts: new Toasts(),
    workbench: { showUndo: (request: unknown) => void shown.push(request) },
  };
  assert.equal(await carryOutHunk(context, hunk), null);
  assert.deepEqual([posted, shown], [['plan'], [{ undo: { hunk } }]]);
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
