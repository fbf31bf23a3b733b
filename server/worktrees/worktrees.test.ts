// Worktrees as places for agents, with a real git and agents that only have a name.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import type { NewWorktree, WorktreeStart } from '../../shared/worktrees.ts';
import { makeRepository, WITHOUT_GIT as skip } from '../git/fixtures/repository.ts';
import { Worktrees } from './worktrees.ts';

async function setUp(
  t: TestContext,
  onEnd: () => Promise<void> = () => Promise.resolve(),
  lostWith: (folder: string) => Promise<number> = () => Promise.resolve(0),
) {
  const repository = await makeRepository(t);
  const started: string[] = [];
  const ended: string[] = [];
  const file = path.join(repository.around, 'state.json');
  const open = (): Worktrees =>
    new Worktrees({
      file,
      ownFolder: path.join(repository.around, 'own'),
      env: { PATH: process.env.PATH },
      startAgent: (workspace) => Promise.resolve(`agent-${started.push(workspace)}`),
      lastAnswerIn: () => null,
      agentsIn: (folder) =>
        started.flatMap((workspace, at) => (workspace.startsWith(folder) ? [{ id: `agent-${at + 1}` }] : [])),
      lostWith,
      endAgent: (id) => {
        ended.push(id);
        return onEnd();
      },
      onMerge: () => undefined,
      onBug: assert.ifError,
    });
  const worktrees = open();
  t.after(() => worktrees.close());
  const wanted: NewWorktree = {
    folder: repository.top,
    branch: 'new',
    base: 'main',
    place: path.join(repository.around, 'shop-new'),
    setup: '',
  };
  return { ...repository, worktrees, open, wanted, started, ended };
}

async function watch(worktrees: Worktrees, { id }: WorktreeStart): Promise<WorktreeStart> {
  let seen = await worktrees.starts.poll(id, { revision: 0, from: 0 });
  while (seen.state === 'running')
    seen = await worktrees.starts.poll(id, { revision: seen.revision, from: seen.run?.next ?? 0 });
  return worktrees.starts.poll(id, { revision: 0, from: 0 });
}

test(
  'the agent starts after the copies and the set-up, in the same folder of the worktree',
  { skip },
  async (t) => {
    const { top, git, gitIn, write, worktrees, open, wanted, started } = await setUp(t);
    await write('packages/api/x.ts', '');
    await write('.worktreeinclude', '.env\n');
    await write('package-lock.json', '{}');
    git('add', '-A');
    git('commit', '-qm', 'second');
    await write('.env', 'KEY=1');
    const folder = path.join(top, 'packages/api');
    const before = await worktrees.describe(folder);
    assert.deepEqual(
      [before.folder, before.prefix, before.branch, before.setup, before.setupIdeas, before.included],
      [top, 'packages/api/', 'main', '', ['npm ci'], ['.env']],
    );
    assert.equal(before.place, path.dirname(top));

    const setup = 'cat .env; echo; echo "from $MAIN_CHECKOUT"; mkdir node_modules; touch node_modules/x';
    const done = await watch(worktrees, await worktrees.start({ ...wanted, folder, setup }));
    assert.deepEqual([done.state, done.error, done.agent, done.copied], ['done', null, 'agent-1', ['.env']]);
    assert.equal(done.run?.output, `KEY=1\nfrom ${top}\n`);
    assert.deepEqual(started, [path.join(wanted.place, 'packages/api')]);
    assert.equal(gitIn(wanted.place, 'branch', '--show-current').trim(), 'new');
    // Another panel knows it, too: the set-up, and what it made.
    assert.equal((await open().describe(top)).setup, setup);
    const work = await open().findWork(started[0]!);
    assert.deepEqual([work.isClean, work.expected.toSorted()], [true, ['.env', 'node_modules/']]);
  },
);

