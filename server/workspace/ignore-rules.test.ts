import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { asNobody } from './fixtures/as-nobody.ts';
import { ignoreRules } from './ignore-rules.ts';

let top = '';

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'ignore-'));
});

afterEach(() => rm(top, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(top, dirname(path)), { recursive: true });
    await writeFile(join(top, path), text);
  }
}

/** Whether the rules of `root` ignore the file `path` in it. */
async function ignores(root: string, path: string): Promise<boolean> {
  let rules = await ignoreRules(root)();
  const names = path.split('/');
  for (const name of names.slice(0, -1)) rules = await rules.enter(name);
  return rules.ignores(names.at(-1) ?? '', false);
}

/** Rules of every kind whose meaning depends on the folder of the rule file. */
const rules: Record<string, string> = {
  '.git/info/exclude': 'private.txt\n',
  '.gitignore': '# comment\n*.log\n/top.txt\nbuild/\ndocs/**/*.tmp\na/skip\n\n!important.log\n',
  'a/.gitignore': '!skip\nlocal.txt\n/anchored.txt\n',
  'a/b/.gitignore': '\uFEFFmarked.txt\r\nlocal*\r\n!local.md\r\n',
  'build/.gitignore': '!*\n',
};

/** The files among these that git 2.39 ignores by them. */
const expected: Record<string, boolean> = {
  'x.log': true,
  'important.log': false,
  'a/b/x.log': true,
  'top.txt': true,
  'a/top.txt': false,
  'build/out.js': true,
  'a/build/deep/out.js': true,
  'docs/x/y/z.tmp': true,
  'x.tmp': false,
  'private.txt': true,
  'a/private.txt': true,
  'a/skip/kept.txt': false,
  'a/local.txt': true,
  'a/b/local.txt': true,
  'a/b/local.md': false,
  'a/anchored.txt': true,
  'a/b/anchored.txt': false,
  'a/b/marked.txt': true,
  'local.txt': false,
};

test('nested rules decide as git does', async () => {
  await write(rules);
  for (const [path, isIgnored] of Object.entries(expected)) {
    assert.equal(await ignores(top, path), isIgnored, path);
  }
});

test('git itself agrees with this table', async (t) => {
  try {
    execFileSync('git', ['init', '--quiet', top], { stdio: 'ignore' });
  } catch {
    return t.skip('git is not installed');
  }
  await write({ ...rules, ...Object.fromEntries(Object.keys(expected).map((path) => [path, ''])) });
  const list = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const ignored = new Set(execFileSync('git', list, { cwd: top, env, encoding: 'utf8' }).split('\0'));
  for (const [path, isIgnored] of Object.entries(expected)) assert.equal(ignored.has(path), isIgnored, path);
});

test('in a workspace inside a repository the rules above it apply', async () => {
  await write({ '.git/info/exclude': '/packages/x/private\n', 'packages/x/a': '' });
  await write({ '.gitignore': 'node_modules/\n/packages/x/gen\n' });
  await write({ 'packages/.gitignore': '*.log\n' });
  const inner = join(top, 'packages', 'x');
  for (const path of ['a.log', 'node_modules/m/index.js', 'gen', 'private'])
    assert.equal(await ignores(inner, path), true, path);
  assert.equal(await ignores(inner, 'src/a.ts'), false);
});

test('a workspace that its repository ignores as a whole is not shown as all ignored', async () => {
  await write({ '.git/HEAD': '', '.gitignore': '/scratch/\n', 'scratch/.gitignore': '*.log\n' });
  assert.equal(await ignores(join(top, 'scratch'), 'a.ts'), false);
  assert.equal(await ignores(join(top, 'scratch'), 'a.log'), true);
});

test('a worktree, whose .git is a file, is the top of its own rules', async () => {
  await write({ '.git/HEAD': '', '.gitignore': '*.txt\n', 'tree/.git': 'gitdir: x', 'tree/src/a': '' });
  await write({ 'tree/.gitignore': '*.log\n' });
  for (const root of [join(top, 'tree'), join(top, 'tree', 'src')]) {
    assert.equal(await ignores(root, 'a.txt'), false);
    assert.equal(await ignores(root, 'a.log'), true);
  }
});

