// The routes of worktrees over a real host, with a real git, the real pi and the scripted model.
import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { OverviewFrame } from '../../shared/overview.ts';
import type {
  MergeDone,
  MergePlan,
  NewWorktree,
  WorktreeEnded,
  WorktreeStart,
  WorktreeWork,
} from '../../shared/worktrees.ts';
import { createApp } from '../app.ts';
import { makeRepository, WITHOUT_GIT as skip } from '../git/fixtures/repository.ts';
import { demoHost, TOKEN, usePiHome } from './fixtures/demo-host.ts';
import { testPi } from './fixtures/test-pi.ts';

test(
  'an agent works in a new worktree, its work is merged, and the worktree ends with it',
  { skip },
  async (t) => {
    const { around, top, gitIn, git, write } = await makeRepository(t);
    const home = path.join(around, 'home');
    usePiHome(home);
    const host = demoHost({
      workspace: top,
      program: await testPi(),
    });
    t.after(async () => {
      await host.close();
      await rm(home, { recursive: true, force: true });
    });
    const app = createApp(host);
    const ask = async <T>(
      route: string,
      json?: unknown,
      key?: string,
    ): Promise<{ status: number; body: T }> => {
      const response = await app.request(`http://localhost:0/api/worktrees${route}`, {
        method: json === undefined ? 'GET' : 'POST',
        headers: {
          host: 'localhost:0',
          authorization: `Bearer ${TOKEN}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        body: json === undefined ? null : JSON.stringify(json),
      });
      return { status: response.status, body: (await response.json()) as T };
    };
    const at = (folder: string): string => `?folder=${encodeURIComponent(folder)}`;

    const outside = await ask<{ error: { code: string } }>(at(around));
    assert.deepEqual([outside.status, outside.body.error.code], [409, 'no_git']);
    const place = path.join(around, 'shop-new');
    const wanted: NewWorktree = { folder: top, branch: 'new', base: 'main', place, setup: 'echo ready' };
    for (const bad of [
      { ...wanted, branch: '--force' },
      { ...wanted, base: '-x' },
      { ...wanted, more: 1 },
    ])
      assert.equal((await ask('', bad)).status, 400);
    const model = { provider: 'demo', id: 'demo-plain' };
    const withPrompt = { ...wanted, agent: { prompt: 'Say hello', model } };
    const first = await ask<WorktreeStart>('', withPrompt, 'key-1');
    const again = await ask<WorktreeStart>('', withPrompt, 'key-1');
    assert.equal(first.body.id, again.body.id, 'a repeated request makes one worktree');
    let start = first.body;
    while (start.state === 'running') {
      const { id, revision, run } = start;
      start = (await ask<WorktreeStart>(`/starts/${id}?revision=${revision}&from=${run?.next ?? 0}`)).body;
    }
    assert.equal(start.error, null);
    const agent = host.registry.get(start.agent!);
    assert.equal(agent.workspace, place);
    const follower = agent.feed.follow();
    await new Promise<void>((resolve) => {
      follower.onReady = () => {
        follower.takeUnsent();
        if (agent.view.entries.some(({ message }) => message.role === 'assistant') && !agent.view.run)
          resolve();
      };
      follower.onReady();
    });
    follower.close();
    assert.deepEqual([agent.view.model?.id, agent.view.entries[0]?.message.role], ['demo-plain', 'user']);
    const frame = host.overview.follow().takeUnsent()!.toString();
    const { agents } = JSON.parse(/data: (.*)/.exec(frame)![1]!) as OverviewFrame;
    assert.deepEqual(agents[0]?.git, { branch: 'new', repository: top, worktree: place });

    await write(path.join(place, 'b.txt'), 'work\n');
    gitIn(place, 'add', 'b.txt');
    gitIn(place, 'commit', '-qm', 'my work');
    const { body: plan } = await ask<MergePlan>(`/merge${at(place)}`);
    assert.deepEqual(
      plan.files.map((file) => file.path),
      ['b.txt'],
    );
    assert.equal((await ask('/merge', { folder: place, plan: 'another' })).status, 409);
    const merged = await ask<MergeDone>('/merge', { folder: place, plan: plan.id });
    assert.deepEqual([merged.status, git('show', 'main:b.txt')], [200, 'work\n']);

    await write(path.join(place, 'c.txt'), 'not committed');
    const { body: work } = await ask<WorktreeWork>(`/work${at(place)}`);
    assert.deepEqual([work.untracked.includes('c.txt'), work.unpushed, work.isClean], [true, [], false]);
    assert.equal((await ask('/end', { folder: place, seen: work.seen })).status, 409);
    assert.ok(host.registry.find(agent.id), 'a refused end leaves the agent');
    const ended = await ask<WorktreeEnded>('/end', { folder: place, seen: work.seen, confirm: 'new' });
    assert.deepEqual([ended.status, ended.body.branch], [200, 'new']);
    assert.equal(host.registry.find(agent.id), undefined);
    await assert.rejects(stat(place), { code: 'ENOENT' });
    assert.equal(git('show', `${ended.body.kept}:c.txt`), 'not committed');
  },
);