test(
  'S-70: a command that a repository suggests does not run unless the user sends it',
  { skip },
  async (t) => {
    const { top, git, write, worktrees, wanted } = await setUp(t);
    const hostile = 'touch pwned';
    await write('package.json', JSON.stringify({ scripts: { setup: hostile, preinstall: hostile } }));
    await write('package-lock.json', '{}');
    await write('Cargo.lock', '');
    await write('.worktreesetup', hostile);
    git('add', '-A');
    git('commit', '-qm', 'second');
    const { setup, setupIdeas } = await worktrees.describe(top);
    assert.deepEqual([setup, setupIdeas], ['', ['npm ci', 'cargo fetch']]);
    const { run } = await watch(worktrees, await worktrees.start(wanted));
    assert.equal(run, null);
    await assert.rejects(stat(path.join(wanted.place, 'pwned')), { code: 'ENOENT' });
  },
);

test('a request that cannot succeed is refused before anything is created', { skip }, async (t) => {
  const { around, git, worktrees, wanted } = await setUp(t);
  const refuses = async (change: Partial<NewWorktree>, code: string): Promise<void> => {
    await assert.rejects(worktrees.start({ ...wanted, ...change }), { code });
    assert.equal(git('worktree', 'list').trim().split('\n').length, 1);
  };
  await refuses({ folder: around }, 'no_git');
  await refuses({ branch: 'main' }, 'branch_exists');
  await refuses({ branch: 'no..name' }, 'bad_branch');
  await refuses({ base: 'nowhere' }, 'bad_base');
  await mkdir(wanted.place);
  await refuses({}, 'folder_exists');
  await refuses({ place: 'relative' }, 'bad_place');
});

test(
  'S-70: a worktree is not added inside git’s or the panel’s own folders, in whatever spelling',
  { skip },
  async (t) => {
    const { top, around, git, worktrees, wanted } = await setUp(t);
    const other = path.join(around, 'other.git');
    execFileSync('git', ['init', '-q', '--bare', other]);
    git('worktree', 'add', '-q', path.join(around, 'linked'));
    const worktreeFolder = path.join(top, '.git/worktrees/linked');
    await mkdir(path.join(around, 'own'));
    await mkdir(path.join(around, 'plain'));
    await writeFile(path.join(around, 'file'), '');
    await symlink(path.join(top, '.git'), path.join(around, 'to-git'));
    await symlink(path.join(around, 'own'), path.join(around, 'to-own'));
    await symlink('nowhere', path.join(around, 'to-nowhere'));
    const inGit = [
      '.git',
      '.GIT',
      '.Git',
      '.git.',
      '.git ',
      'git~1',
      'GIT~2',
      '.g\u200cit',
      '.git::$INDEX_ALLOCATION',
    ].flatMap((name) => [
      path.join(top, name, 'new'),
      path.join(around, 'plain', name, 'deep/new'),
      path.join(around, name),
    ]);
    const git_ = /is in a folder of git itself/;
    const odd = /cannot be a folder here/;
    const places: [string, RegExp][] = [
      ...inGit.map((place): [string, RegExp] => [place, git_]),
      [path.join(top, '.git'), git_],
      [path.join(other, 'new'), git_],
      [path.join(other, 'refs/heads/new'), git_],
      [path.join(worktreeFolder, 'new'), git_],
      [path.join(around, 'to-git/new'), git_],
      [path.join(around, 'to-git/hooks/a/b'), git_],
      [`${around}/plain/../shop/.git/new`, git_],
      [path.join(around, 'own/new'), /is in the folder of the panel itself/],
      [path.join(around, 'to-own/a/new'), /is in the folder of the panel itself/],
      [path.join(around, 'to-nowhere'), odd],
      [path.join(around, 'to-nowhere/new'), odd],
      [path.join(around, 'file/new'), odd],
      [path.join(around, 'x'.repeat(256)), odd],
      [path.join(around, 'é'.repeat(128)), odd],
      [`/${'x/'.repeat(2100)}`, odd],
      ...['a\0b', 'a\nb', 'a\x1b', 'a\x7f', 'a\x85', '\ud800', 'a\u2028b'].map((name): [string, RegExp] => [
        `${around}/${name}`,
        odd,
      ]),
    ];
    const before = git('worktree', 'list');
    for (const [place, message] of places)
      await assert.rejects(worktrees.start({ ...wanted, place }), (error: Refusal) => {
        assert.ok(error instanceof Refusal, `${JSON.stringify(place)}: ${String(error)}`);
        if (error.code === 'folder_exists') assert.match(message.source, /git itself/);
        else
          assert.deepEqual(
            [error.status, error.code, message.test(error.message)],
            [400, 'bad_place', true],
            place,
          );
        return true;
      });
    await assert.rejects(worktrees.start({ ...wanted, place: '/' }), { code: 'folder_exists' });
    assert.equal(git('worktree', 'list'), before);
    assert.equal(git('branch', '--list', 'new'), '');
    for (const name of ['git', 'x.git', '.github', '.gitx', '-new', 'é ü', 'git~']) {
      const start = await worktrees.start({
        ...wanted,
        branch: `b${name.length}`,
        place: path.join(around, 'plain', name),
      });
      assert.equal((await watch(worktrees, start)).state, 'done', name);
      git('branch', '-m', `b${name.length}`, `done-${Buffer.from(name).toString('hex')}`);
    }
  },
);