test('rules that were changed, removed or added apply from the next check on', async () => {
  const read = ignoreRules(top);
  const isIgnored = async (): Promise<boolean> => (await read()).ignores('a.txt', false);
  assert.equal(await isIgnored(), false);
  await write({ '.gitignore': '*.txt\n' });
  assert.equal(await isIgnored(), true);
  assert.equal(await isIgnored(), true);
  await write({ '.gitignore': '*.log\n' });
  assert.equal(await isIgnored(), false);
  await rm(join(top, '.gitignore'));
  assert.equal(await isIgnored(), false);
});

test('capital letters count in rules where they count in names', async () => {
  await write({ '.gitignore': '*.LOG\n' });
  assert.equal(await ignores(top, 'a.LOG'), true);
  assert.equal(await ignores(top, 'a.log'), ['win32', 'darwin'].includes(process.platform));
});

test('outside a repository the rules above the workspace do not apply', async () => {
  await write({ '.gitignore': '*\n', 'ws/.gitignore': '*.log\n', 'ws/a': '' });
  assert.equal(await ignores(join(top, 'ws'), 'a.txt'), false);
  assert.equal(await ignores(join(top, 'ws'), 'a.log'), true);
});

test('a rule file that is a link, a folder, a FIFO, or endless is ignored', async () => {
  await write({ rules: '*\n', 'b/.gitignore/x': '', 'd/.gitignore': `*.log\n${'#'.repeat(300_000)}\n` });
  await mkdir(join(top, 'a'));
  await symlink('../rules', join(top, 'a', '.gitignore'));
  await mkdir(join(top, 'c'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(top, 'c', '.gitignore')]);
  for (const path of ['a/x.log', 'b/x.log', 'c/x.log', 'd/x.log'])
    assert.equal(await ignores(top, path), false, path);
});

test('a name for the folder of git or for rules that no file can have does not hide the files', async (t) => {
  for (const name of ['a'.repeat(300), 'a\0b', `${'a/'.repeat(3000)}b`]) {
    await rm(join(top, '.git'), { recursive: true, force: true });
    await write({ '.git': `gitdir: ${name}\n`, '.gitignore': '*.log\n' });
    assert.equal(await ignores(top, 'a.log'), true);
    assert.equal(await ignores(top, 'a.txt'), false);
    await rm(join(top, '.git'));
    if (WITHOUT_GIT) {
      t.diagnostic(WITHOUT_GIT);
      continue;
    }
    execFileSync('git', ['init', '-q'], { cwd: top });
    execFileSync('git', ['config', 'core.excludesFile', name.replace('\0', '')], { cwd: top });
    assert.equal(await ignores(top, 'a.log'), true);
  }
});

test('rules of up to 256 KiB are read', async () => {
  const rule = '*.log\n';
  await write({ '.gitignore': rule + '#'.repeat(256 * 1024 - rule.length) });
  assert.equal(await ignores(top, 'a.log'), true);
  await write({ '.gitignore': rule + '#'.repeat(256 * 1024 - rule.length + 1) });
  assert.equal(await ignores(top, 'a.log'), false);
});

test('rules that the user may not read, and a socket in their place, ignore nothing', async (t) => {
  if (process.platform === 'win32') return t.skip('other rights and files');
  await write({ 'a/.gitignore': '*\n', 'b/x': '' });
  await chmod(join(top, 'a', '.gitignore'), 0);
  const server = createServer().listen(join(top, 'b', '.gitignore'));
  t.after(() => server.close());
  await once(server, 'listening');
  await asNobody([top, join(top, 'a', '.gitignore')], async () => {
    for (const path of ['a/x', 'b/x']) assert.equal(await ignores(top, path), false, path);
  });
  await assert.rejects(ignores(top, `${'x'.repeat(300)}/a`), { code: 'ENAMETOOLONG' });
});

test('S-73: a rule of many `**`, and a folder very far down, cannot stop the panel: such rules count as absent', async () => {
  const slow = '**/a/**/a/**/a/**/a/**/b';
  await write({ '.gitignore': `${slow}\nsrc/**/out/**/*.tmp\n*.log\n` });
  assert.equal(await ignores(top, 'a/a/a/a/b'), false);
  assert.equal(await ignores(top, 'a/a/a/a/x.log'), true);
  assert.equal(await ignores(top, 'src/x/out/y/z.tmp'), true);
  assert.equal(await ignores(top, `${'a/'.repeat(60)}x.log`), true);
  assert.equal(await ignores(top, `${'a/'.repeat(100)}x.log`), false);
});
