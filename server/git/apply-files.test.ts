// Bringing the files of a worktree into its checkout without a commit, with a real git: the plan, and that nothing is lost.
import assert from 'node:assert/strict';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { applyFiles, planFiles } from './apply-files.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { makeSubmodule } from './fixtures/submodule.ts';
import { applyMerge, planMerge } from './merge-worktree.ts';

/** A worktree with a commit, and beside it a changed, a deleted and an untracked file, and an ignored one. */
async function setUp(t: TestContext) {
  const repository = await makeRepository(t);
  const { git, gitIn, write, addWorktree } = repository;
  const lines = (from: number): string => Array.from({ length: 9 }, (_, i) => `${from + i}\n`).join('');
  await write('long.txt', lines(1));
  await write('gone.txt', 'gone\n');
  git('add', '-A');
  git('commit', '-qm', 'more files');
  const folder = addWorktree('new');
  await write(path.join(folder, 'sub/b.txt'), 'b\n');
  gitIn(folder, 'add', '-A');
  gitIn(folder, 'commit', '-qm', 'my work');
  await write(path.join(folder, 'long.txt'), lines(1).replace('1\n', 'ONE\n'));
  await write(path.join(folder, 'new.txt'), 'new\n');
  await write(path.join(folder, 'x.log'), 'ignored\n');
  await rm(path.join(folder, 'gone.txt'));
  const read = (name: string): Promise<string> => readFile(path.join(repository.top, name), 'utf8');
  return { ...repository, folder, read, lines };
}

test('committed and uncommitted files arrive, and neither branch nor index changes', { skip }, async (t) => {
  const { top, git, gitIn, folder, read, lines } = await setUp(t);
  const before = [git('rev-parse', 'HEAD'), gitIn(folder, 'status', '--porcelain')];
  const plan = await planFiles(folder, 'main');
  assert.deepEqual(
    plan.files.map((file) => file.path),
    ['gone.txt', 'long.txt', 'new.txt', 'sub/b.txt'],
  );
  assert.deepEqual([plan.conflicts, plan.obstacle, plan.besides], [[], null, []]);
  assert.deepEqual([git('status', '--porcelain'), await read('gone.txt')], ['', 'gone\n']);

  const done = await applyFiles(folder, 'main', plan.id);
  assert.deepEqual([done.folder, done.kept], [top, null]);
  assert.equal(git('status', '--porcelain', '-uall'), ' D gone.txt\n M long.txt\n?? new.txt\n?? sub/b.txt\n');
  assert.equal(await read('long.txt'), lines(1).replace('1\n', 'ONE\n'));
  assert.deepEqual([git('rev-parse', 'HEAD'), gitIn(folder, 'status', '--porcelain')], before);
  await assert.rejects(access(path.join(top, 'x.log')));
  assert.match((await planFiles(folder, 'main')).obstacle ?? '', /already has all files of new/);
});

test('uncommitted changes of the same file are merged, and kept as they were', { skip }, async (t) => {
  const { git, folder, read, write, lines } = await setUp(t);
  await write('a.txt', 'staged\n');
  git('add', 'a.txt');
  const mine = lines(1).replace('9\n', 'NINE\n');
  await write('long.txt', mine);
  await write('mine.txt', 'untracked\n');
  const plan = await planFiles(folder, 'main');
  assert.deepEqual([plan.besides, plan.conflicts, plan.obstacle], [['long.txt'], [], null]);
  const { kept } = await applyFiles(folder, 'main', plan.id);
  assert.equal(await read('long.txt'), mine.replace('1\n', 'ONE\n'));
  assert.deepEqual([await read('mine.txt'), await read('a.txt')], ['untracked\n', 'staged\n']);
  assert.match(git('status', '--porcelain'), /^M {2}a\.txt$/m);
  assert.match(kept ?? '', /^refs\/pi-panel\/before\/new-/);
  assert.equal(git('show', `${kept}:long.txt`), mine);
  assert.equal(git('show', `${kept}:mine.txt`), 'untracked\n');
});