test(
  'ending needs the name of the branch unless the worktree is clean, and ends its agents',
  { skip },
  async (t) => {
    const { top, around, git, write, worktrees, wanted, ended } = await setUp(t);
    const { folder } = await watch(worktrees, await worktrees.start(wanted));
    const related = [path.join(top, 'docs'), path.join(folder, 'docs')];
    await mkdir(related[0]!);
    assert.deepEqual(await worktrees.relatedFolders(related[0]!), related);
    assert.deepEqual(await worktrees.relatedFolders(path.dirname(around)), []);
    const clean = await worktrees.findWork(folder);
    await write(path.join(folder, 'b.txt'), 'work');
    await assert.rejects(worktrees.end({ folder, seen: clean.seen }), { code: 'changed' });
    const { seen } = await worktrees.findWork(folder);
    await assert.rejects(worktrees.end({ folder, seen }), {
      code: 'not_clean',
      message: /confirm with “new”/,
    });
    await assert.rejects(worktrees.end({ folder, seen, confirm: 'main' }), { code: 'not_clean' });
    assert.deepEqual(ended, []);
    const { kept, branch } = await worktrees.end({ folder, seen, confirm: 'new' });
    assert.equal(branch, 'new');
    assert.equal(git('show', `${kept}:b.txt`), 'work');
    assert.deepEqual(ended, ['agent-1']);
    await assert.rejects(stat(folder), { code: 'ENOENT' });
    assert.match(git('branch', '--list', 'new'), /new/);
    assert.deepEqual(await worktrees.relatedFolders(related[0]!), related, 'its sessions are still there');
  },
);

test('files that an agent writes while it ends keep its worktree from being removed', { skip }, async (t) => {
  const { write, around, worktrees, wanted, top } = await setUp(t);
  const { folder } = await watch(worktrees, await worktrees.start(wanted));
  const late = new Worktrees({
    file: path.join(around, 'state.json'),
    ownFolder: null,
    env: {},
    startAgent: () => Promise.resolve('x'),
    lastAnswerIn: () => null,
    agentsIn: () => [{ id: 'x' }],
    lostWith: () => Promise.resolve(0),
    endAgent: async () => {
      assert.ok(late.isEnding(path.join(folder, 'sub')), 'no agent may start in it meanwhile');
      assert.ok(!late.isEnding(`${folder}-2`));
      await write(path.join(folder, 'late.txt'), 'last words');
    },
    onMerge: () => undefined,
    onBug: assert.ifError,
  });
  const { seen } = await late.findWork(folder);
  await assert.rejects(late.end({ folder, seen }), { code: 'changed' });
  assert.ok(!late.isEnding(folder));
  assert.equal(await readFile(path.join(folder, 'late.txt'), 'utf8'), 'last words');
  assert.equal((await late.planMerge(folder)).into.folder, top);
});

