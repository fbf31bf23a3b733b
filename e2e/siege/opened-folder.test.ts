// A folder whose git names a program in every way that git has is opened, and everything about it is asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plantPrograms } from '../../server/git/fixtures/planted.ts';
import { WITHOUT_GIT } from '../../server/git/fixtures/repository.ts';
import { apiRoutes } from './routes.ts';
import { SiegePanel } from './siege-panel.ts';

test(
  'S-59: no route that reads runs a program that the git of an opened folder names, and none that writes does unasked',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, worktree, marks, plainGit } = await plantPrograms(t, 'local');
    const panel = await SiegePanel.open({});
    t.after(() => panel.close());
    const started = await panel.fetch('agents', { method: 'POST', json: { workspace: top } });
    const { id: agent } = (await started.json()) as { id: string };
    assert.ok(started.ok && agent, JSON.stringify(agent));
    await panel.command({ type: 'bash', command: 'echo agent >> a.txt' }, agent);

    const queries = [
      '',
      ...['session', 'head'].map((scope) => `scope=${scope}&path=a.txt&side=before`),
      ...[top, worktree].map((folder) => `folder=${encodeURIComponent(folder)}&path=a.txt&query=ours&q=a`),
    ];
    for (const { method, path: route } of apiRoutes(agent)) {
      if (method !== 'GET' || /\/(?:events|stream|panel)$/.test(route)) continue;
      for (const query of queries) {
        const stop = AbortSignal.timeout(5000);
        const response = await panel.fetch(`${route.replace(/^\/api\//, '')}?${query}`, { signal: stop });
        if (/event-stream/.test(response.headers.get('content-type') ?? '')) await response.body?.cancel();
        else await response.text().catch(() => '');
      }
    }
    const state = (await (await panel.fetch(`agents/${agent}/git`)).json()) as { files?: object };
    assert.ok(state.files && 'a.txt' in state.files, JSON.stringify(state));
    assert.deepEqual(marks(), []);

    const base = { folder: worktree, plan: 'x' };
    for (const [route, json] of [
      [`agents/${agent}/git/commit`, { message: 'x', files: [{ path: 'a.txt' }] }],
      [`agents/${agent}/git/fetch`, {}],
      [`agents/${agent}/git/pull`, {}],
      [`agents/${agent}/git/push`, {}],
      [`agents/${agent}/git/branch`, { create: 'new' }],
      [`agents/${agent}/git/unfinished`, { act: 'abort' }],
      [`agents/${agent}/git/stash`, { save: '' }],
      [`agents/${agent}/git/stage`, { paths: ['a.txt'] }],
      [`agents/${agent}/git/unstage`, { paths: ['a.txt'] }],
      ['worktrees', { folder: top, branch: 'new', base: 'main', place: `${top}-new`, setup: '' }],
      ['worktrees/merge', base],
      ['worktrees/files', base],
      ['worktrees/files/plan', { folder: worktree }],
      ['worktrees/end', { folder: worktree, seen: 'x' }],
    ] as const) {
      const response = await panel.fetch(route, {
        method: 'POST',
        json,
        headers: { 'idempotency-key': route },
      });
      const { error } = (await response.json()) as { error?: { code: string } };
      assert.deepEqual([response.status, error?.code], [409, 'runs_programs'], route);
    }
    assert.deepEqual(marks(), []);

    // They are no empty threats.
    plainGit('status');
    assert.notDeepEqual(marks(), []);
  },
);