test('the same lines on both sides are shown, and nothing is written', { skip }, async (t) => {
  const { git, folder, read, write, lines } = await setUp(t);
  const mine = lines(1).replace('1\n', 'uno\n');
  await write('long.txt', mine);
  const { id, conflicts } = await planFiles(folder, 'main');
  assert.equal(conflicts?.[0]?.path, 'long.txt');
  assert.match(conflicts?.[0]?.text ?? '', /<{7} .*\nuno\n={7}\nONE\n>{7} /);
  await assert.rejects(applyFiles(folder, 'main', id), { code: 'conflict' });
  assert.deepEqual([await read('long.txt'), git('status', '--porcelain')], [mine, ' M long.txt\n']);
});

test('a file that changed on either side since the plan is looked at again', { skip }, async (t) => {
  const { git, folder, write } = await setUp(t);
  for (const file of [path.join(folder, 'new.txt'), 'a.txt']) {
    const { id } = await planFiles(folder, 'main');
    await write(file, 'later\n');
    await assert.rejects(applyFiles(folder, 'main', id), { code: 'plan_stale' });
  }
  assert.equal(git('status', '--porcelain'), ' M a.txt\n');
});

test('nothing is written if the files of the checkout cannot be kept first', { skip }, async (t) => {
  const { top, git, folder, read, write, lines } = await setUp(t);
  const mine = lines(1).replace('9\n', 'NINE\n');
  await write('long.txt', mine);
  const plan = await planFiles(folder, 'main');
  // No ref of the panel can be made.
  await writeFile(path.join(top, '.git/refs/pi-panel'), '');
  const before = git('status', '--porcelain', '-uall');
  await assert.rejects(applyFiles(folder, 'main', plan.id), { code: 'git_failed' });
  assert.deepEqual([await read('long.txt'), git('status', '--porcelain', '-uall')], [mine, before]);
});

test('ignored files of the checkout are never overwritten', { skip }, async (t) => {
  const { gitIn, folder, read, write } = await setUp(t);
  await write(path.join(folder, 'node_modules/x.js'), 'theirs\n');
  gitIn(folder, 'add', '-f', 'x.log', 'node_modules/x.js');
  gitIn(folder, 'commit', '-qm', 'ignored files');
  await write('x.log', 'precious\n');
  // A file where a folder would be.
  await write('.git/info/exclude', 'node_modules\n');
  await write('node_modules', 'mine\n');
  const { id, obstacle } = await planFiles(folder, 'main');
  assert.match(obstacle ?? '', /does not track and this would overwrite: node_modules\/x\.js, x\.log/);
  await assert.rejects(applyFiles(folder, 'main', id), { code: 'dirty' });
  assert.deepEqual([await read('x.log'), await read('node_modules')], ['precious\n', 'mine\n']);
});

test('an unfinished merge in the checkout is finished first', { skip }, async (t) => {
  const { git, folder } = await setUp(t);
  git('update-ref', 'MERGE_HEAD', 'HEAD');
  assert.match((await planFiles(folder, 'main')).obstacle ?? '', /A merge is in progress/);
});

