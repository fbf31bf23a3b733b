// The routes of comparisons over a real host, with a real git, the real pi and the scripted model.
import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { ComparedFile, ComparedFiles, Comparison, NewComparison } from '../../shared/comparisons.ts';
import type { WorktreeEnded, WorktreeWork } from '../../shared/worktrees.ts';
import { createApp } from '../app.ts';
import { makeRepository, WITHOUT_GIT as skip } from '../git/fixtures/repository.ts';
import { demoHost, TOKEN, usePiHome } from './fixtures/demo-host.ts';
import { testPi } from './fixtures/test-pi.ts';

const MODELS = ['demo-tour', 'demo-plain'].map((id) => ({ provider: 'demo', id }));

test(
  'two models get the same prompt in two worktrees, and their files are compared after a restart of the panel',
  { skip },
  async (t) => {
    const { around, top, gitIn, write } = await makeRepository(t);
    const home = path.join(around, 'home');
    usePiHome(home);
    await mkdir(path.join(home, 'state'), { recursive: true });
    const program = await testPi();
    const open = () => demoHost({ workspace: top, program, stateFolder: path.join(home, 'state') });
    let host = open();
    t.after(async () => {
      await host.close();
      await rm(home, { recursive: true, force: true });
    });
    const ask = async <T>(
      method: string,
      route: string,
      json?: unknown,
    ): Promise<{ status: number; body: T }> => {
      const response = await createApp(host).request(`http://localhost:0/api/${route}`, {
        method,
        headers: {
          host: 'localhost:0',
          authorization: `Bearer ${TOKEN}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        body: json === undefined ? null : JSON.stringify(json),
      });
      const body = response.status === 204 ? null : await response.json();
      return { status: response.status, body: body as T };
    };
    const wanted: NewComparison = { folder: top, base: 'main', setup: '', prompt: 'hello', models: MODELS };

    for (const bad of [
      { ...wanted, models: MODELS.slice(0, 1) },
      { ...wanted, models: [...MODELS, MODELS[0]] },
      { ...wanted, prompt: ' ' },
    ])
      assert.equal((await ask('POST', 'comparisons', bad)).status, 400);
    const outside = await ask<{ error: { code: string } }>('POST', 'comparisons', {
      ...wanted,
      folder: around,
    });
    assert.deepEqual([outside.status, outside.body.error.code], [409, 'no_git']);

    const { status, body: comparison } = await ask<Comparison>('POST', 'comparisons', wanted);
    assert.equal(status, 200);
    const folders = comparison.candidates.map(({ folder }) => folder);
    assert.deepEqual(folders, [
      path.join(around, 'shop-compare-1-demo-tour'),
      path.join(around, 'shop-compare-1-demo-plain'),
    ]);
    const agents = await t.waitFor(
      () => {
        const found = folders.map((folder) => host.registry.all().find((one) => one.workspace === folder));
        for (const agent of found)
          assert.ok(
            agent?.view.entries.some(({ message }) => message.role === 'user'),
            `no prompt: ${JSON.stringify({ isReady: agent?.view.ready, exit: agent?.view.exit, notices: agent?.view.notices })}`,
          );
        return found;
      },
      { timeout: 60_000, interval: 50 },
    );
    assert.deepEqual(
      agents.map((agent) => agent?.view.model?.id),
      MODELS.map(({ id }) => id),
    );
    for (const agent of agents) await agent!.commands.run({ type: 'abort' });

    await write(path.join(folders[0]!, 'a.txt'), 'ONE\ntwo\nthree\n');
    gitIn(folders[0]!, 'commit', '-qam', 'my work');
    await write(path.join(folders[1]!, 'b.txt'), 'new\n');
    await host.close();
    host = open();
    const { body: listed } = await ask<{ comparisons: Comparison[] }>('GET', 'comparisons');
    assert.deepEqual(
      listed.comparisons.map(({ id, prompt }) => ({ id, prompt })),
      [{ id: comparison.id, prompt: 'hello' }],
    );
    assert.ok(listed.comparisons[0]!.candidates.every(({ isThere, startedAt }) => isThere && startedAt));
    const route = `comparisons/${comparison.id}`;
    const { body: files } = await ask<ComparedFiles>('GET', `${route}/files`);
    const a = { path: 'a.txt', added: 1, removed: 1 };
    const b = { path: 'b.txt', added: 1, removed: 0 };
    assert.deepEqual(
      files.candidates.map((one) => one?.filter((file) => /^[ab]\.txt$/.test(file.path))),
      [[a], [b]],
    );
    const { body: file } = await ask<ComparedFile>('GET', `${route}/file?path=a.txt`);
    assert.deepEqual(file, {
      before: 'one\ntwo\nthree\n',
      after: [
        { isChanged: true, content: 'ONE\ntwo\nthree\n' },
        { isChanged: false, content: 'one\ntwo\nthree\n' },
      ],
    });
    assert.equal((await ask('GET', `${route}/file?path=..%2F..%2Fetc%2Fpasswd`)).status, 404);

    for (const [i, folder] of folders.entries()) {
      const at = encodeURIComponent(folder);
      const { body: work } = await ask<WorktreeWork>('GET', `worktrees/work?folder=${at}`);
      const end = { folder, seen: work.seen, confirm: work.branch };
      const ended = await ask<WorktreeEnded>('POST', 'worktrees/end', end);
      assert.equal(ended.status, 200);
      const { body: left } = await ask<{ comparisons: Comparison[] }>('GET', 'comparisons');
      assert.equal(left.comparisons.length, i === 0 ? 1 : 0, 'it lasts as long as one of its worktrees');
    }
  },
);
