import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitDone, GitState } from '../../../shared/git.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { gitOf } from '../../state/agent/git.svelte.ts';
import { shipOf } from './ship.svelte.ts';

const PUSH = { act: 'push', body: { remote: 'origin' } } as unknown as Parameters<
  ReturnType<typeof shipOf>['run']
>[0];

/** An agent whose requests to git the test answers. */
function agentOf() {
  const sent: [path: string, options: { body?: unknown; headers?: unknown }][] = [];
  const answers: PromiseWithResolvers<GitDone>[] = [];
  let reads = 0;
  const json = (path: string, options?: { body: unknown }): Promise<unknown> => {
    if (!options) return Promise.resolve((reads++, gitOf(agent).state));
    const answer = Promise.withResolvers<GitDone>();
    sent.push([path, options]);
    answers.push(answer);
    return answer.promise;
  };
  const agent = { path: 'api/agents/1', api: { json } } as unknown as Agent;
  return { agent, sent, answers, reads: () => reads };
}

test('one request runs at a time, and all regions see it', async () => {
  const { agent, sent, answers } = agentOf();
  const ship = shipOf(agent);
  const first = ship.run(PUSH);
  assert.equal(shipOf(agent), ship);
  assert.equal(ship.running, PUSH);
  assert.equal(await ship.run({ act: 'fetch', body: {} }), null);
  assert.equal(sent.length, 1);
  const done = { isDone: true } as unknown as GitDone;
  answers[0]!.resolve(done);
  assert.equal(await first, done);
  assert.equal(ship.running, null);
});

test('what git says after the act is shown at once, and read again in any case', async () => {
  const { agent, answers, reads } = agentOf();
  const before = { branch: 'before' } as GitState;
  gitOf(agent).state = before;
  const run = async (answer: GitDone | Error): Promise<GitState | null> => {
    const running = shipOf(agent).run(PUSH);
    if (answer instanceof Error) answers.at(-1)!.reject(answer);
    else answers.at(-1)!.resolve(answer);
    await running;
    return gitOf(agent).state;
  };
  assert.equal(await run({} as GitDone), before, 'it says nothing about the state');
  const after = { branch: 'after' } as GitState;
  assert.equal(await run({ state: after } as GitDone), after);
  assert.equal(await run(new ApiError(500, 'git_failed', 'no')), after);
  assert.ok(reads() > 0);
});

test('a refused request is kept with its code, so that the user can repeat it, until the next one', async () => {
  const { agent, sent, answers } = agentOf();
  const ship = shipOf(agent);
  const refused = ship.run(PUSH);
  answers[0]!.reject(new ApiError(409, 'agent_works', 'The agent works.'));
  assert.equal(await refused, null);
  assert.deepEqual(ship.failure, { request: PUSH, code: 'agent_works', words: 'The agent works.' });
  assert.deepEqual([ship.running, sent[0]?.[1].headers], [null, undefined]);
  const again = ship.run(PUSH, 'agent_works');
  assert.equal(ship.failure, null);
  answers[1]!.reject(new TypeError('lost'));
  await again;
  const { failure } = shipOf(agent);
  assert.deepEqual([failure?.code, sent[1]?.[1].headers], ['', { confirm: 'agent_works' }]);
  assert.deepEqual([sent[1]?.[0], sent[1]?.[1].body], ['api/agents/1/git/push', PUSH.body]);
});
