import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check, CheckState, PullRequests } from '../../../shared/pull-requests.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { stateOf, summaryOf } from './check-summary.ts';
import { Pulls } from './pulls.svelte.ts';

const check = (state: CheckState): Check => ({ id: state, name: state, state, summary: '', url: null });
const list = (commit: string | null): PullRequests => ({
  ...{ repository: 'github.com/o/r', program: 'gh', open: [], branch: commit && 'work', commit },
});

function pullsOf(answer: (path: string) => unknown): { pulls: Pulls; asked: string[] } {
  const asked: string[] = [];
  const json = async (path: string): Promise<unknown> => {
    asked.push(path);
    return answer(path);
  };
  return { pulls: new Pulls({ path: 'a', api: { json } } as never), asked };
}

test('the checks are those of the pushed commit, and none are asked for without one', async () => {
  const { pulls, asked } = pullsOf((path) =>
    path.includes('/checks') ? { checks: [check('running')] } : list('c1'),
  );
  await pulls.fetch();
  assert.deepEqual(asked, ['a/git/pull-requests', 'a/git/checks?commit=c1']);
  assert.ok(pulls.isWaiting);
  const without = pullsOf(() => list(null));
  await without.pulls.fetch();
  assert.deepEqual([without.asked.length, without.pulls.checks, without.pulls.isWaiting], [1, null, false]);
});

test('a repository without a host has no pull requests, and that is no failure', async () => {
  const { pulls, asked } = pullsOf(() => null);
  await pulls.fetch();
  assert.deepEqual([pulls.list, pulls.failure, asked.length], [null, null, 1]);
});

test('checks that have ended are not waited for, and the first one of a commit is', async () => {
  for (const [checks, isWaiting] of [
    [[check('passed'), check('failed')], false],
    [[], true],
  ] as const) {
    const { pulls } = pullsOf((path) => (path.includes('/checks') ? { checks } : list('c1')));
    await pulls.fetch();
    assert.equal(pulls.isWaiting, isWaiting);
  }
});

test('no checks of an earlier commit are shown for the one that was pushed since', async () => {
  const held = Promise.withResolvers<{ checks: Check[] }>();
  const { pulls } = pullsOf((path) => (path.includes('/checks') ? held.promise : list(null)));
  pulls.list = list('c1');
  const reading = pulls.fetchChecks();
  pulls.list = list('c2');
  held.resolve({ checks: [check('passed')] });
  await reading;
  assert.equal(pulls.checks, null);
  pulls.checks = [check('passed')];
  await pulls.fetch();
  assert.equal(pulls.checks, null, 'the branch is not pushed any more');
});

test('a refusal is kept with its code until something succeeds, and what was known stays', async () => {
  let refusal: ApiError | null = null;
  const { pulls } = pullsOf((path) => {
    if (refusal) throw refusal;
    return path.includes('/checks') ? { checks: [check('running')] } : list('c1');
  });
  await pulls.fetch();
  refusal = new ApiError(409, 'signed_out', 'gh is not signed in.');
  await pulls.fetchChecks();
  assert.deepEqual(pulls.failure, { code: 'signed_out', words: 'gh is not signed in.' });
  assert.equal(pulls.list?.commit, 'c1');
});

test('checks are summed up by the worst of them', () => {
  assert.deepEqual([stateOf([]), summaryOf([])], [null, 'none yet']);
  for (const [states, result, words] of [
    [['passed', 'running', 'failed', 'failed'], 'failed', '2 failed, 1 running, 1 passed'],
    [['passed', 'running', 'skipped'], 'running', '1 running, 1 passed'],
    [['passed', 'skipped'], 'passed', '1 passed'],
    [['skipped'], 'passed', 'skipped'],
  ] as const) {
    const checks = states.map(check);
    assert.deepEqual([stateOf(checks), summaryOf(checks)], [result, words]);
  }
});
