import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiRun } from '../../shared/resources.ts';
import { ApiError, type Api } from '../lib/requests/api.ts';
import { PiRunFlow } from './pi-run.svelte.ts';

const RUN: PiRun = {
  ...{ id: 'r1', title: 'pi install a', state: 'running', exitCode: null },
  ...{ output: '', from: 0, next: 0 },
};

/** A flow whose requests have these outcomes. */
function flowWith(...outcomes: (Partial<PiRun> | Error)[]) {
  const paths: string[] = [];
  const json = async (path: string): Promise<PiRun> => {
    const outcome = outcomes[paths.push(path) - 1]!;
    if (outcome instanceof Error) throw outcome;
    return { ...RUN, ...outcome };
  };
  return { paths, flow: new PiRunFlow({ api: { json } as unknown as Api, path: 'api/agents/a' }) };
}

test('a run is followed to its end, also if the connection is lost in the meantime', async () => {
  const lost = new ApiError(0, 'unreachable', "The panel can't be reached.");
  const end = { state: 'done', exitCode: 0, output: ' two', from: 3, next: 7 } as const;
  const { flow, paths } = flowWith({}, { output: 'one', next: 3 }, lost, end);
  assert.equal(await flow.start('packages', {}), true);
  assert.deepEqual([flow.failure, flow.shown?.output], [null, 'one two']);
  assert.deepEqual(
    paths.slice(1),
    ['r1?from=0', 'r1?from=3', 'r1?from=3'].map((run) => `api/setup/runs/${run}`),
  );
});

test('a run that the panel no longer knows has failed', async () => {
  const { flow } = flowWith({}, new ApiError(404, 'unknown_run', 'The panel was restarted.'));
  assert.equal(await flow.start('packages', {}), false);
  assert.deepEqual(
    [flow.failure, flow.shown?.state, flow.isRunning],
    ['The panel was restarted.', 'failed', false],
  );
});