test('the last merge of a worktree is known, to another panel too, until it ends', { skip }, async (t) => {
  const { gitIn, write, worktrees, open, wanted } = await setUp(t);
  const { folder } = await watch(worktrees, await worktrees.start(wanted));
  await write(path.join(folder, 'b.txt'), 'work');
  gitIn(folder, 'add', '-A');
  gitIn(folder, 'commit', '-qm', 'Work');
  assert.deepEqual(await worktrees.lastMerges(), []);
  await worktrees.merge(folder, (await worktrees.planMerge(folder)).id);
  const known = async (): Promise<unknown[]> =>
    (await open().lastMerges()).map(({ at: _at, ...merge }) => merge);
  const merged = { folder, branch: 'new', into: 'main', files: 1 };
  assert.deepEqual(await known(), [{ ...merged, method: 'commits' }]);
  await write(path.join(folder, 'c.txt'), 'more');
  await worktrees.applyFiles(folder, (await worktrees.planFiles(folder)).id);
  assert.deepEqual(await known(), [{ ...merged, method: 'files' }]);
  await worktrees.end({ folder, seen: (await worktrees.findWork(folder)).seen, confirm: 'new' });
  assert.deepEqual(await known(), []);
});

test('a merge that the panel cannot remember is done all the same', { skip }, async (t) => {
  const { git, gitIn, write, around, worktrees, wanted } = await setUp(t);
  const { folder } = await watch(worktrees, await worktrees.start(wanted));
  await write(path.join(folder, 'b.txt'), 'work');
  gitIn(folder, 'add', '-A');
  gitIn(folder, 'commit', '-qm', 'Work');
  const bugs: unknown[] = [];
  const forgetful = new Worktrees({
    file: path.join(around, 'state.json'),
    ownFolder: null,
    env: {},
    startAgent: () => Promise.resolve('x'),
    lastAnswerIn: () => null,
    agentsIn: () => [],
    lostWith: () => Promise.resolve(0),
    endAgent: () => Promise.resolve(),
    onMerge: () => undefined,
    onBug: (error) => bugs.push(error),
  });
  const { id } = await forgetful.planMerge(folder);
  const full = new Error('ENOSPC: no space left on device, write');
  const { rename } = fs;
  const mock = t.mock.method(fs, 'rename', (from: string, to: string) =>
    to.endsWith('state.json') ? Promise.reject(full) : rename(from, to),
  );
  syncBuiltinESMExports();
  try {
    assert.equal((await forgetful.merge(folder, id)).files, 1);
  } finally {
    mock.mock.restore();
    syncBuiltinESMExports();
  }
  assert.deepEqual(bugs, [full]);
  assert.equal(git('show', 'main:b.txt'), 'work');
});

test('while a worktree ends, and afterwards, its failed set-up cannot be continued', { skip }, async (t) => {
  const ending = Promise.withResolvers<void>();
  const removing = Promise.withResolvers<void>();
  const { worktrees, wanted, started } = await setUp(t, async () => {
    ending.resolve();
    await removing.promise;
  });
  const failed = await watch(worktrees, await worktrees.start({ ...wanted, setup: 'exit 1' }));
  // An agent that the user started there.
  started.push(wanted.place);
  const { folder, seen } = await worktrees.findWork(wanted.place);
  const ended = worktrees.end({ folder, seen, confirm: 'new' });
  await ending.promise;
  for (const act of ['retry', 'skip', 'discard'] as const)
    await assert.rejects(
      worktrees.starts.decide(failed.id, act),
      { status: 409, code: 'worktree_ending' },
      act,
    );
  removing.resolve();
  await ended;
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  assert.deepEqual(worktrees.starts.list(), []);
});

test('a worktree does not end while its set-up runs', { skip }, async (t) => {
  const { worktrees, wanted } = await setUp(t);
  const start = await worktrees.start({ ...wanted, setup: 'echo ready; sleep 60' });
  let shown = start;
  while (!shown.run?.output.includes('ready'))
    shown = await worktrees.starts.poll(start.id, { revision: shown.revision, from: 0 });
  const { folder, branch, seen } = await worktrees.findWork(wanted.place);
  const end = { folder, seen, confirm: branch! };
  await assert.rejects(worktrees.end(end), { status: 409, code: 'being_prepared' });
  assert.ok(await stat(folder));
  await worktrees.starts.decide(start.id, 'stop');
  await worktrees.end(end);
  await assert.rejects(stat(folder), { code: 'ENOENT' });
});

