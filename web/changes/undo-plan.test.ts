import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedTurn, Plan, PlannedFile } from '../../shared/changes.ts';
import type { AgentChanges } from '../state/agent/changes.svelte.ts';
import { Toasts } from '../state/notices/toasts.svelte.ts';
import { UndoPlan } from './undo-plan.svelte.ts';

const FILES: PlannedFile[] = [
  { path: 'own', action: 'restore' },
  { path: 'shared', action: 'merge', shared: true },
  { path: 'also shared', action: 'delete', shared: true },
  { path: 'blocked', action: 'conflict' },
];

const turn = (id: string, undone: boolean[]): ChangedTurn =>
  ({ id, files: undone.map((each) => ({ path: 'a', undone: each })) }) as unknown as ChangedTurn;

/** An agent with these turns, whose plans the test answers. */
function setUp(turns: ChangedTurn[] = []) {
  const asked: unknown[] = [];
  const answers: ((files: PlannedFile[] | Error) => void)[] = [];
  const post = (route: string, body: unknown): Promise<Plan> => {
    asked.push([route, body]);
    return new Promise((resolve, reject) =>
      answers.push((files) => (files instanceof Error ? reject(files) : resolve({ plan: 'p', files }))),
    );
  };
  const changes = { turns, post } as unknown as AgentChanges;
  return { undoing: new UndoPlan(), changes, asked, answers };
}

const paths = ({ chosen }: UndoPlan): string => chosen.map(({ path }) => path).join();

test('without a request, the newest turn is undone that has changes left', async () => {
  const { undoing, changes, asked, answers } = setUp([
    turn('user-1', [false]),
    turn('user-2', [true, false]),
    turn('user-3', [true]),
    turn('user-4', []),
  ]);
  const prepared = undoing.prepare(changes, null);
  assert.equal(undoing.plan, null);
  answers[0]!(FILES);
  await prepared;
  assert.deepEqual(asked, [['plan', { undo: { turn: 'user-2' } }]]);
  assert.deepEqual([undoing.rows, undoing.request], [FILES, { undo: { turn: 'user-2' } }]);
});

test('if nothing can be undone, nothing is asked, and the dialog says so', async () => {
  const { undoing, changes, asked } = setUp([turn('user-1', [true])]);
  await undoing.prepare(changes, null);
  assert.deepEqual([undoing.failure, asked], ['There is nothing to undo.', []]);
  await undoing.prepare(undefined, { redo: 'u' });
  assert.equal(undoing.failure, 'There is nothing to undo.');
});

test('the files that the user checked are those that are undone, and a new plan begins anew', async () => {
  const { undoing, changes, answers } = setUp();
  const first = undoing.prepare(changes, { redo: 'u1' });
  answers[0]!(FILES);
  await first;
  assert.deepEqual([paths(undoing), undoing.isAllShared, undoing.isPartlyShared], ['own', false, false]);
  undoing.toggle(FILES[1]!);
  assert.deepEqual(
    [paths(undoing), undoing.isAllShared, undoing.isPartlyShared],
    ['own,shared', false, true],
  );
  undoing.chooseShared(true);
  assert.deepEqual(
    [paths(undoing), undoing.isAllShared, undoing.isPartlyShared],
    ['own,shared,also shared', true, false],
  );
  undoing.toggle(FILES[0]!);
  assert.equal(paths(undoing), 'shared,also shared');
  const second = undoing.prepare(changes, { redo: 'u2' });
  assert.equal(paths(undoing), '', 'nothing is known yet');
  answers[1]!(FILES);
  await second;
  assert.equal(paths(undoing), 'own');
});

test('an answer to an earlier request is ignored, also a failure', async () => {
  const { undoing, changes, answers } = setUp();
  const prepared = ['u1', 'u2', 'u3'].map((redo) => undoing.prepare(changes, { redo }));
  answers[2]!([{ path: 'of the third', action: 'restore' }]);
  answers[1]!(new Error('lost'));
  answers[0]!(FILES);
  await Promise.all(prepared);
  assert.deepEqual([paths(undoing), undoing.failure], ['of the third', null]);
});

test('a plan that cannot be made says why, until the user looks again', async () => {
  const { undoing, changes, answers } = setUp();
  const failed = undoing.prepare(changes, { redo: 'u' });
  answers[0]!(new Error('lost'));
  await failed;
  assert.deepEqual([undoing.failure, undoing.plan], ['lost', null]);
  const again = undoing.prepare(changes, { redo: 'u' });
  assert.equal(undoing.failure, null);
  answers[1]!(FILES);
  await again;
  assert.equal(undoing.blocked, undefined, 'others can be undone');
});

test('if only conflicts are left, the first of them is to be resolved', async () => {
  const { undoing, changes, answers } = setUp();
  const prepared = undoing.prepare(changes, { redo: 'u' });
  answers[0]!([{ path: 'as before', action: 'nothing' }, FILES[3]!, { path: 'other', action: 'conflict' }]);
  await prepared;
  assert.equal(undoing.blocked?.path, 'blocked');
});

/** A dialog about `FILES` whose undo the test answers. */
async function planned(answer: () => Promise<unknown>) {
  const sent: unknown[] = [];
  const post = (route: string, body: unknown): Promise<unknown> => {
    if (route === 'plan') return Promise.resolve({ plan: 'p', files: FILES });
    sent.push([route, body]);
    return answer();
  };
  const fetch = (): Promise<void> => Promise.resolve();
  const changes = { turns: [], list: null, redone: null, post, fetch } as unknown as AgentChanges;
  const undoing = new UndoPlan();
  await undoing.prepare(changes, { undo: { turn: 'user-1' } });
  const workbench = { showUndo: (): void => assert.fail('nothing is in the way') };
  const apply = (): Promise<boolean> =>
    undoing.apply({ changes, redoOf: null, toasts: new Toasts(), workbench });
  return { undoing, sent, apply };
}

test('exactly the checked files are undone, once', async () => {
  const answer = { entry: 'u', files: [{ path: 'own', outcome: 'restored' }] };
  const { undoing, sent, apply } = await planned(() => Promise.resolve(answer));
  undoing.toggle(FILES[1]!);
  const applied = apply();
  assert.deepEqual([undoing.isBusy, undoing.canApply], [true, false]);
  assert.equal(await applied, true);
  assert.deepEqual(sent, [['plans/p', { paths: ['own', 'shared'] }]]);
  assert.deepEqual([undoing.isBusy, undoing.failure], [false, null]);
});

test('a plan that could not be carried out says why, and is not repeated blindly', async () => {
  const { undoing, apply } = await planned(() => Promise.reject(new Error('The disk is full.')));
  assert.equal(undoing.canApply, true);
  assert.equal(await apply(), false);
  assert.deepEqual([undoing.failure, undoing.isBusy, undoing.canApply], ['The disk is full.', false, false]);
});

test('without a plan, or without a checked file, nothing is undone', async () => {
  const { undoing, sent, apply } = await planned(() => assert.fail('nothing is sent'));
  undoing.toggle(FILES[0]!);
  assert.equal(undoing.canApply, false);
  undoing.plan = null;
  assert.equal(await apply(), false);
  assert.deepEqual(sent, []);
});
