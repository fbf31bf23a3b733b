// Adding and undoing worktrees with a real git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';
import { allowPrograms } from './folder-programs.ts';
import { makeSubmodule } from './fixtures/submodule.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { copyIncluded, listIncluded } from './included-files.ts';
import {
  addWorktree,
  commitOf,
  commitToBeginWith,
  dropWorktree,
  findCheckouts,
  forgetWorktree,
  listBranches,
  readGitPlace,
  requireNewBranch,
} from './worktrees.ts';

test(
  'a worktree has its branch checked out, and every folder in it knows its repository',
  { skip },
  async (t) => {
    const { around, top, git, gitIn, write } = await makeRepository(t);
    await write('packages/api/x.ts', '');
    git('add', '-A');
    git('commit', '-qm', 'second');
    const base = git('rev-parse', 'HEAD').trim();
    const folder = path.join(around, 'shop-new');
    assert.equal(await addWorktree(top, { folder, branch: 'feature/new', base }), null);
    assert.equal(gitIn(folder, 'branch', '--show-current').trim(), 'feature/new');
    const place = await findCheckouts(path.join(folder, 'packages/api'));
    assert.equal(place.prefix, 'packages/api/');
    assert.deepEqual([place.own.folder, place.own.branch], [folder, 'feature/new']);
    assert.deepEqual([place.main.folder, place.main.branch], [top, 'main']);
    assert.deepEqual((await listBranches(top)).toSorted(), ['feature/new', 'main']);
  },
);

test(
  'a folder without git, a bad name and a name that is taken are refused with a reason',
  { skip },
  async (t) => {
    const { around, top } = await makeRepository(t);
    await assert.rejects(findCheckouts(around), {
      code: 'no_git',
      message: /is not in a git checkout: not a git repo/,
    });
    await assert.rejects(requireNewBranch(top, 'main'), { code: 'branch_exists' });
    for (const name of ['a b', '-x', 'x..y', '@{-1}', 'x.lock'])
      await assert.rejects(requireNewBranch(top, name), { code: 'bad_branch' }, name);
    await requireNewBranch(top, 'fix/1');
  },
);

test('worktrees that are wanted at the same time are added one after the other', { skip }, async (t) => {
  const { around, top, git, write } = await makeRepository(t);
  const base = git('rev-parse', 'HEAD').trim();
  // git dies if it reads a worktree that another git is adding. It runs this hook while it adds one.
  git('config', 'core.hooksPath', '.git/hooks');
  const hook = path.join(top, '.git/hooks/post-checkout');
  await write(
    hook,
    `#!/bin/sh\nmkdir ${around}/busy || touch ${around}/overlap\nsleep 0.5\nrmdir ${around}/busy\n`,
  );
  await chmod(hook, 0o755);
  await allowPrograms(top);
  const names = ['x', 'y', 'z'];
  const added = names.map((branch) => addWorktree(top, { folder: path.join(around, branch), branch, base }));
  assert.deepEqual(await Promise.all(added), [null, null, null]);
  assert.deepEqual((await listBranches(top)).toSorted(), ['main', ...names]);
  await assert.rejects(stat(path.join(around, 'overlap')), { code: 'ENOENT' });
});

test('the checkouts are found while another git is adding a worktree', { skip }, async (t) => {
  const { top, git, addWorktree: add } = await makeRepository(t);
  add('new');
  const file = path.join(top, '.git/worktrees/shop-new/commondir');
  const content = await readFile(file);
  // git creates the file empty, and then writes it.
  await writeFile(file, '');
  assert.throws(() => git('worktree', 'list'), /commondir/);
  const found = findCheckouts(top);
  await Promise.race([found, setTimeout(200)]).catch(() => undefined);
  await writeFile(file, content);
  assert.equal((await found).all.length, 2);
  await writeFile(file, '');
  await assert.rejects(findCheckouts(top), { code: 'no_git' });
});

