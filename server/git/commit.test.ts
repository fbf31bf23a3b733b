// Staging and committing with a real git in real repositories.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { hunksOf } from '../../shared/hunks.ts';
import { commit } from './commit.ts';
import type { GitState } from '../../shared/git.ts';
import { makeRepository } from './fixtures/repository.ts';
import { allowPrograms } from './folder-programs.ts';
import { readGitState } from './git-state.ts';
import { contentInHead } from './stored-content.ts';

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';
const LINES = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`);
const TEXT = LINES.join('');
const AUTHOR = { 'user.name': 'Example', 'user.email': 'example@localhost' };

async function setUp(t: TestContext, folder = '') {
  const top = await mkdtemp(path.join(tmpdir(), 'pi-panel-git-'));
  t.after(() => rm(top, { recursive: true, force: true }));
  const root = path.join(top, folder);
  await mkdir(root, { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  git('init', '-q', '-b', 'main', top);
  for (const [name, value] of Object.entries(AUTHOR)) git('config', name, value);
  await writeFile(path.join(root, 'a.txt'), TEXT);
  git('add', '-A');
  git('commit', '-qm', 'first');
  const write = (name: string, text: string | Buffer): Promise<void> =>
    writeFile(path.join(root, name), text);
  return { top, root, git, write };
}

async function stateOf(root: string): Promise<GitState> {
  const state = await readGitState(root);
  assert.ok(state && !('problem' in state));
  return state;
}

test('chosen hunks are staged and committed, the others stay in the working tree', { skip }, async (t) => {
  for (const folder of ['', 'sub dir/deeper']) {
    const { root, git, write } = await setUp(t, folder);
    const now = LINES.with(1, 'two\n').with(9, '').with(18, 'nineteen\nand more\n').join('').trimEnd();
    await write('a.txt', now);
    const hunks = hunksOf('a.txt', TEXT, now);
    assert.equal(hunks.length, 3);
    const chosen = [hunks[0]!.id, hunks[2]!.id];
    const { isDone, commands } = await commit(root, {
      message: 'second',
      files: [{ path: 'a.txt', hunks: chosen }],
    });
    assert.ok(isDone, JSON.stringify(commands));
    assert.deepEqual(
      commands.map(({ command }) => command.split(' ').slice(0, 3).join(' ')),
      ['git apply --cached', 'git commit -F'],
    );
    const expected = LINES.with(1, 'two\n').with(18, 'nineteen\nand more\n').join('').trimEnd();
    assert.equal(git('show', 'HEAD:./a.txt'), expected);
    assert.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), now);
    assert.equal(git('log', '-1', '--format=%s').trim(), 'second');
  }
});

test(
  'whole files are committed: new, deleted, binary, executable, with odd names and bytes',
  { skip },
  async (t) => {
    const { root, git, write } = await setUp(t, 'sub');
    const names = ['new file.txt', 'quo"te\ttab.txt', 'ümlaut.txt', '-', '--all', ':!x', '*', 'a\\b'];
    for (const name of names) await write(name, 'one\n++ b/./-\ntwo');
    await write('binary', Buffer.of(0, 1, 2, 255));
    await write('latin1.txt', Buffer.from('caf\xe9\r\n', 'latin1'));
    await chmod(path.join(root, 'binary'), 0o755);
    await rm(path.join(root, 'a.txt'));
    const files = [...names, 'binary', 'latin1.txt', 'a.txt'].map((name) => ({ path: name }));
    const { isDone, commands } = await commit(root, { message: 'all', files });
    assert.ok(isDone, JSON.stringify(commands));
    assert.equal(git('status', '--porcelain'), '');
    assert.match(git('ls-tree', 'HEAD', './binary'), /^100755/);
  },
);

test(
  'if one of two equal hunks is already staged, the other one can still be committed',
  { skip },
  async (t) => {
    const { root, git, write } = await setUp(t);
    const part = ['same\n', 'same\n', 'same\n', 'old\n', 'same\n', 'same\n', 'same\n'];
    const old = [...part, ...part].join('');
    await write('a.txt', old);
    git('commit', '-qam', 'second');
    const one = [...part.with(3, 'new\n'), ...part].join('');
    await write('a.txt', one);
    git('add', 'a.txt');
    const now = [...part.with(3, 'new\n'), ...part.with(3, 'new\n')].join('');
    await write('a.txt', now);
    const hunks = hunksOf('a.txt', old, now).map(({ id }) => id);
    assert.equal(new Set(hunks).size, 2);
    const { isDone } = await commit(root, { message: 'third', files: [{ path: 'a.txt', hunks }] });
    assert.ok(isDone);
    assert.equal(git('show', 'HEAD:./a.txt'), now);
  },
);

test('a new file is committed in part: the hunk that is chosen by its id', { skip }, async (t) => {
  const { root, git, write } = await setUp(t);
  await write('b.txt', 'one\ntwo\n');
  const [hunk] = hunksOf('b.txt', '', 'one\ntwo\n');
  const { isDone } = await commit(root, { message: 'b', files: [{ path: 'b.txt', hunks: [hunk!.id] }] });
  assert.ok(isDone);
  assert.equal(git('show', 'HEAD:b.txt'), 'one\ntwo\n');
});

test(
  'a new file gets the mode that git gives it, whether all or a part of it is chosen',
  { skip },
  async (t) => {
    const { root, git, write } = await setUp(t);
    const modes = [0o644, 0o700, 0o655];
    const names = modes.flatMap((mode) =>
      ['whole', 'part', 'added'].map((how) => `${how}-${mode.toString(8)}`),
    );
    for (const name of names) {
      await write(name, `${name}\n`);
      await chmod(path.join(root, name), Number.parseInt(name.slice(-3), 8));
    }
    const files = names
      .filter((name) => !name.startsWith('added'))
      .map((name) => {
        const hunks = hunksOf(name, '', `${name}\n`).map(({ id }) => id);
        return { path: name, ...(name.startsWith('part') && { hunks }) };
      });
    assert.ok((await commit(root, { files })).isDone);
    git('add', ...names.filter((name) => name.startsWith('added')));
    const entries = git('ls-files', '--stage', ...names)
      .trim()
      .split('\n');
    const staged = new Map(entries.map((line) => [line.split('\t')[1], line.slice(0, 6)] as const));
    for (const name of names) assert.equal(staged.get(name), staged.get(name.replace(/^\w+/, 'added')), name);
  },
);

test(
  'a hook that refuses is shown in full, the changes stay staged, and the next attempt commits them',
  { skip },
  async (t) => {
    const { root, git, write, top } = await setUp(t);
    const hook = path.join(top, '.git/hooks/pre-commit');
    await mkdir(path.dirname(hook), { recursive: true });
    await writeFile(hook, '#!/bin/sh\necho checking\necho "line is too long" >&2\nexit 1\n');
    await chmod(hook, 0o755);
    await allowPrograms(root);
    const now = TEXT.replace('line 3', 'three');
    await write('a.txt', now);
    const [hunk] = hunksOf('a.txt', TEXT, now);
    const request = { message: 'third', files: [{ path: 'a.txt', hunks: [hunk!.id] }] };
    const refused = await commit(root, request);
    assert.equal(refused.isDone, false);
    assert.match(refused.commands.at(-1)!.output, /checking\n[^]*line is too long/);
    assert.deepEqual((await stateOf(root)).staged, ['a.txt']);
    await rm(hook);
    assert.ok((await commit(root, request)).isDone);
    assert.equal(git('show', 'HEAD:a.txt'), now);
  },
);

test(
  'line ends that git converts are converted in a partial commit, and nothing else is',
  { skip },
  async (t) => {
    for (const setting of ['core.autocrlf=true', 'attributes']) {
      const { root, git, write } = await setUp(t, 'sub');
      if (setting === 'attributes') await write('.gitattributes', '*.txt text eol=crlf\n');
      else git('config', ...setting.split('='));
      const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
      const [old, changed] = [
        crlf(TEXT),
        crlf(TEXT).replace('line 3\r', 'three\r').replace('line 18', 'end'),
      ];
      await write('a.txt', changed);
      assert.equal(String(await contentInHead(root, 'a.txt')), old);
      const [first] = hunksOf('a.txt', old, changed);
      const request = { message: 'third', files: [{ path: 'a.txt', hunks: [first!.id] }] };
      const { isDone, commands } = await commit(root, request);
      assert.ok(isDone, JSON.stringify(commands));
      assert.equal(git('show', 'HEAD:./a.txt'), TEXT.replace('line 3\n', 'three\n'));
      assert.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), changed);
      await write('new.txt', 'one\r\n');
      const [hunk] = hunksOf('new.txt', '', 'one\r\n');
      await commit(root, { message: 'new', files: [{ path: 'new.txt', hunks: [hunk!.id] }] });
      assert.equal(git('show', 'HEAD:./new.txt'), 'one\n');
    }
  },
);

test(
  'reading runs no filter of the repository; a file whose lines it changes is committed whole',
  { skip },
  async (t) => {
    const { root, git, write, top } = await setUp(t);
    const ran = path.join(top, 'ran');
    git('config', 'filter.x.smudge', `tee -a ${ran}`);
    git('config', 'filter.x.clean', 'sed /secret/d');
    git('config', 'filter.x.required', 'true');
    await allowPrograms(root);
    await write('.gitattributes', '*.txt filter=x\n');
    const now = TEXT.replace('line 3\n', 'secret\nthree\n');
    await write('a.txt', now);
    assert.equal(String(await contentInHead(root, 'a.txt')), TEXT);
    await assert.rejects(readFile(ran), /ENOENT/);
    const [hunk] = hunksOf('a.txt', TEXT, now);
    const chosen = { message: 'x', files: [{ path: 'a.txt', hunks: [hunk!.id] }] };
    await assert.rejects(commit(root, chosen), /a\.txt.*whole file/);
    assert.ok((await commit(root, { message: 'x', files: [{ path: 'a.txt' }] })).isDone);
    assert.equal(git('show', 'HEAD:a.txt'), TEXT.replace('line 3\n', 'three\n'));
  },
);

test(
  'a commit names the branch that it is on, which may not be the one that was shown before',
  { skip },
  async (t) => {
    const { root, git, write } = await setUp(t);
    const second = async (text: string) => {
      await write('a.txt', text);
      return commit(root, { message: text, files: [{ path: 'a.txt' }] });
    };
    git('checkout', '-q', '-b', 'feature/other');
    const { hash, branch } = await second('two');
    assert.deepEqual([hash, branch], [git('rev-parse', '--short', 'feature/other').trim(), 'feature/other']);
    git('checkout', '-q', '--detach');
    assert.equal((await second('three')).branch, undefined);
  },
);

test('a hunk that is gone is refused before anything is staged', { skip }, async (t) => {
  const { root, git, write } = await setUp(t);
  await write('a.txt', TEXT.replace('line 3', 'three'));
  const files = [{ path: 'a.txt', hunks: ['other'] }];
  await assert.rejects(commit(root, { message: 'x', files }), /a\.txt.*changed since/);
  assert.equal(git('diff', '--cached', '--name-only'), '');
});

test('git that fails is distinguished from a folder without a repository', { skip }, async (t) => {
  const { root } = await setUp(t);
  await writeFile(path.join(root, '.git/index'), 'damaged');
  const state = await readGitState(root);
  assert.ok(state && 'problem' in state);
  assert.match(state.problem, /^error: index .*|^fatal: .*index/);
});

test('the state names branch, distance to the upstream, and a mark for each file', { skip }, async (t) => {
  const { root, git, write, top } = await setUp(t, 'sub');
  assert.equal(await readGitState(tmpdir()), null);
  const other = path.join(top, '.git/other.git');
  git('clone', '-q', '--bare', top, other);
  git('remote', 'add', 'origin', other);
  git('fetch', '-q', 'origin');
  git('branch', '-q', '--set-upstream-to=origin/main');
  await write('b c.txt', 'b');
  git('add', '-A');
  git('commit', '-qm', 'second');
  await writeFile(path.join(top, 'outside.txt'), 'x');
  await write('a.txt', 'changed');
  await write('staged.txt', 'x');
  git('add', 'staged.txt');
  await write('new.txt', 'x');
  await rm(path.join(root, 'b c.txt'));
  const { commit: head, readAt, ...state } = await stateOf(root);
  assert.equal(typeof readAt, 'number');
  assert.equal(head, git('rev-parse', 'HEAD').trim());
  assert.deepEqual(state, {
    branch: 'main',
    upstream: 'origin/main',
    ahead: 1,
    behind: 0,
    staged: ['staged.txt'],
    unstaged: ['a.txt', 'b c.txt'],
    files: { 'a.txt': 'modified', 'b c.txt': 'deleted', 'new.txt': 'untracked', 'staged.txt': 'added' },
  });
});

test('a file in conflict is neither staged nor unstaged until it is resolved', { skip }, async (t) => {
  const { root, git, write } = await setUp(t);
  git('checkout', '-qb', 'other');
  await write('a.txt', 'theirs\n');
  git('commit', '-qam', 'theirs');
  git('checkout', '-q', 'main');
  await write('a.txt', 'ours\n');
  git('commit', '-qam', 'ours');
  assert.throws(() => git('merge', '-q', 'other'));
  const { staged, unstaged, files } = await stateOf(root);
  assert.deepEqual([staged, unstaged, files['a.txt']], [[], [], 'conflict']);
});

test(
  'a hunk of a file that has become a folder, or is gone, is refused, and nothing is staged',
  { skip },
  async (t) => {
    const { root, git, write } = await setUp(t);
    await write('--help', 'x\n');
    git('add', '-A');
    await rm(path.join(root, '--help'));
    await mkdir(path.join(root, '--help'));
    for (const name of ['--help', 'gone.txt'])
      await assert.rejects(commit(root, { message: 'x', files: [{ path: name, hunks: ['x'] }] }), {
        code: 'hunk_gone',
      });
    assert.equal(git('rev-list', '--count', 'HEAD').trim(), '1');
  },
);

test(
  'one of several hunks is committed as git stores it, whatever line endings are on disk',
  { skip },
  async (t) => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    const now = TEXT.replace('line 3\n', 'three\n').replace('line 18\n', 'end\n');
    const expected = TEXT.replace('line 3\n', 'three\n');
    const cases = [
      // What git for Windows does, with a file that a model wrote.
      { name: 'LF on disk', committed: crlf(TEXT), disk: now, head: expected, stored: [TEXT, now] },
      // git keeps the line endings of a file that was committed with CRLF before the setting.
      {
        name: 'CRLF in the index',
        isRaw: true,
        committed: crlf(TEXT),
        disk: crlf(now),
        head: crlf(expected),
        stored: [crlf(TEXT), crlf(now)],
      },
    ];
    for (const { name, isRaw, committed, disk, head, stored } of cases) {
      const { root, git, write } = await setUp(t);
      await write('a.txt', committed);
      if (isRaw) git('commit', '-qam', 'with CRLF');
      git('config', 'core.autocrlf', 'true');
      await write('a.txt', disk);
      const [first, ...others] = hunksOf('a.txt', stored[0]!, stored[1]!);
      assert.equal(others.length, 1);
      const { isDone, commands } = await commit(root, {
        message: 'x',
        files: [{ path: 'a.txt', hunks: [first!.id] }],
      });
      assert.ok(isDone, `${name}: ${JSON.stringify(commands)}`);
      assert.equal(git('show', 'HEAD:a.txt'), head, name);
      assert.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), disk, name);
    }
  },
);

test(
  'names that only another system could not have are committed with the others',
  { skip: skip || process.platform === 'win32' },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    const names = [
      'a\\b.txt',
      'c:d.txt',
      'trail.',
      'trail ',
      'tab\there.txt',
      'line\nfeed',
      '"quoted"',
      'fine.txt',
    ];
    for (const name of names.slice(0, -2)) await write(name, 'one\n');
    git('add', '-A');
    git('commit', '-qm', 'odd names');
    for (const name of names) await write(name, 'one\nmore\n');
    const { isDone } = await commit(top, { message: 'all', files: names.map((path) => ({ path })) });
    assert.ok(isDone);
    assert.equal(git('status', '--porcelain'), '');
  },
);

test(
  'a new executable file with an odd name is committed by its hunk, with its mode and bytes',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    const name = process.platform === 'win32' ? 'ö x.sh' : 'ö "x"\t\\.sh';
    const text = '#!/bin/sh\necho ö\n';
    await write(name, text);
    await chmod(path.join(top, name), 0o755);
    const [hunk] = hunksOf(name, '', text);
    const { isDone, commands } = await commit(top, {
      message: 'x',
      files: [{ path: name, hunks: [hunk!.id] }],
    });
    assert.ok(isDone, JSON.stringify(commands));
    const [entry, ...others] = git('ls-tree', '-z', 'HEAD', '--', name).split('\0');
    assert.match(entry!, /^100755 blob /);
    assert.deepEqual([entry!.split('\t').slice(1).join('\t'), others], [name, ['']]);
    assert.equal(git('show', `HEAD:${name}`), text);
    assert.equal(git('status', '--porcelain'), '');
  },
);