test(
  'a worktree whose folder is gone is forgotten with its agents, and its branch stays',
  { skip },
  async (t) => {
    const { top, git, worktrees, wanted, ended } = await setUp(t);
    const { id } = await worktrees.start(wanted);
    await watch(worktrees, { id } as WorktreeStart);
    const folder = wanted.place;
    await assert.rejects(worktrees.forget({ folder, repository: top }), { code: 'not_gone' });
    assert.deepEqual(ended, []);
    await rm(folder, { recursive: true });
    await worktrees.forget({ folder, repository: top });
    assert.deepEqual(ended, ['agent-1']);
    assert.doesNotMatch(git('worktree', 'list'), /shop-new/);
    assert.match(git('branch', '--list', 'new'), /new/);
    // There is nothing left to forget.
    await worktrees.forget({ folder, repository: top });
  },
);

test('a worktree is kept under another name whatever is in it, and its agents end', { skip }, async (t) => {
  const { top, gitIn, write, worktrees, wanted, ended } = await setUp(t);
  const { folder } = await watch(worktrees, await worktrees.start(wanted));
  const inner = path.join(folder, 'inner');
  await write(path.join(inner, 'x.txt'), 'precious');
  gitIn(inner, 'init', '-q');
  const { seen } = await worktrees.findWork(folder);
  await assert.rejects(worktrees.end({ folder, seen, confirm: 'new' }), { code: 'obstacle' });
  assert.deepEqual(ended, []);
  const kept = await worktrees.keep(folder);
  assert.deepEqual(kept, { folder: `${folder}-kept`, branch: 'new' });
  assert.deepEqual(ended, ['agent-1']);
  assert.equal(await readFile(path.join(kept.folder, 'inner/x.txt'), 'utf8'), 'precious');
  assert.ok((await worktrees.relatedFolders(top)).includes(folder), 'its sessions are still there');
  await assert.rejects(worktrees.keep(top), { code: 'not_a_worktree' });
  // The place is free again.
  await watch(worktrees, await worktrees.start({ ...wanted, branch: 'again' }));
  assert.equal(gitIn(folder, 'branch', '--show-current').trim(), 'again');
});

test(
  'a worktree with the only copy of a conversation is not clean, and does not end without a confirmation',
  { skip },
  async (t) => {
    let lost = 0;
    const { worktrees, wanted, ended } = await setUp(t, undefined, () => Promise.resolve(lost));
    await watch(worktrees, await worktrees.start(wanted));
    const before = await worktrees.findWork(wanted.place);
    assert.deepEqual([before.isClean, before.conversations], [true, 0]);
    lost = 1;
    await assert.rejects(worktrees.end({ folder: wanted.place, seen: before.seen }), { code: 'not_clean' });
    assert.deepEqual(ended, [], 'its agent still works');
    const { seen, conversations } = await worktrees.findWork(wanted.place);
    assert.equal(conversations, 1);
    await worktrees.end({ folder: wanted.place, seen, confirm: 'new' });
    assert.deepEqual(ended, ['agent-1']);
  },
);

test(
  'a worktree that began with a branch of a remote goes back to the branch of that name',
  { skip },
  async (t) => {
    const { git, gitIn, write, worktrees, wanted, addWorktree } = await setUp(t);
    const release = addWorktree('release');
    git('update-ref', 'refs/remotes/origin/release', 'release');
    await watch(worktrees, await worktrees.start({ ...wanted, base: 'origin/release' }));
    await write(path.join(wanted.place, 'b.txt'), 'work');
    gitIn(wanted.place, 'add', '-A');
    gitIn(wanted.place, 'commit', '-qm', 'work');
    assert.deepEqual((await worktrees.planMerge(wanted.place)).into, { folder: release, branch: 'release' });
    assert.deepEqual((await worktrees.planFiles(wanted.place)).into, { folder: release, branch: 'release' });
  },
);

test(
  'the folders that belong together are those of all checkouts, also of ended ones',
  { skip },
  async (t) => {
    const { top, around, git, write, worktrees, wanted } = await setUp(t);
    await write('packages/api/x.ts', '');
    git('add', '-A');
    git('commit', '-qm', 'second');
    await watch(worktrees, await worktrees.start(wanted));
    const { seen } = await worktrees.findWork(wanted.place);
    await worktrees.end({ folder: wanted.place, seen });
    const other = path.join(around, 'shop-other');
    await watch(worktrees, await worktrees.start({ ...wanted, branch: 'other', place: other }));
    assert.deepEqual(
      (await worktrees.relatedFolders(path.join(other, 'packages/api'))).toSorted(),
      [top, wanted.place, other].map((folder) => path.join(folder, 'packages/api')).toSorted(),
    );
    assert.deepEqual(await worktrees.relatedFolders(around), []);
  },
);

