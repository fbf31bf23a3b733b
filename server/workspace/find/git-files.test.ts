import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { listGitFiles, NoGit } from './git-files.ts';

const hasGit = (() => {
  try {
    return Boolean(execFileSync('git', ['--version']));
  } catch {
    return false;
  }
})();
const withGit = { skip: !hasGit && 'git is not installed' };

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'git-files-'));
});

afterEach(() => rm(dir, { recursive: true }));

function git(...words: string[]): void {
  const settings = ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...settings, ...words], { cwd: dir, stdio: 'pipe' });
}

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), '');
  }
}

/** The names that are left, and the folders that are repositories of their own. */
async function list(root = dir): Promise<{ names: string[]; inner: string[] }> {
  const names = new Set<string>();
  const inner = await listGitFiles(root, {
    add: (paths) => paths.forEach((path) => names.add(path)),
    remove: (paths) => paths.forEach((path) => names.delete(path)),
  });
  return { names: [...names].sort(), inner };
}

test('files that a sparse checkout left out, and deleted files, are not listed', withGit, async () => {
  git('init', '-q');
  await write('kept/a.txt', 'left/b.txt', 'top.txt', 'gone.txt');
  git('add', '.');
  git('commit', '-qm', 'all');
  git('sparse-checkout', 'set', 'kept');
  await rm(join(dir, 'gone.txt'));
  assert.deepEqual(await list(), { names: ['kept/a.txt', 'top.txt'], inner: [] });
});

test(
  'a link is left out, whether or not it is known to git; node_modules is a folder of others',
  withGit,
  async () => {
    git('init', '-q');
    await write('a.txt', 'node_modules/m/known.js', 'node_modules/m/other.js', 'sub/node_modules/x.js');
    await write('my_node_modules/a.js', '120000 .txt');
    await symlink('a.txt', join(dir, 'link'));
    git('add', '-f', 'a.txt', 'link', 'node_modules/m/known.js', '120000 .txt');
    const { names } = await list();
    assert.deepEqual(names, ['120000 .txt', 'a.txt', 'my_node_modules/a.js', 'node_modules/m/known.js']);
  },
);

test('a repository inside is named as a folder', withGit, async () => {
  git('init', '-q');
  await write('in/repository/a.txt', 'b.txt');
  execFileSync('git', ['init', '-q', join(dir, 'in/repository')]);
  assert.deepEqual(await list(), { names: ['b.txt'], inner: ['in/repository/'] });
});

test('a panel that a git hook started lists the files of its own folder', withGit, async (t) => {
  git('init', '-q');
  await write('a.txt');
  const foreign = join(dir, 'foreign');
  await mkdir(foreign);
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']) {
    process.env[name] = foreign;
    t.after(() => delete process.env[name]);
  }
  assert.deepEqual((await list()).names, ['a.txt']);
});

test('no program runs that a repository names in its settings', withGit, async () => {
  git('init', '-q');
  await write('a.txt');
  git('add', '.');
  git('config', 'core.fsmonitor', `touch ${join(dir, 'ran')}; false`);
  assert.deepEqual((await list()).names, ['a.txt']);
});

test('outside a repository, and without git, there is nothing to list', async (t) => {
  await assert.rejects(list(), NoGit);
  const path = process.env['PATH'];
  t.after(() => void (process.env['PATH'] = path));
  process.env['PATH'] = dir;
  await assert.rejects(list(), NoGit);
});
