import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileFinder } from './find-files.ts';
import { NoGit } from './git-files.ts';
import { ignoreRules } from '../ignore-rules.ts';
import { NameIndex } from './name-index.ts';
import type { Workspace } from '../workspace.ts';
import { openWorkspace } from '../workspace.ts';

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';

let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'find-'));
  workspace = await openWorkspace(dir);
});

afterEach(async () => {
  workspace?.close();
  await rm(dir, { recursive: true });
});

async function find(query: string, limit?: number): Promise<string[]> {
  return (await workspace.find(query, limit)).files;
}

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(dir, dirname(path)), { recursive: true });
    await writeFile(join(dir, path), '');
  }
}

test('what git said before it stopped does not count: the files are walked, and each is found once', async () => {
  await write('a.txt', 'sub/a.txt');
  const finder = fileFinder(dir, ignoreRules(dir), {
    listGit: async (_root, names) => {
      names.add(['a.txt', 'sub/a.txt', 'gone/a.txt']);
      names.remove(['sub/a.txt']);
      throw new NoGit();
    },
  });
  assert.deepEqual((await finder.find('a.txt', 9)).files, ['a.txt', 'sub/a.txt']);
  assert.deepEqual((await finder.all()).paths, ['a.txt', 'sub/a.txt']);
});

test('names with composed letters are found however their letters are stored, and both of two that look alike', async () => {
  for (const name of ['ガイド.md', '한국어.txt', 'résumé.txt']) await write(name.normalize('NFD'));
  await write('ガイド.md');
  assert.deepEqual((await find('ガイ')).toSorted(), ['ガイド.md'.normalize('NFD'), 'ガイド.md'].toSorted());
  assert.deepEqual(await find('한국'), ['한국어.txt'.normalize('NFD')]);
  assert.deepEqual(await find('résumé'.normalize('NFD')), ['résumé.txt'.normalize('NFD')]);
});

for (const isRepository of [true, false])
  test(
    `K2: names that are not UTF-8 are counted instead of offered, ${isRepository ? 'in a repository' : 'without git'}`,
    { skip: skip || (process.platform !== 'linux' && 'names are always Unicode') },
    async () => {
      if (isRepository) execFileSync('git', ['init', '--quiet', dir]);
      await writeFile(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from('caf\xe9.txt', 'latin1')]), '');
      await write('café.txt');
      assert.deepEqual(await workspace.find('caf'), {
        files: ['café.txt'],
        note: 'Files whose names are not UTF-8 cannot be opened here: 1.',
      });
    },
  );

test('the best match comes first, and letters may be omitted', async () => {
  await write(
    'src/app.ts',
    'src/deep/map/apple.ts',
    'server/gate/gate.test.ts',
    'server/gate/gate.ts',
    'README.md',
    'web/widget4.test.ts',
  );
  assert.deepEqual((await find('app')).slice(0, 2), ['src/app.ts', 'src/deep/map/apple.ts']);
  assert.deepEqual(await find('gate'), ['server/gate/gate.ts', 'server/gate/gate.test.ts']);
  assert.deepEqual(await find('readme'), ['README.md']);
  assert.deepEqual(await find('gatetest', 1), ['server/gate/gate.test.ts']);
  assert.deepEqual(await find('wid4'), ['web/widget4.test.ts']);
  assert.deepEqual(await find('nothing of the kind'), []);
});

test('an empty query returns the files nearest to the top', async () => {
  await write('z.txt', 'a/b/c.txt', 'a/b.txt', 'b.txt');
  assert.deepEqual(await find(''), ['b.txt', 'z.txt', 'a/b.txt', 'a/b/c.txt']);
  assert.deepEqual(await find('', 2), ['b.txt', 'z.txt']);
});

test('S-36: .git, node_modules, links, and ignored files are left out', async () => {
  await write(
    '.git/config',
    'node_modules/m/index.js',
    'a/node_modules/m/index.js',
    'dist/out.js',
    'a/x.log',
    'a/k.js',
  );
  await writeFile(join(dir, '.gitignore'), 'dist/\n*.log\n');
  await symlink('..', join(dir, 'a', 'up'));
  await symlink('/etc', join(dir, 'etc'));
  assert.deepEqual(await find(''), ['.gitignore', 'a/k.js']);
});

