// Folders whose git is broken, incomplete or odd: every route answers, in words, and none fails.
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeRepository, WITHOUT_GIT, type Repository } from '../../server/git/fixtures/repository.ts';
import { apiRoutes } from './routes.ts';
import { SiegePanel } from './siege-panel.ts';

/** Removes the object from the repository, as in a partial clone. */
async function removeObject({ top, git }: Repository, name: string): Promise<void> {
  const id = git('rev-parse', name).trim();
  await rm(path.join(top, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
}

/** Each way to break a repository. It may return the folder to open instead of its top. */
const BROKEN: Readonly<Record<string, (repository: Repository) => Promise<string | void>>> = {
  'lacks the content of a file': (repository) => removeObject(repository, 'HEAD:a.txt'),
  'is a partial clone without its server': async (repository) => {
    await removeObject(repository, 'HEAD:a.txt');
    repository.git('config', 'extensions.partialClone', 'origin');
    repository.git('config', 'remote.origin.promisor', 'true');
    repository.git('config', 'remote.origin.url', '/nowhere');
  },
  'lacks the folder of its commit': (repository) => removeObject(repository, 'HEAD^{tree}'),
  'lacks its commit': (repository) => removeObject(repository, 'HEAD'),
  'has a damaged content': async ({ top, git }) => {
    const id = git('rev-parse', 'HEAD:a.txt').trim();
    const place = path.join(top, '.git/objects', id.slice(0, 2), id.slice(2));
    await rm(place);
    await writeFile(place, 'damaged');
  },
  'has no HEAD': ({ top }) => rm(path.join(top, '.git/HEAD')),
  'has a HEAD that says nothing': ({ write }) => write('.git/HEAD', 'nothing\n'),
  'has a HEAD without an end': ({ write }) => write('.git/HEAD', 'ref: refs/heads/main/../../../x'),
  'has an empty HEAD': ({ write }) => write('.git/HEAD', ''),
  'has a HEAD that names no commit': ({ write }) => write('.git/HEAD', `${'1'.repeat(40)}\n`),
  'has a branch that names no commit': ({ write }) => write('.git/refs/heads/main', 'x\n'),
  'is on a branch without a commit': async ({ git }) => void git('symbolic-ref', 'HEAD', 'refs/heads/none'),
  'has a cut index': ({ top }) => truncate(path.join(top, '.git/index'), 40),
  'has an index of nonsense': ({ write }) => write('.git/index', 'nonsense'),
  'has settings that git cannot read': ({ write }) => write('.git/config', '[core\n'),
  'has a format that git does not know': async ({ git }) =>
    void git('config', 'core.repositoryFormatVersion', '99'),
  'has no objects': ({ top }) => rm(path.join(top, '.git/objects'), { recursive: true }),
  'is an empty folder': async ({ top }) => {
    await rm(path.join(top, '.git'), { recursive: true });
    await mkdir(path.join(top, '.git'));
  },
  'is a file of nonsense': async ({ top, write }) => {
    await rm(path.join(top, '.git'), { recursive: true });
    await write('.git', 'nonsense\n');
  },
  'is elsewhere, where nothing is': async ({ top, write }) => {
    await rm(path.join(top, '.git'), { recursive: true });
    await write('.git', 'gitdir: /nowhere\n');
  },
  'belongs to a worktree that its repository has forgotten': async ({ top, addWorktree }) => {
    const folder = addWorktree('one');
    await rm(path.join(top, '.git/worktrees'), { recursive: true });
    return folder;
  },
  'is the opened folder itself': ({ top }) => Promise.resolve(path.join(top, '.git')),
  'is around the opened folder': ({ top }) => Promise.resolve(path.join(top, '.git/refs')),
  'is bare': ({ top, gitIn, around }) => {
    gitIn(around, 'clone', '-q', '--bare', top, 'bare.git');
    return Promise.resolve(path.join(around, 'bare.git'));
  },
  'is set to be bare': async ({ git }) => void git('config', 'core.bare', 'true'),
  'has its files elsewhere': async ({ git }) => void git('config', 'core.worktree', '/nowhere'),
};

let panel: SiegePanel;
before(async () => {
  panel = await SiegePanel.open();
});
after(() => panel?.close());

async function ask(target: string, init: Parameters<SiegePanel['fetch']>[1] = {}): Promise<string[]> {
  const what = `${init.method ?? 'GET'} ${target}`;
  const response = await panel.fetch(target, { ...init, signal: AbortSignal.timeout(60_000) });
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  return response.status >= 500 ? [`${what}: ${response.status} ${text}`] : [];
}

for (const [words, damage] of Object.entries(BROKEN))
  test(`S-38: no route fails in a folder whose repository ${words}`, { skip: WITHOUT_GIT }, async (t) => {
    const repository = await makeRepository(t);
    await repository.write('a.txt', 'changed\n');
    await repository.write('new.txt', 'new\n');
    const folder = (await damage(repository)) ?? repository.top;
    const started = await panel.fetch('agents', { method: 'POST', json: { workspace: folder } });
    const { id: agent } = (await started.json()) as { id: string };
    assert.ok(started.ok && agent, JSON.stringify(agent));
    t.after(() => panel.fetch(`agents/${agent}`, { method: 'DELETE' }));

    const [name = ''] = await readdir(folder);
    const file = encodeURIComponent(name === '.git' ? 'a.txt' : name);
    const place = `folder=${encodeURIComponent(folder)}`;
    const queries = ['', 'scope=head', place, `${place}&path=a.txt&branch=main&query=a&q=a`].concat(
      ['session', 'head'].flatMap((scope) =>
        ['before', 'after'].flatMap((side) => [
          `scope=${scope}&path=a.txt&side=${side}`,
          `scope=${scope}&path=${file}&side=${side}`,
        ]),
      ),
    );
    const failures: string[] = [];
    const asked = apiRoutes(agent).flatMap(({ method, path: route }) =>
      method === 'GET' && /changes|git|worktrees|comparisons|\/files?$|find|search/.test(route)
        ? queries.map((query) => `${route.replace(/^\/api\//, '')}?${query}`)
        : [],
    );
    const next = asked.values();
    const askAll = async (): Promise<void> => {
      for (const target of next) failures.push(...(await ask(target)));
    };
    await Promise.all([askAll(), askAll(), askAll(), askAll()]);
    for (const [route, json] of [
      [`agents/${agent}/git/commit`, { message: 'x', files: [{ path: 'a.txt' }] }],
      [`agents/${agent}/git/commit`, { message: 'x', files: [{ path: 'a.txt', hunks: ['x'] }] }],
      [`agents/${agent}/git/pull`, {}],
      [`agents/${agent}/git/push`, {}],
      [`agents/${agent}/git/branch`, { switch: 'x' }],
      ['worktrees', { folder, branch: 'new', base: 'main', place: `${repository.top}-new`, setup: '' }],
      ['worktrees/merge', { folder, plan: 'x' }],
      ['worktrees/files', { folder, plan: 'x' }],
      ['worktrees/files/plan', { folder }],
      ['worktrees/end', { folder, seen: 'x' }],
      ['worktrees/keep', { folder }],
    ] as const) {
      const headers = { 'idempotency-key': `${words} ${route}`, Confirm: 'runs_programs' };
      failures.push(...(await ask(route, { method: 'POST', json, headers })));
    }
    assert.deepEqual(failures, []);
  });
