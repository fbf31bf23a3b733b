import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitOutput } from '../../../shared/git.ts';
import { ApiError, type Api, type RequestOptions } from '../../lib/requests/api.ts';
import { GitOutputs } from './git-outputs.svelte.ts';

const settled = (): Promise<void> => new Promise(setImmediate);

test('what git prints is shown while it is followed, and no longer', async () => {
  const routes: string[] = [];
  const answers: ((output: GitOutput) => void)[] = [];
  const json = (route: string): Promise<GitOutput> => {
    routes.push(route);
    return new Promise((resolve) => answers.push(resolve));
  };
  const outputs = new GitOutputs({ json } as unknown as Api);
  const output = (revision: number, text: string): GitOutput =>
    ({ revision, commands: [{ id: 'c', command: 'git commit', output: text }] }) as unknown as GitOutput;
  const stop = outputs.follow('/w x');
  answers.shift()!(output(4, 'hook'));
  await settled();
  assert.equal(outputs.commands.length, 1);
  assert.deepEqual(routes, ['api/git/output?folder=%2Fw%20x', 'api/git/output?folder=%2Fw%20x&revision=4']);
  stop();
  assert.deepEqual(outputs.commands, []);
  answers.shift()!(output(5, 'late'));
  await settled();
  assert.deepEqual([outputs.commands, routes.length], [[], 2]);
});

test('answers to git, and its end, are sent for the folder that was followed, and a late one is no failure', async () => {
  const sent: unknown[] = [];
  let failure: Error | null = null;
  const fetch = (route: string, { body }: RequestOptions): Promise<void> => {
    sent.push([route, body]);
    return failure ? Promise.reject(failure) : Promise.resolve();
  };
  const json = (): Promise<never> => new Promise(() => undefined);
  const outputs = new GitOutputs({ json, fetch } as unknown as Api);
  outputs.follow('/w');
  failure = new ApiError(404, 'unknown_question', 'Another page was faster.');
  await outputs.answer('q1', { answer: 'yes' });
  await outputs.stop();
  assert.deepEqual(sent, [
    ['api/git/answers/q1', { answer: 'yes' }],
    ['api/git/stop', { folder: '/w' }],
  ]);
  failure = new TypeError('a mistake');
  await assert.rejects(outputs.stop(), TypeError);
});
