import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, ChangeList } from '../../../shared/changes.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { AgentChanges } from './changes.svelte.ts';

test('the reason why git cannot be compared stays until git answers, whatever happens to the list', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let hasGit = false;
  const json = (route: string): Promise<Partial<ChangeList>> => {
    if (!route.endsWith('scope=head') || hasGit) return Promise.resolve({ turns: [] });
    return Promise.reject(new ApiError(409, 'no_git', 'There is no repository.'));
  };
  const changes = new AgentChanges({ json } as unknown as Api, 'api/agents/a');
  await changes.fetchHead();
  assert.deepEqual([changes.failure, changes.headFailure], [null, 'There is no repository.']);
  await changes.fetch();
  assert.equal(changes.headFailure, 'There is no repository.');
  hasGit = true;
  t.mock.timers.tick(1000);
  await changes.fetchHead();
  assert.equal(changes.headFailure, null);
});

test('differences from the last commit are not shown once git cannot be compared any more', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let hasGit = true;
  const list = { turns: [], files: [] };
  const json = (): Promise<Partial<ChangeList>> =>
    hasGit
      ? Promise.resolve(list)
      : Promise.reject(new ApiError(409, 'no_git', 'The repository has no commit yet.'));
  const changes = new AgentChanges({ json } as unknown as Api, 'api/agents/a');
  await Promise.all([changes.fetchHead(), changes.fetch()]);
  assert.deepEqual([changes.head, changes.list], [list, list]);
  hasGit = false;
  t.mock.timers.tick(1000);
  await Promise.all([changes.fetchHead(), changes.fetch()]);
  assert.equal(changes.head, null);
  // The list of the session stays, with the reason why it may be old.
  assert.deepEqual([changes.list, changes.failure !== null], [list, true]);
  hasGit = true;
  t.mock.timers.tick(1000);
  await Promise.all([changes.fetchHead(), changes.fetch()]);
  assert.deepEqual([changes.head, changes.failure, changes.headFailure], [list, null, null]);
});

test('the marks on files are those of changes that were neither undone nor committed', async () => {
  const file = (path: string, more: Partial<ChangedFile>): ChangedFile => ({
    path,
    kind: 'modified',
    added: 3,
    removed: 1,
    version: '',
    calls: [],
    shared: false,
    known: true,
    undone: false,
    ...more,
  });
  const files = [
    file('open', {}),
    file('undone', { undone: true }),
    file('committed', { committed: { added: 3, removed: 1 } }),
    file('partly', { committed: { added: 1, removed: 1 } }),
    file('binary', { added: 0, removed: 0, isBinary: true, committed: { added: 0, removed: 0 } }),
  ];
  const json = (): Promise<Partial<ChangeList>> => Promise.resolve({ turns: [], files });
  const changes = new AgentChanges({ json } as unknown as Api, 'api/agents/a');
  await changes.fetch();
  assert.deepEqual(
    [...changes.lines],
    [
      ['open', { added: 3, removed: 1 }],
      ['partly', { added: 2, removed: 0 }],
    ],
  );
});

test('recordings that were removed are gone from the list as well', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: string[] = [];
  const api = {
    json: (route: string) => {
      requests.push(`GET ${route}`);
      return Promise.resolve({ turns: [], files: [] });
    },
    fetch: (route: string, { method }: { method: string }) =>
      Promise.resolve(void requests.push(`${method} ${route}`)),
  };
  await new AgentChanges(api as unknown as Api, 'api/agents/a').forget();
  assert.deepEqual(requests, ['DELETE api/agents/a/changes', 'GET api/agents/a/changes']);
});

test('a list is known by the request that asked for it, and an equal list stays the same', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answers: ((list: Partial<ChangeList>) => void)[] = [];
  const json = (): Promise<Partial<ChangeList>> => new Promise((resolve) => answers.push(resolve));
  const changes = new AgentChanges({ json } as unknown as Api, 'api/agents/a');
  const first = changes.fetch();
  // Something else asks in the meantime, such as an undo: this list may be older than that.
  changes.requested += 1;
  answers.shift()!({ turns: [], files: [] });
  await first;
  const { list } = changes;
  assert.deepEqual([changes.listed, changes.requested], [1, 2]);
  t.mock.timers.tick(1000);
  const second = changes.fetch();
  answers.shift()!({ turns: [], files: [] });
  await second;
  assert.deepEqual([changes.listed, changes.list === list], [3, true]);
});
