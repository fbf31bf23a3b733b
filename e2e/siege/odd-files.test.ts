// A folder in which files that git, pi and the panel read are named pipes, sockets, folders, links to themselves, or have
// no end. It is opened, and everything about it is asked for.
import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ODD_FILES, replace, useAllFiles } from '../../server/git/fixtures/odd-files.ts';
import { makeRepository, WITHOUT_GIT } from '../../server/git/fixtures/repository.ts';
import { apiRoutes } from './routes.ts';
import { SiegePanel } from './siege-panel.ts';

const skip = process.platform === 'linux' ? WITHOUT_GIT : 'only Linux shows where a process works';
/** Multiplies how long a git may do nothing. */
const PATIENCE = '0.5';
const AT_A_TIME = 4;
const ANSWER_MS = 60_000;

const IN_FOLDER = [
  '.gitignore',
  '.gitattributes',
  '.gitmodules',
  'sub/.gitignore',
  '.worktreeinclude',
  'a.txt',
];
const OF_PI = ['.pi/settings.json', '.pi/mcp.json', '.mcp.json', '.pi/SYSTEM.md'];
const OF_GIT = ['HEAD', 'config', 'index', 'packed-refs', 'info/exclude', 'refs/heads/main'];

/** The processes that work in this folder, with their programs. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const place = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return `${place}/`.startsWith(`${folder}/`) ? await readlink(`/proc/${pid}/exe`).catch(() => '') : '';
    }),
  );
  return found.filter(Boolean);
}

for (const [kind, names] of [
  ['a named pipe', [...IN_FOLDER, ...OF_PI]],
  ['a named pipe', OF_GIT.map((name) => `.git/${name}`)],
  ['a named pipe', ['.git']],
  ['a socket', [...IN_FOLDER, ...OF_PI]],
  ['a folder', [...IN_FOLDER, ...OF_PI, '.git/config', '.git/index']],
  ['a link to itself', [...IN_FOLDER, ...OF_PI, '.git/config', '.git/index']],
  ['a link to /dev/zero', [...IN_FOLDER, ...OF_PI, '.git/index']],
] as const)
  test(
    `S-38: a folder opens and every route answers although ${names[0]} and others are ${kind}`,
    { skip },
    async (t) => {
      assert.ok(kind in ODD_FILES);
      const repository = await makeRepository(t);
      const { top } = repository;
      await useAllFiles(repository);
      await repository.write('new.txt', 'new\n');
      for (const name of names) await replace(top, name, kind);
      const panel = await SiegePanel.open({
        prepare: () => Promise.resolve({ PI_PANEL_PATIENCE: PATIENCE }),
      });
      t.after(() => panel.close());
      const started = await panel.fetch('agents', { method: 'POST', json: { workspace: top } });
      const { id: agent } = (await started.json()) as { id: string };
      assert.ok(started.ok && agent, JSON.stringify(agent));
      const queries = [
        '',
        'scope=head',
        'scope=head&path=a.txt&side=before',
        'path=.gitignore',
        'query=ours&q=a',
      ].concat(`folder=${encodeURIComponent(top)}`);
      const asked = apiRoutes(agent).flatMap(({ method, path: route }) =>
        method !== 'GET' || /\/(?:events|stream|panel)$/.test(route)
          ? []
          : queries.map((query) => `${route.replace(/^\/api\//, '')}?${query}`),
      );
      const failures: string[] = [];
      for (let at = 0; at < asked.length; at += AT_A_TIME)
        await Promise.all(
          asked.slice(at, at + AT_A_TIME).map(async (target) => {
            try {
              const response = await panel.fetch(target, { signal: AbortSignal.timeout(ANSWER_MS) });
              const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
              const text = isStream ? '' : await response.text();
              if (isStream) await response.body?.cancel();
              if (response.status >= 500) failures.push(`${target}: ${response.status} ${text}`);
            } catch (error) {
              failures.push(`${target}: ${String(error)}`);
            }
          }),
        );
      assert.deepEqual(failures, []);
      // One more of each that could wait, which ends with the panel.
      const last = ['git', 'changes?scope=head', 'find?query=a'].map((route) =>
        panel.fetch(`agents/${agent}/${route}`).catch(() => undefined),
      );
      await setTimeout(200);
      await panel.close();
      await Promise.all(last);
      assert.deepEqual(await processesIn(top), []);
    },
  );
