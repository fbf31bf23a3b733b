import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BranchBody, GitBranch, GitDone, OwnCommits } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { BranchForm } from './branch-form.svelte.ts';
import type { BranchTask, ShipFailure } from './ship.svelte.ts';

const branch = (name: string, more: object = {}): GitBranch =>
  ({ name, isCurrent: false, isRemote: false, ...more }) as unknown as GitBranch;

/** A form whose requests the test answers. */
function formFor(task: BranchTask) {
  const sent: BranchBody[] = [];
  const state = {
    refusal: null as { code: string; words: string } | null,
    branches: [] as GitBranch[] | Error,
    own: (name: string): Promise<OwnCommits> =>
      Promise.resolve({ commit: `of ${name}`, commits: [] } as unknown as OwnCommits),
  };
  const json = (path: string): Promise<unknown> => {
    if (path.includes('own?')) return state.own(decodeURIComponent(path.split('branch=')[1]!));
    const { branches } = state;
    return branches instanceof Error ? Promise.reject(branches) : Promise.resolve({ branches });
  };
  const ship = {
    failure: null as ShipFailure | null,
    run: (request: { act: string; body: object }): Promise<GitDone | null> => {
      sent.push(request.body as BranchBody);
      if (!state.refusal) return Promise.resolve({} as GitDone);
      ship.failure = { request, ...state.refusal } as ShipFailure;
      return Promise.resolve(null);
    },
  };
  const agent = { path: 'api/agents/1', api: { json } } as unknown as Agent;
  return { form: new BranchForm(agent, ship, task), ship, sent, state };
}

test('a branch is created or renamed with the typed name, without the spaces around it', async () => {
  const created = formFor({ act: 'create' });
  created.form.name = ' topic ';
  assert.equal(await created.form.act(), true);
  assert.deepEqual(created.sent, [{ create: 'topic' }]);
  const renamed = formFor({ act: 'rename', branch: 'old' });
  assert.equal(renamed.form.name, 'old');
  renamed.form.name = 'new ';
  await renamed.form.act();
  assert.deepEqual(renamed.sent, [{ rename: 'old', to: 'new' }]);
});

test('only local branches that no folder has checked out can be deleted', async () => {
  const { form, state } = formFor({ act: 'delete' });
  state.branches = [
    branch('main', { isCurrent: true }),
    branch('origin/x', { isRemote: true }),
    branch('elsewhere', { folder: '/w2' }),
    branch('done'),
    branch('other'),
  ];
  await form.read();
  assert.deepEqual([form.branches.map(({ name }) => name), form.name], [['done', 'other'], 'done']);
  state.branches = [];
  await form.read();
  assert.equal(form.name, '');
  state.branches = new Error('git failed');
  await form.read();
  assert.equal(form.failure, 'git failed');
});

test('a branch with commits of its own is deleted only after they were shown, and only that branch', async () => {
  const { form, ship, sent, state } = formFor({ act: 'delete' });
  form.name = 'topic';
  state.refusal = { code: 'unmerged', words: 'not merged' };
  assert.equal(await form.act(), false);
  assert.deepEqual([form.lost?.commit, form.failure, ship.failure], ['of topic', null, null]);
  form.name = 'other';
  await form.act();
  assert.deepEqual(sent, [{ delete: 'topic' }, { delete: 'other' }]);
  state.refusal = null;
  assert.equal(await form.act(), true);
  assert.deepEqual(sent.at(-1), { delete: 'other', unmerged: 'of other' });
});

test('the commits of a branch are not shown under the name of another one that was chosen meanwhile', async () => {
  const { form, state } = formFor({ act: 'delete' });
  const own = Promise.withResolvers<OwnCommits>();
  state.own = () => own.promise;
  state.refusal = { code: 'unmerged', words: 'not merged' };
  form.name = 'topic';
  const acted = form.act();
  await new Promise(setImmediate);
  form.name = 'other';
  own.resolve({ commit: 'of topic', commits: [] });
  await acted;
  assert.equal(form.lost, null);
});

test('any other refusal is said in the dialog, and only there, until the next attempt', async () => {
  const { form, ship, state } = formFor({ act: 'create' });
  form.name = 'a b';
  state.refusal = { code: 'git_failed', words: 'not a valid name' };
  assert.equal(await form.act(), false);
  assert.deepEqual([form.failure, ship.failure, form.lost], ['not a valid name', null, null]);
  state.refusal = null;
  assert.equal(await form.act(), true);
  assert.equal(form.failure, null);
});
