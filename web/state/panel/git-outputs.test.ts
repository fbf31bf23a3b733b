import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitOutput } from '../../../shared/git.ts';
import type { Api } from '../../lib/requests/api.ts';
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
