import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommitDetails } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { OpenedCommit } from './opened-commit.svelte.ts';

/** An agent whose commits the test answers, by id. */
function agentOf() {
  const answers = new Map<string, PromiseWithResolvers<CommitDetails>>();
  const json = (path: string): Promise<CommitDetails> => {
    const answer = Promise.withResolvers<CommitDetails>();
    answers.set(path.split('/').at(-1)!, answer);
    return answer.promise;
  };
  const agent = { path: 'api/agents/1', api: { json } } as unknown as Pick<Agent, 'api' | 'path'>;
  const details = (id: string): CommitDetails => ({ id, files: [] }) as unknown as CommitDetails;
  return { agent, answers, details };
}

test('the files of a commit are never shown under the name of another one', async () => {
  const { agent, answers, details } = agentOf();
  const opened = new OpenedCommit();
  const [first, second] = [opened.show(agent, 'a'), opened.show(agent, 'b')];
  answers.get('b')!.resolve(details('b'));
  await second;
  answers.get('a')!.resolve(details('a'));
  await first;
  assert.deepEqual(opened.details, details('b'));
  const third = opened.show(agent, 'c');
  assert.equal(opened.details, null, 'it is being fetched');
  answers.get('c')!.reject(new Error('git failed'));
  await third;
  assert.deepEqual([opened.details, opened.failure], [null, 'git failed']);
});

test('a commit is fetched once, and a failure for one that is no longer shown is not reported', async () => {
  const { agent, answers, details } = agentOf();
  const opened = new OpenedCommit();
  const shown = opened.show(agent, 'a');
  const asked = answers.get('a');
  await opened.show(agent, 'a');
  assert.equal(answers.get('a'), asked);
  await opened.show(agent, undefined);
  asked!.reject(new Error('lost'));
  await shown;
  assert.deepEqual([opened.details, opened.failure], [null, null]);
  const again = opened.show(agent, 'a');
  answers.get('a')!.resolve(details('a'));
  await again;
  assert.deepEqual(opened.details, details('a'));
});

test('a commit is read again in the repository of another agent, which may not have it', async () => {
  const { agent, answers, details } = agentOf();
  const opened = new OpenedCommit();
  const shown = opened.show(agent, 'a');
  answers.get('a')!.resolve(details('a'));
  await shown;
  const other = opened.show({ ...agent, path: 'api/agents/2' }, 'a');
  assert.equal(opened.details, null);
  answers.get('a')!.reject(new Error('There is no such commit.'));
  await other;
  assert.deepEqual([opened.details, opened.failure], [null, 'There is no such commit.']);
});
