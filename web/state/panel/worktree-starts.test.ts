import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorktreeStart } from '../../../shared/worktrees.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Panel } from './panel.svelte.ts';
import { worktreeStartsOf } from './worktree-starts.svelte.ts';

const START: WorktreeStart = {
  ...{
    id: 'w1',
    repository: '/repo',
    branch: 'topic',
    folder: '/repo-topic',
    step: 'setup',
    state: 'running',
  },
  ...{ error: null, warning: null, isMade: true, copied: [], run: null, agent: null, revision: 1 },
};
const LOST = new ApiError(0, 'unreachable', 'The panel cannot be reached.');

/** Follows a start whose polls have these outcomes, until there are no more. */
async function follow(...outcomes: (Partial<WorktreeStart> | Error)[]) {
  const end = Promise.withResolvers<void>();
  const json = async (path: string): Promise<unknown> => {
    if (path === 'api/worktrees/starts') return { starts: [START] };
    const outcome = outcomes.shift()!;
    if (outcomes.length === 0) setImmediate(end.resolve);
    if (outcome instanceof Error) throw outcome;
    return { ...START, ...outcome };
  };
  const starts = worktreeStartsOf({ api: { json } } as unknown as Panel);
  await starts.fetch();
  await end.promise;
  return starts;
}

const run = (output: string, from: number): WorktreeStart['run'] => ({
  ...{ id: 'r1', title: 'npm ci', state: 'running', exitCode: null },
  ...{ output, from, next: from + output.length },
});

test('a start is followed to its end and to the last output, also if the connection is lost in the meantime', async () => {
  const failed = { state: 'failed', revision: 2, error: 'The set-up failed.' } as const;
  const { list, failures } = await follow(
    LOST,
    { run: run('one', 0) },
    { ...failed, run: run('', 3) },
    LOST,
    { ...failed, run: run(' two', 3) },
  );
  assert.deepEqual(
    list.map(({ state, error, run: shown }) => [state, error, shown?.output]),
    [['failed', 'The set-up failed.', 'one two']],
  );
  assert.deepEqual(failures, {});
});

test('a start that the panel no longer knows has failed, and only its card can be removed', async () => {
  const { list, failures } = await follow(new ApiError(404, 'unknown_start', 'The panel was restarted.'));
  assert.deepEqual(failures, { w1: 'The panel was restarted.' });
  assert.deepEqual(
    list.map(({ state, isMade }) => [state, isMade]),
    [['failed', false]],
  );
});

test('output that arrives twice is shown once, and that of another run replaces it', async () => {
  const again = { ...run('two', 0)!, id: 'r2' };
  const ended = { state: 'failed', revision: 2 } as const;
  const late = await follow(
    { run: run('one', 0) },
    { run: run(' two', 3) },
    { run: run(' two', 3) },
    { ...ended, run: run('', 7) },
    { ...ended, run: run('!', 7) },
  );
  assert.equal(late.list[0]?.run?.output, 'one two!');
  const other = await follow({ run: run('one', 0) }, { ...ended, run: again }, { ...ended, run: again });
  assert.equal(other.list[0]?.run?.output, 'two');
});