test('a file that was just saved or reported is found', async () => {
  await write('a.txt');
  assert.deepEqual(await find('new'), []);
  await workspace.write('new-one.txt', Buffer.of(), { ifNoneMatch: '*' });
  assert.deepEqual(await find('new'), ['new-one.txt']);
  await write('deep/new-two.txt');
  workspace.note(join(dir, 'deep/new-two.txt'));
  assert.deepEqual(await find('two'), ['deep/new-two.txt']);
});

test('concurrent searches share one walk, and the next search reuses it', async () => {
  await write('a.txt');
  const [first] = await Promise.all([find(''), find('a')]);
  // This file is neither watched nor reported, so it could only be found by another walk.
  writeFileSync(join(dir, 'b.txt'), '');
  assert.deepEqual(await find(''), first);
});

test('past the limit the files nearest to the top are known, and the answer says that there are more', async () => {
  await write('near.txt', 'a/1.txt', 'a/2.txt', 'b/3.txt', 'b/deep/far.txt');
  const finder = fileFinder(dir, ignoreRules(dir), { maxFiles: 3 });
  const { files, note } = await finder.find('', 9);
  assert.deepEqual(files, ['near.txt', 'a/1.txt', 'a/2.txt']);
  assert.equal(note, 'Only 3 files are looked at: this workspace has more.');
  assert.equal((await workspace.find('')).note, undefined);
});

test(
  'in a repository git lists the files: also ignored ones that it tracks, and those of submodules and inner repositories',
  { skip },
  async () => {
    const git = (where: string, ...words: string[]) =>
      execFileSync(
        'git',
        ['-c', 'protocol.file.allow=always', '-c', 'user.name=n', '-c', 'user.email=e', ...words],
        {
          cwd: join(dir, where),
          stdio: 'pipe',
        },
      );
    await write(
      'part/one.txt',
      'top/tracked.log',
      'top/gone.txt',
      'top/new.txt',
      'top/free/inside.txt',
      'top/cache/x',
    );
    await write('top/node_modules/m/index.js', 'top/ä b.txt');
    git('part', 'init', '-q');
    git('part', 'add', '.');
    git('part', 'commit', '-qm', 'one');
    git('top', 'init', '-q');
    git('top', 'add', '-f', 'tracked.log', 'gone.txt', 'ä b.txt');
    git('top', 'submodule', '--quiet', 'add', join(dir, 'part'), 'sub');
    git('top/free', 'init', '-q');
    await rm(join(dir, 'top/gone.txt'));
    await writeFile(join(dir, 'top/.gitignore'), '*.log\ncache\n');
    await symlink('/etc/passwd', join(dir, 'top/link'));
    git('top', 'add', 'link');
    const { paths } = await fileFinder(join(dir, 'top'), ignoreRules(join(dir, 'top'))).all();
    assert.deepEqual(
      [...paths].sort(),
      [
        '.gitignore',
        '.gitmodules',
        'free/inside.txt',
        'new.txt',
        'sub/one.txt',
        'tracked.log',
        'ä b.txt',
      ].sort(),
    );
  },
);

test('each of hundreds of thousands of files is found by its name, also one that was just created', async () => {
  const names = new NameIndex(500_000);
  for (let at = 0; at < 100; at++)
    names.add(
      Array.from({ length: 2000 }, (_, n) => `packages/p${at}/src/module${n}/widget${at * 2000 + n}.test.ts`),
    );
  for (const n of [0, 777, 54_321, 199_999]) {
    const [first] = await names.find(`widget${n}.test`, 5);
    assert.match(first ?? '', new RegExp(`/widget${n}\\.test\\.ts$`));
  }
  assert.deepEqual(await names.find('nothing of the kind', 5), []);
  names.add(['brand-new.md']);
  assert.deepEqual(await names.find('brandnew', 5), ['brand-new.md']);
  names.remove(['brand-new.md']);
  assert.deepEqual(await names.find('brandnew', 5), []);
});

test('an invalid limit is corrected', async () => {
  await write('a.txt', 'b.txt');
  assert.equal((await find('', 1e9)).length, 2);
  assert.equal((await find('', Number.NaN)).length, 1);
  assert.equal((await find('', -5)).length, 1);
});