test(
  'while a worktree ends, no agent may start in it, but in all others, and afterwards again',
  { skip },
  async (t) => {
    const seen: boolean[] = [];
    const { worktrees, wanted } = await setUp(t, () => {
      const places = [
        wanted.place,
        `${wanted.place}/packages`,
        `${wanted.place}-2`,
        path.dirname(wanted.place),
      ];
      seen.push(...places.map((place) => worktrees.isEnding(place)));
      return Promise.reject(new Error('The agent does not end.'));
    });
    await watch(worktrees, await worktrees.start(wanted));
    const work = await worktrees.findWork(wanted.place);
    await assert.rejects(worktrees.end({ folder: wanted.place, seen: work.seen }), /does not end/);
    assert.deepEqual(seen, [true, true, false, false]);
    assert.equal(worktrees.isEnding(wanted.place), false);
    assert.ok((await stat(wanted.place)).isDirectory());
  },
);

test('of two worktrees that are wanted in one place, the second is refused', { skip }, async (t) => {
  const { worktrees, wanted } = await setUp(t);
  const starts = await Promise.allSettled(
    ['one', 'two'].map((branch) => worktrees.start({ ...wanted, branch })),
  );
  assert.deepEqual(
    starts.map((one) => (one.status === 'fulfilled' ? one.value.branch : (one.reason as Refusal).code)),
    ['one', 'folder_exists'],
  );
  await watch(worktrees, worktrees.starts.list()[0]!);
});

test('a worktree whose set-up runs is not forgotten, even if its folder is gone', { skip }, async (t) => {
  const { top, worktrees, wanted } = await setUp(t);
  const { id } = await worktrees.start({ ...wanted, setup: 'echo begun; sleep 600' });
  let seen = await worktrees.starts.poll(id, { revision: 0, from: 0 });
  while (!seen.run?.output) seen = await worktrees.starts.poll(id, { revision: seen.revision, from: 0 });
  await rm(wanted.place, { recursive: true });
  const forget = { folder: wanted.place, repository: top };
  await assert.rejects(worktrees.forget(forget), { code: 'being_prepared' });
  await worktrees.starts.decide(id, 'stop');
  await worktrees.forget(forget);
  assert.deepEqual(worktrees.starts.list(), []);
  assert.deepEqual((await worktrees.relatedFolders(top)).toSorted(), [top, wanted.place].toSorted());
});

test(
  'a worktree may be beside the panel’s own folder, under a name that begins like it',
  { skip },
  async (t) => {
    const { around, top, worktrees } = await setUp(t);
    const place = path.join(around, 'own-trees');
    assert.equal(await worktrees.requireNew(top, { branch: 'x', place }), place);
    await assert.rejects(worktrees.requireNew(top, { branch: 'x', place: path.join(around, 'own', 'x') }), {
      code: 'bad_place',
    });
  },
);

test(
  'the folder around the last worktree is proposed for the next one, in every checkout',
  { skip },
  async (t) => {
    const { top, around, worktrees, open, wanted } = await setUp(t);
    const place = path.join(around, 'trees/new');
    assert.equal((await watch(worktrees, await worktrees.start({ ...wanted, place }))).state, 'done');
    for (const folder of [top, place])
      assert.equal((await open().describe(folder)).place, path.dirname(place));
  },
);

test('a repository without a checkout has no files that a worktree would get', { skip }, async (t) => {
  const { around, gitIn, write, worktrees } = await setUp(t);
  const bare = path.join(around, 'bare.git');
  gitIn(around, 'clone', '-q', '--bare', 'shop', bare);
  await write(path.join(bare, '.worktreeinclude'), '*\n');
  const folder = path.join(around, 'of-bare');
  gitIn(bare, 'worktree', 'add', '-q', folder, 'main');
  const { folder: repository, included } = await worktrees.describe(folder);
  assert.deepEqual([repository, included], [bare, []]);
});