test('an addition that fails leaves neither a folder nor a branch', { skip }, async (t) => {
  const { around, top, git, write } = await makeRepository(t);
  const base = git('rev-parse', 'HEAD').trim();
  const folder = path.join(around, 'taken');
  await write(path.join(folder, 'mine.txt'), 'mine');
  const words = await addWorktree(top, { folder, branch: 'new', base });
  assert.match(words ?? '', /already exists/);
  assert.equal(await commitOf(top, 'refs/heads/new'), null);
  assert.equal(await readFile(path.join(folder, 'mine.txt'), 'utf8'), 'mine');
});

test(
  'a worktree of a repository that needs git-lfs says so where that is not installed',
  { skip },
  async (t) => {
    const { around, top, git, write } = await makeRepository(t);
    await write('.gitattributes', '*.bin filter=lfs -text\n');
    await write(
      'a.bin',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`,
    );
    git('add', '-A');
    git('commit', '-qm', 'second');
    const missing = path.join(around, 'nowhere', 'git-lfs');
    git('config', 'filter.lfs.process', `${missing} filter-process`);
    git('config', 'filter.lfs.required', 'true');
    const base = git('rev-parse', 'HEAD').trim();
    await allowPrograms(top);
    const message = await addWorktree(top, { folder: path.join(around, 'shop-new'), branch: 'new', base });
    assert.match(
      message ?? '',
      /^git-lfs is not installed on the machine of the panel, .* Install git-lfs\.\n/,
    );
    assert.match(message ?? '', /filter-process/, 'what git wrote follows');
  },
);

test(
  'a worktree stays if only the hook after it failed, and what the hook printed is a warning',
  { skip },
  async (t) => {
    const { around, top, git, gitIn, write } = await makeRepository(t);
    const hook = path.join(top, '.git/hooks/post-checkout');
    await write(hook, '#!/bin/sh\necho pnpm: not found >&2\nexit 127\n');
    await chmod(hook, 0o755);
    git('config', 'core.hooksPath', '.git/hooks');
    await allowPrograms(top);
    const folder = path.join(around, 'added');
    const warnings: string[] = [];
    const base = git('rev-parse', 'HEAD').trim();
    const onWarning = (words: string): void => void warnings.push(words);
    assert.equal(await addWorktree(top, { folder, branch: 'new', base, onWarning }), null);
    assert.match(warnings.join(), /pnpm: not found/);
    assert.equal(gitIn(folder, 'status', '--porcelain', '--branch').trim(), '## new');
  },
);

test(
  'a worktree whose folder was deleted makes room for another, and its commit stays',
  { skip },
  async (t) => {
    const { top, git, gitIn, write, addWorktree: add } = await makeRepository(t);
    const folder = add('old');
    const other = add('other');
    await rm(other, { recursive: true });
    gitIn(folder, 'switch', '-q', '--detach');
    await write(path.join(folder, 'a.txt'), 'on no branch');
    gitIn(folder, 'commit', '-qam', 'on no branch');
    const commit = gitIn(folder, 'rev-parse', 'HEAD').trim();
    await rm(folder, { recursive: true });
    const base = git('rev-parse', 'HEAD').trim();
    assert.equal(await addWorktree(top, { folder, branch: 'new', base }), null);
    assert.match(git('for-each-ref', '--contains', commit), /refs\/pi-panel\/ended\//);
    assert.ok(git('worktree', 'list').includes(other), 'no other entry is forgotten');
  },
);

test('commits of submodules are not forgotten with a deleted folder', { skip }, async (t) => {
  const { top, folder, lib, write, run, commit, git } = await makeSubmodule(t);
  await write(path.join(lib, 'lib.js'), 'work');
  commit(lib);
  await rm(folder, { recursive: true });
  const base = git('rev-parse', 'HEAD').trim();
  assert.match(
    (await addWorktree(top, { folder, branch: 'again', base })) ?? '',
    /commits of its submodules/,
  );
  const store = path.join(top, '.git/worktrees/shop-new/modules/vendor/lib');
  const where = [`--git-dir=${store}`, `--work-tree=${store}`];
  assert.match(run(top, ...where, 'log', '-1', '--format=%s', 'HEAD'), /work in lib/);
});

test(
  'a discarded worktree takes its branch along only while that has no commit of its own',
  { skip },
  async (t) => {
    const { top, git, gitIn, write, addWorktree: add } = await makeRepository(t);
    const base = git('rev-parse', 'HEAD').trim();
    const [empty, used] = [add('empty'), add('used')];
    assert.equal(await dropWorktree(top, { folder: empty, branch: 'empty', base }), null);
    assert.equal(await commitOf(top, 'refs/heads/empty'), null);
    await write(path.join(used, 'b.txt'), 'work');
    gitIn(used, 'add', '-A');
    gitIn(used, 'commit', '-qm', 'work');
    assert.equal(
      await dropWorktree(top, { folder: used, branch: 'used', base }),
      'The branch used still exists.',
    );
    assert.notEqual(await commitOf(top, 'refs/heads/used'), null);
  },
);

test(
  'files that .worktreeinclude names are copied, unless git has them or they are there',
  { skip },
  async (t) => {
    const { top, write, addWorktree: add } = await makeRepository(t);
    assert.deepEqual(await listIncluded(top), []);
    await write('.worktreeinclude', '.env\nconfig/*.json\na.txt\nlink\n');
    await write('.env', 'KEY=1\n');
    await write('config/local.json', '{}');
    await write('config/other.txt', 'no');
    await symlink('.env', path.join(top, 'link'));
    const folder = add('new');
    await write(path.join(folder, 'config/local.json'), '{"mine":true}');
    assert.deepEqual((await copyIncluded(top, folder)).toSorted(), ['.env', 'link']);
    assert.equal(await readFile(path.join(folder, '.env'), 'utf8'), 'KEY=1\n');
    assert.equal(await readFile(path.join(folder, 'config/local.json'), 'utf8'), '{"mine":true}');
    assert.equal(await readlink(path.join(folder, 'link')), '.env');
  },
);

test(
  'files are copied also to a worktree that is reached through a link, but not by a list that is a link itself',
  { skip },
  async (t) => {
    const { around, top, write, addWorktree: add } = await makeRepository(t);
    await write('.env', 'KEY=1\n');
    await write('list', '.env\nnode_modules/\n');
    await write('node_modules/deep/a.js', 'a');
    await symlink('list', path.join(top, '.worktreeinclude'));
    assert.deepEqual(await listIncluded(top), []);
    await rm(path.join(top, '.worktreeinclude'));
    await write('.worktreeinclude', '.env\nnode_modules/\n');
    const folder = add('new');
    await symlink(folder, path.join(around, 'link'));
    assert.deepEqual((await copyIncluded(top, path.join(around, 'link'))).toSorted(), [
      '.env',
      'node_modules/deep/a.js',
    ]);
    assert.equal(await readFile(path.join(folder, 'node_modules/deep/a.js'), 'utf8'), 'a');
  },
);

test('S-36: a copy never follows a link of the worktree out of it', { skip }, async (t) => {
  const { around, top, write, addWorktree: add } = await makeRepository(t);
  await write('.worktreeinclude', 'config/secret.json\n');
  await write('config/secret.json', '{}');
  const [folder, outside] = [add('new'), path.join(around, 'outside')];
  await mkdir(outside);
  await symlink(outside, path.join(folder, 'config'));
  assert.deepEqual(await copyIncluded(top, folder), []);
  await assert.rejects(stat(path.join(outside, 'secret.json')), { code: 'ENOENT' });
});

test('a copy makes no folder behind a link of the worktree', { skip }, async (t) => {
  const { around, top, write, addWorktree: add } = await makeRepository(t);
  await write('.worktreeinclude', 'config/\n.env\n');
  for (const name of ['config/deep/secret.json', '.env']) await write(name, 'x');
  const [folder, outside] = [add('new'), path.join(around, 'outside')];
  await mkdir(outside);
  for (const place of [outside, path.join(around, 'nowhere')]) {
    await symlink(place, path.join(folder, 'config'));
    assert.deepEqual(await copyIncluded(top, folder), place === outside ? ['.env'] : []);
    await rm(path.join(folder, 'config'));
  }
  await assert.rejects(stat(path.join(outside, 'deep')), { code: 'ENOENT' });
});

test(
  'a submodule, and a checkout whose repository is elsewhere, have worktrees like any other',
  { skip },
  async (t) => {
    const { around, lib, run, write } = await makeSubmodule(t);
    const separate = path.join(around, 'separate');
    run(around, 'init', '-q', `--separate-git-dir=${path.join(around, 'sep.git')}`, separate);
    await write(path.join(separate, 'a.txt'), 'a');
    run(separate, 'add', '-A');
    run(separate, 'commit', '-qm', 'first');
    for (const top of [lib, separate]) {
      const { own, main, all } = await findCheckouts(top);
      assert.deepEqual([own.folder, main, all.length], [top, own, 1]);
      const folder = `${top}-new`;
      assert.equal(await addWorktree(top, { folder, branch: 'new', base: own.commit! }), null);
      const place = await findCheckouts(folder);
      assert.deepEqual([place.own.folder, place.own.branch], [folder, 'new']);
      // A submodule's repository names its checkout. One that is elsewhere does not, so git's name for it stays, and
      // nothing is merged into it.
      assert.equal(place.main.folder, top === lib ? lib : path.join(around, 'sep.git'));
      assert.equal(place.main.isBare, top !== lib);
    }
  },
);

test(
  'a checkout that its repository names, and the worktrees of a repository without one, are found',
  { skip },
  async (t) => {
    const { around, top, gitIn } = await makeRepository(t);
    const tree = path.join(around, 'tree');
    await mkdir(tree);
    gitIn(around, 'clone', '-q', top, 'named');
    const named = path.join(around, 'named');
    gitIn(named, 'worktree', 'add', '-q', '../of-named');
    gitIn(named, 'config', 'core.worktree', tree);
    const fromWorktree = await findCheckouts(path.join(around, 'of-named'));
    assert.deepEqual([fromWorktree.main.folder, fromWorktree.main.isBare], [tree, false]);
    gitIn(around, 'clone', '-q', '--bare', top, 'hub/.bare');
    await writeFile(path.join(around, 'hub', '.git'), 'gitdir: ./.bare\n');
    gitIn(path.join(around, 'hub'), 'worktree', 'add', '-q', 'main', 'main');
    const hub = path.join(around, 'hub', 'main');
    const { own, main } = await findCheckouts(hub);
    assert.deepEqual([own.folder, main.isBare], [hub, true]);
    const folder = path.join(around, 'hub', 'agent-1');
    assert.equal(await addWorktree(main.folder, { folder, branch: 'agent-1', base: own.commit! }), null);
    assert.equal((await findCheckouts(folder)).own.branch, 'agent-1');
  },
);

test('what another panel has created in the meantime is neither used nor removed', { skip }, async (t) => {
  const { around, top, git } = await makeRepository(t);
  const base = git('rev-parse', 'HEAD').trim();
  const folder = path.join(around, 'theirs');
  git('worktree', 'add', '-q', '-b', 'theirs', folder);
  await writeFile(path.join(folder, 'work.txt'), 'hours of work');
  for (const [place, branch] of [
    [folder, 'theirs'],
    [folder, 'ours'],
    [path.join(around, 'ours'), 'theirs'],
  ] as const) {
    const warnings: string[] = [];
    const onWarning = (words: string): unknown => warnings.push(words);
    const failure = await addWorktree(top, { folder: place, branch, base, onWarning });
    assert.match(failure ?? '', /already exists/);
    assert.deepEqual(warnings, []);
    assert.equal(await readFile(path.join(folder, 'work.txt'), 'utf8'), 'hours of work');
    assert.equal((await findCheckouts(folder)).own.branch, 'theirs');
  }
});

test('a repository without a commit says so', { skip }, async (t) => {
  const { around, gitIn } = await makeRepository(t);
  const empty = path.join(around, 'empty');
  gitIn(around, 'init', '-q', empty);
  await assert.rejects(commitToBeginWith(empty, 'main'), { code: 'no_commit', message: /no commit yet/ });
});

test(
  'a new branch begins with the branch of that name, not with a tag of the same name',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    git('tag', 'release');
    git('switch', '-q', '-c', 'release');
    await write('b.txt', 'b');
    git('add', '-A');
    git('commit', '-qm', 'second');
    assert.equal(await commitToBeginWith(top, 'release'), git('rev-parse', 'refs/heads/release').trim());
    git('tag', 'v1', 'main');
    assert.equal(await commitToBeginWith(top, 'v1'), git('rev-parse', 'main').trim());
    await assert.rejects(commitToBeginWith(top, 'nowhere'), { code: 'bad_base' });
    // git reads this as the branch before, which is a good name.
    await assert.rejects(requireNewBranch(top, '@{-1}'), { code: 'bad_branch' });
  },
);

test(
  'branches are listed with those of remotes and the kept work, the last changed first',
  { skip },
  async (t) => {
    const { around, top, git } = await makeRepository(t);
    const commitAt = (day: number): string =>
      execFileSync('git', ['commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'x'], {
        cwd: top,
        encoding: 'utf8',
        env: { ...process.env, GIT_COMMITTER_DATE: `2040-01-0${day}T00:00:00Z` },
      }).trim();
    git('branch', 'old', commitAt(1));
    git('update-ref', 'refs/pi-panel/ended/kept', commitAt(2));
    git('branch', 'new', commitAt(3));
    git('init', '-q', '--bare', path.join(around, 'remote.git'));
    git('remote', 'add', 'origin', path.join(around, 'remote.git'));
    git('update-ref', 'refs/remotes/origin/theirs', commitAt(4));
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/theirs');
    assert.deepEqual(await listBranches(top), [
      'origin/theirs',
      'new',
      'refs/pi-panel/ended/kept',
      'old',
      'main',
    ]);
  },
);

test(
  'a worktree is forgotten only when its folder is gone, with its branch and commit kept',
  { skip },
  async (t) => {
    const { top, git, gitIn, write, addWorktree: add } = await makeRepository(t);
    const [named, detached] = [add('named'), add('detached')];
    await assert.rejects(forgetWorktree(top, named), { code: 'not_gone' });
    assert.equal(await readFile(path.join(named, 'a.txt'), 'utf8'), 'one\ntwo\nthree\n');
    gitIn(detached, 'switch', '-q', '--detach');
    await write(path.join(detached, 'a.txt'), 'on no branch');
    gitIn(detached, 'commit', '-qam', 'on no branch');
    const commit = gitIn(detached, 'rev-parse', 'HEAD').trim();
    await Promise.all([named, detached].map((folder) => rm(folder, { recursive: true })));
    // Nothing can be kept while a ref has the name of the folder for kept work.
    git('update-ref', 'refs/pi-panel/ended', 'HEAD');
    await assert.rejects(forgetWorktree(top, detached), { code: 'git_failed' });
    assert.ok(git('worktree', 'list').includes(detached), 'the only way to the commit stays');
    git('update-ref', '-d', 'refs/pi-panel/ended');
    await forgetWorktree(top, detached);
    await forgetWorktree(top, named);
    assert.deepEqual((await findCheckouts(top)).all.length, 1);
    assert.match(git('for-each-ref', '--contains', commit), /refs\/pi-panel\/ended\/shop-detached/);
    assert.notEqual(await commitOf(top, 'refs/heads/named'), null);
    assert.equal(git('for-each-ref', 'refs/pi-panel').split('\n').length, 2, 'a branch needs no other ref');
  },
);

test('submodules of one worktree do not keep another one from being forgotten', { skip }, async (t) => {
  const { top, lib, addWorktree: add } = await makeSubmodule(t);
  const other = add('other');
  await rm(other, { recursive: true });
  await forgetWorktree(top, other);
  assert.equal((await findCheckouts(top)).all.length, 2);
  assert.equal(await readFile(path.join(lib, 'lib.js'), 'utf8'), 'lib\n');
});

test('the first checkout is a place of its own, and a worktree is named as one', { skip }, async (t) => {
  const { around, top, addWorktree: add } = await makeRepository(t);
  const folder = add('new');
  assert.deepEqual(await readGitPlace(top), { branch: 'main', repository: top });
  assert.deepEqual(await readGitPlace(folder), { branch: 'new', repository: top, worktree: folder });
  assert.equal(await readGitPlace(around), null);
});
