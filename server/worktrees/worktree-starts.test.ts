// The starts of worktrees, with a real git and agents that only have a name.
import assert from 'node:assert/strict';
import { chmod, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { WorktreeStart } from '../../shared/worktrees.ts';
import { makeRepository, WITHOUT_GIT as skip } from '../git/fixtures/repository.ts';
import { allowPrograms } from '../git/folder-programs.ts';
import { WorktreeStarts } from './worktree-starts.ts';

async function setUp(t: TestContext) {
  const { top, around, git } = await makeRepository(t);
  const base = git('rev-parse', 'main').trim();
  const agents: string[] = [];
  const ending = new Set<string>();
  const starts = new WorktreeStarts((folder) => ending.has(folder), assert.ifError);
  t.after(() => starts.close());
  const begin = (branch: string, setup: string): WorktreeStart =>
    starts.begin({
      ...{ repository: top, branch, folder: path.join(around, branch), base, setup },
      env: { PATH: process.env.PATH },
      onReady: () => Promise.resolve(),
      startAgent: () => Promise.resolve(`agent-${agents.push(branch)}`),
    });
  const finish = async ({ id }: WorktreeStart): Promise<WorktreeStart> => {
    let seen = await starts.poll(id, { revision: 0, from: 0 });
    while (seen.state === 'running')
      seen = await starts.poll(id, { revision: seen.revision, from: seen.run?.next ?? 0 });
    return starts.poll(id, { revision: 0, from: 0 });
  };
  return { git, starts, begin, finish, agents, ending };
}

test(
  'a set-up that fails starts no agent; it can be repeated, skipped, or discarded with its branch',
  { skip },
  async (t) => {
    const { git, starts, begin, finish, agents } = await setUp(t);
    const setup = 'echo trying >> tries; test "$(wc -l < tries)" -ge 3 || { echo broken >&2; exit 7; }';
    const first = await finish(begin('one', setup));
    assert.deepEqual(
      [first.state, first.step, first.isMade, first.run?.exitCode],
      ['failed', 'setup', true, 7],
    );
    assert.match(first.error ?? '', /failed with exit code 7, so no agent was started. The worktree is left/);
    assert.match(first.run?.output ?? '', /broken/);
    assert.deepEqual(agents, []);
    assert.equal((await finish(await starts.decide(first.id, 'retry'))).state, 'failed');
    assert.equal((await finish(await starts.decide(first.id, 'retry'))).agent, 'agent-1');
    await assert.rejects(starts.decide(first.id, 'retry'), { code: 'not_failed' });

    const second = await finish(begin('two', 'exit 1'));
    assert.equal((await finish(await starts.decide(second.id, 'skip'))).agent, 'agent-2');

    const third = await finish(begin('three', 'exit 1'));
    await starts.decide(third.id, 'discard');
    await assert.rejects(stat(third.folder), { code: 'ENOENT' });
    assert.equal(git('branch', '--list', 'three'), '');
    assert.deepEqual(
      starts.list().map(({ branch }) => branch),
      ['two', 'one'],
    );
  },
);

test(
  'a set-up that is stopped ends with everything it started, and the worktree stays',
  { skip },
  async (t) => {
    const { starts, begin, agents } = await setUp(t);
    const start = begin('new', 'echo begun; sleep 600');
    let seen = start;
    while (!seen.run?.output) seen = await starts.poll(start.id, { revision: seen.revision, from: 0 });
    assert.ok(starts.isPreparing(start.folder));
    const stopped = await starts.decide(start.id, 'stop');
    assert.deepEqual([stopped.state, stopped.run?.state, stopped.isMade], ['failed', 'cancelled', true]);
    assert.ok(!starts.isPreparing(start.folder));
    assert.deepEqual(agents, []);
    assert.ok((await stat(start.folder)).isDirectory());
  },
);

test(
  'a start that is stopped before its set-up leaves the worktree, runs nothing, and can be continued',
  { skip },
  async (t) => {
    const { starts, begin, finish, agents } = await setUp(t);
    const start = begin('new', 'touch ran');
    const stopped = await starts.decide(start.id, 'stop');
    assert.deepEqual([stopped.state, stopped.run, stopped.isMade], ['failed', null, true]);
    assert.match(stopped.error ?? '', /set-up was stopped\. The worktree is left/);
    await assert.rejects(stat(path.join(start.folder, 'ran')), { code: 'ENOENT' });
    assert.deepEqual(agents, []);
    assert.equal((await finish(await starts.decide(start.id, 'retry'))).agent, 'agent-1');
    assert.ok((await stat(path.join(start.folder, 'ran'))).isFile());
  },
);

test('a panel that ends while a worktree is added does not wait for its set-up', { skip }, async (t) => {
  const { starts, begin, agents } = await setUp(t);
  const start = begin('new', 'touch ran; sleep 20');
  await starts.close();
  await assert.rejects(stat(path.join(start.folder, 'ran')), { code: 'ENOENT' });
  assert.deepEqual(agents, []);
});

test(
  'a failed start cannot be continued while its worktree is being removed, and is forgotten with it',
  { skip },
  async (t) => {
    const { starts, begin, finish, ending } = await setUp(t);
    const { id, folder } = await finish(begin('new', 'exit 1'));
    ending.add(folder);
    for (const act of ['retry', 'skip', 'discard'] as const)
      await assert.rejects(starts.decide(id, act), { status: 409, code: 'worktree_ending' }, act);
    starts.forgetIn(`${folder}-2`);
    assert.equal(starts.list().length, 1);
    starts.forgetIn(folder);
    assert.deepEqual(starts.list(), []);
    await assert.rejects(starts.decide(id, 'stop'), { status: 404, code: 'unknown_start' });
  },
);

test('while a failed start is being discarded, nothing else can be decided about it', { skip }, async (t) => {
  const { starts, begin, finish, agents } = await setUp(t);
  const { id, folder } = await finish(begin('new', 'exit 1'));
  const discarded = starts.decide(id, 'discard');
  const others = (['retry', 'skip', 'discard'] as const).map((act) =>
    assert.rejects(starts.decide(id, act), { status: 409, code: 'not_failed' }, act),
  );
  await Promise.all([discarded, ...others]);
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  assert.deepEqual([agents, starts.list()], [[], []]);
});

test(
  'beyond twenty starts the oldest ones that have ended are forgotten, but none that runs',
  { skip },
  async (t) => {
    const { starts, begin, finish } = await setUp(t);
    const first = begin('running', 'sleep 60');
    const broken = (n: number): WorktreeStart =>
      starts.begin({
        ...{
          repository: '/nonexistent',
          branch: `broken-${n}`,
          folder: `/nonexistent/${n}`,
          base: 'main',
          setup: '',
        },
        env: {},
        onReady: () => Promise.resolve(),
        startAgent: () => Promise.reject(new Error('There is no worktree.')),
      });
    for (let n = 0; n < 22; n++) await finish(broken(n));
    const branches = starts.list().map(({ branch }) => branch);
    assert.equal(branches.at(-1), 'running');
    assert.deepEqual(branches.slice(0, 2), ['broken-21', 'broken-20']);
    assert.ok(!branches.includes('broken-0'), branches.join());
    await starts.decide(first.id, 'stop');
  },
);

test('a worktree into which the included files cannot be copied is removed again', { skip }, async (t) => {
  const { top, around, git, write } = await makeRepository(t);
  await write('config', 'a file\n');
  await write('.worktreeinclude', 'config/secret.json\n');
  git('add', '-A');
  git('commit', '-qm', 'second');
  // The commit has a file where the folder of the copy would be.
  await rm(path.join(top, 'config'));
  await write('config/secret.json', '{}');
  const starts = new WorktreeStarts(() => false, assert.ifError);
  t.after(() => starts.close());
  const agents: string[] = [];
  const { id, folder } = starts.begin({
    ...{ repository: top, branch: 'new', folder: path.join(around, 'new'), setup: 'touch ran' },
    ...{ base: git('rev-parse', 'main').trim(), env: { PATH: process.env.PATH } },
    onReady: () => Promise.resolve(),
    startAgent: () => Promise.resolve(`agent-${agents.push('new')}`),
  });
  let seen = await starts.poll(id, { revision: 0, from: 0 });
  while (seen.state === 'running') seen = await starts.poll(id, { revision: seen.revision, from: 0 });
  assert.deepEqual([seen.state, seen.isMade, seen.agent, agents], ['failed', false, null, []]);
  assert.match(seen.error ?? '', /could not be copied: .*The worktree was removed again\.$/);
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  assert.equal(git('branch', '--list', 'new'), '');
  await assert.rejects(starts.decide(id, 'retry'), { code: 'not_failed' });
});

test('an agent starts only after the beginning of its worktree is remembered', { skip }, async (t) => {
  const { top, around, git } = await makeRepository(t);
  const starts = new WorktreeStarts(() => false, assert.ifError);
  t.after(() => starts.close());
  const acts: string[] = [];
  const begin = (branch: string, onReady: () => Promise<void>): WorktreeStart =>
    starts.begin({
      ...{ repository: top, branch, folder: path.join(around, branch), setup: '' },
      ...{ base: git('rev-parse', 'main').trim(), env: {} },
      onReady,
      startAgent: () => Promise.resolve(`agent-${acts.push('agent')}`),
    });
  const finish = async ({ id }: WorktreeStart): Promise<WorktreeStart> => {
    let seen = await starts.poll(id, { revision: 0, from: 0 });
    while (seen.state === 'running') seen = await starts.poll(id, { revision: seen.revision, from: 0 });
    return seen;
  };
  await finish(
    begin('one', async () => {
      await stat(path.join(around, 'one', 'a.txt'));
      acts.push('ready');
    }),
  );
  assert.deepEqual(acts, ['ready', 'agent']);
  const failed = await finish(begin('two', () => Promise.reject(new Error('The disk is full.'))));
  assert.deepEqual([failed.state, failed.error, acts.length], ['failed', 'The disk is full.', 2]);
});

test(
  'a worktree that cannot be removed again after a failed copy is named, and can be discarded later',
  { skip },
  async (t) => {
    const { top, around, git, write } = await makeRepository(t);
    await write('config', 'a file\n');
    await write('.worktreeinclude', 'config/secret.json\n');
    git('add', '-A');
    git('commit', '-qm', 'second');
    await rm(path.join(top, 'config'));
    await write('config/secret.json', '{}');
    await write('.git/hooks/post-checkout', '#!/bin/sh\nexec git worktree lock .\n');
    await chmod(path.join(top, '.git/hooks/post-checkout'), 0o755);
    git('config', 'core.hooksPath', '.git/hooks');
    await allowPrograms(top);
    const starts = new WorktreeStarts(() => false, assert.ifError);
    t.after(() => starts.close());
    const { id, folder } = starts.begin({
      ...{ repository: top, branch: 'new', folder: path.join(around, 'new'), setup: '' },
      ...{ base: git('rev-parse', 'main').trim(), env: { PATH: process.env.PATH } },
      onReady: () => Promise.resolve(),
      startAgent: () => Promise.resolve('agent'),
    });
    let seen = await starts.poll(id, { revision: 0, from: 0 });
    while (seen.state === 'running') seen = await starts.poll(id, { revision: seen.revision, from: 0 });
    assert.deepEqual([seen.state, seen.isMade], ['failed', true]);
    assert.match(seen.error ?? '', /could not be copied: [^]* is left: [^]*locked/);
    await assert.rejects(starts.decide(id, 'discard'), { code: 'git_failed' });
    git('worktree', 'unlock', folder);
    await starts.decide(id, 'discard');
    await assert.rejects(stat(folder), { code: 'ENOENT' });
    assert.equal(git('branch', '--list', 'new'), '');
  },
);

test(
  'a set-up runs in a shell where there is one, which stays while it can be decided about',
  { skip },
  async (t) => {
    const { top, around, git } = await makeRepository(t);
    const starts = new WorktreeStarts(() => false, assert.ifError);
    t.after(() => starts.close());
    const asked: string[] = [];
    const shells = new Map<string, (code: number | null) => void>();
    const { id } = starts.begin({
      ...{
        repository: top,
        branch: 'new',
        folder: path.join(around, 'new'),
        base: git('rev-parse', 'main').trim(),
      },
      ...{ setup: 'make ready', env: {} },
      runInShell: ({ workspace, task, argv }) => {
        asked.push(`${path.basename(workspace)} ${task} ${argv.at(-1)}`);
        const { promise: ended, resolve } = Promise.withResolvers<number | null>();
        const shell = `shell-${asked.length}`;
        shells.set(shell, resolve);
        const stop = (): Promise<void> => Promise.resolve(resolve(null));
        return Promise.resolve({ id: shell, ended, stop, close: async () => void shells.delete(shell) });
      },
      onReady: () => Promise.resolve(),
      startAgent: () => Promise.resolve('agent-1'),
    });
    const until = async (isThere: (start: WorktreeStart) => boolean): Promise<WorktreeStart> => {
      let seen = await starts.poll(id, { revision: 0, from: 0 });
      while (!isThere(seen)) seen = await starts.poll(id, { revision: seen.revision, from: 0 });
      return seen;
    };
    assert.deepEqual((await until(({ step }) => step === 'setup')).run, null);
    shells.get('shell-1')!(3);
    const failed = await until(({ state }) => state === 'failed');
    assert.match(failed.error ?? '', /exit code 3/);
    assert.equal(failed.shell, 'shell-1');
    await starts.decide(id, 'retry');
    await until(({ shell }) => shell === 'shell-2');
    assert.deepEqual([...shells.keys()], ['shell-2']);
    const { error } = await starts.decide(id, 'stop');
    assert.match(error ?? '', /was stopped/);
    await starts.decide(id, 'retry');
    await until(({ shell }) => shell === 'shell-3');
    shells.get('shell-3')!(0);
    const done = await until(({ state }) => state === 'done');
    assert.deepEqual([done.agent, done.shell, shells.size], ['agent-1', null, 0]);
    assert.equal(asked[0], 'new new: make ready make ready');
  },
);

test('a set-up that is stopped while its shell opens does not run on in it', { skip }, async (t) => {
  const { top, around, git } = await makeRepository(t);
  const starts = new WorktreeStarts(() => false, assert.ifError);
  const [asked, opened, ended] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<number | null>(),
  ];
  t.after(() => ended.resolve(0));
  t.after(() => starts.close());
  let isStopped = false;
  const stop = async (): Promise<void> => {
    isStopped = true;
    ended.resolve(null);
  };
  const { id } = starts.begin({
    ...{ repository: top, branch: 'new', folder: path.join(around, 'new'), setup: 'make ready' },
    ...{ base: git('rev-parse', 'main').trim(), env: {} },
    runInShell: async () => {
      asked.resolve();
      await opened.promise;
      return { id: 'shell', ended: ended.promise, stop, close: () => Promise.resolve() };
    },
    onReady: () => Promise.resolve(),
    startAgent: () => assert.fail('no agent starts'),
  });
  await asked.promise;
  const stopping = starts.decide(id, 'stop');
  opened.resolve();
  let seen = await starts.poll(id, { revision: 0, from: 0 });
  while (seen.state === 'running' && seen.step !== 'setup')
    seen = await starts.poll(id, { revision: seen.revision, from: 0 });
  assert.ok(isStopped);
  assert.match((await stopping).error ?? '', /was stopped/);
});

test('a start is forgotten once it has ended, and not while its set-up runs', { skip }, async (t) => {
  const { starts, begin } = await setUp(t);
  const { id } = begin('new', 'sleep 60');
  starts.forget(id);
  assert.deepEqual(
    starts.list().map((one) => one.id),
    [id],
  );
  await starts.decide(id, 'stop');
  starts.forget(id);
  assert.deepEqual(starts.list(), []);
});
