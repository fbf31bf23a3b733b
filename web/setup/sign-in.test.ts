import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignIn } from '../../shared/setup.ts';
import { ApiError, type Api } from '../lib/requests/api.ts';
import { SignInFlow } from './sign-in.svelte.ts';

const SIGN_IN: SignIn = {
  ...{ id: 's1', provider: 'openai', kind: 'oauth', state: 'running', version: 1 },
  ...{ notes: [], prompt: null, error: null },
};
const LOST = new ApiError(0, 'unreachable', "The panel can't be reached.");

/** A flow whose polls have these outcomes, and how often it was done. */
function flowWith(...outcomes: (Partial<SignIn> | Error)[]) {
  let polls = 0;
  let done = 0;
  const json = async (_path: string, options?: { method?: string }): Promise<SignIn> => {
    if (options?.method === 'POST') return SIGN_IN;
    const outcome = outcomes[polls++]!;
    if (outcome instanceof Error) throw outcome;
    return { ...SIGN_IN, ...outcome };
  };
  const fetch = () => Promise.reject(LOST);
  const api = { json, fetch } as unknown as Api;
  const flow = new SignInFlow({ api, path: 'api/agents/a' }, 'openai', () => (done += 1));
  return { flow, polls: () => polls, done: () => done };
}

test('a sign-in is followed to its end, also if the connection is lost in the meantime', async () => {
  const { flow, done } = flowWith(LOST, { version: 2 }, { state: 'done', version: 3 });
  await flow.start('oauth');
  assert.deepEqual([flow.failure, flow.shown?.state, done()], [null, 'done', 1]);
});

test('a sign-in that the panel no longer knows has failed', async () => {
  const { flow, done } = flowWith(new ApiError(404, 'unknown_sign_in', 'This sign-in is over.'));
  await flow.start('oauth');
  assert.deepEqual([flow.error, flow.isRunning, done()], ['This sign-in is over.', false, 0]);
});

test('a sign-in whose form was closed is no longer followed, even if it could not be canceled', async () => {
  const { flow, polls } = flowWith(LOST, { version: 2 });
  const followed = flow.start('oauth');
  await new Promise(setImmediate);
  flow.close();
  await followed;
  assert.equal(polls(), 1);
});