test(
  'work in a repository inside is an obstacle, because it would not be brought over',
  { skip },
  async (t) => {
    const { folder, lib, write, run, commit } = await makeSubmodule(t);
    await write(path.join(folder, 'b.txt'), 'work');
    assert.equal((await planFiles(folder, 'main')).obstacle, null);
    await write(path.join(lib, 'lib.js'), 'hours of work');
    const { obstacle, id } = await planFiles(folder, 'main');
    assert.match(obstacle ?? '', /whose work cannot be brought over: vendor\/lib\/ \(1 file\)/);
    await assert.rejects(applyFiles(folder, 'main', id), { code: 'dirty' });
    run(lib, 'checkout', '-q', '.');
    await write(path.join(folder, 'clone/a.txt'), 'precious');
    run(path.join(folder, 'clone'), 'init', '-q');
    commit(path.join(folder, 'clone'));
    assert.match((await planFiles(folder, 'main')).obstacle ?? '', /cannot be brought over: clone\//);
  },
);

test('a repository in the checkout is not replaced by files', { skip }, async (t) => {
  const { top, folder, write, run, commit } = await makeSubmodule(t);
  run(top, 'submodule', '-q', 'update', '--init');
  await write(path.join(top, 'vendor/lib/lib.js'), 'hours of work');
  run(folder, 'rm', '-q', '-f', 'vendor/lib');
  await write(path.join(folder, 'vendor/lib'), 'a file');
  const expected = /has repositories that this would replace: vendor\/lib/;
  assert.match((await planFiles(folder, 'main')).obstacle ?? '', expected);
  commit(folder);
  assert.match((await planMerge(folder, 'main')).obstacle ?? '', expected);
  assert.equal(await readFile(path.join(top, 'vendor/lib/lib.js'), 'utf8'), 'hours of work');
});

test(
  'a clone that a remote has completely is an obstacle, too, because its files would not be brought over',
  { skip },
  async (t) => {
    const { around, folder, gitIn, read } = await setUp(t);
    gitIn(around, 'clone', '-q', '--bare', 'shop', 'remote.git');
    gitIn(folder, 'clone', '-q', path.join(around, 'remote.git'), 'clone');
    const { id, obstacle } = await planFiles(folder, 'main');
    assert.match(obstacle ?? '', /whose work cannot be brought over: clone\/\./);
    await assert.rejects(applyFiles(folder, 'main', id), { code: 'dirty' });
    await assert.rejects(read('new.txt'), { code: 'ENOENT' });
  },
);

test(
  'a file that became a folder, and a folder that became a file, are brought over and merged, unless ignored files are in the way',
  { skip },
  async (t) => {
    const { top, git, gitIn, write, addWorktree } = await makeRepository(t);
    await write('dir/x.txt', 'x\n');
    await write('file', 'file\n');
    git('add', '-A');
    git('commit', '-qm', 'second');
    const folder = addWorktree('new');
    for (const name of ['dir', 'file']) await rm(path.join(folder, name), { recursive: true });
    await write(path.join(folder, 'dir'), 'now a file\n');
    await write(path.join(folder, 'file/deep/y.txt'), 'y\n');
    const read = (name: string): Promise<string> => readFile(path.join(top, name), 'utf8');

    await write('dir/x.log', 'precious\n');
    const obstacle = async (plan: typeof planFiles): Promise<string | null> =>
      (await plan(folder, 'main')).obstacle;
    assert.match((await obstacle(planFiles)) ?? '', /would overwrite: dir\/x\.log\./);
    await rm(path.join(top, 'dir/x.log'));
    const plan = await planFiles(folder, 'main');
    assert.equal(plan.obstacle, null);
    await applyFiles(folder, 'main', plan.id);
    assert.deepEqual([await read('dir'), await read('file/deep/y.txt')], ['now a file\n', 'y\n']);

    git('reset', '-q', '--hard');
    git('clean', '-qdf');
    gitIn(folder, 'add', '-A');
    gitIn(folder, 'commit', '-qm', 'third');
    await write('dir/x.log', 'precious\n');
    assert.match((await obstacle(planMerge)) ?? '', /would overwrite: dir\/x\.log\./);
    assert.equal(await read('dir/x.log'), 'precious\n');
    await rm(path.join(top, 'dir/x.log'));
    const { id } = await planMerge(folder, 'main');
    await applyMerge(folder, 'main', id);
    assert.deepEqual([await read('dir'), await read('file/deep/y.txt')], ['now a file\n', 'y\n']);
  },
);
