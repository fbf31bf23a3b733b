// Discarding what is not committed, with a real git: files go back to the last commit or to the index, and a redo brings
// the discarded content back.
import assert from 'node:assert/strict';
import { chmod, lstat, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Discard, HunkUndo, PlanRequest } from '../../shared/changes.ts';
import { hunksOf } from '../../shared/hunks.ts';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { Changes } from './changes.ts';
import { diffWithHead } from './diff.ts';
import { discardHunkScope, discardScope } from './discard.ts';
import { changesFolder } from './journal/changes-folder.ts';
import { redoScope } from './undo/scope.ts';

const withGit = { skip: WITHOUT_GIT };

async function setUp(t: TestContext) {
  const repository = await makeRepository(t);
  const { top, around } = repository;
  const changes = new Changes({ workspace: top, folder: changesFolder(path.join(around, 'state'), top) });
  t.after(() => changes.close());
  const run = async (request: PlanRequest, files: Parameters<Changes['plan']>[2]) =>
    changes.run(await changes.plan('s', request, files), {});
  const discard = async (wanted: Discard) =>
    run({ undo: { discard: wanted } }, await discardScope(changes, wanted));
  const discardHunk = async (hunk: HunkUndo) =>
    run({ undo: { hunk } }, await discardHunkScope(changes, hunk));
  const redo = async (entry: string) => run({ redo: entry }, redoScope(await changes.history(), entry));
  const read = (name: string) => readFile(path.join(top, name), 'utf8');
  return { ...repository, changes, discard, discardHunk, redo, read };
}

test(
  'changed, new, deleted and renamed files become those of the last commit, and a redo brings all of it back',
  withGit,
  async (t) => {
    const { top, git, write, discard, redo, read } = await setUp(t);
    await write('old.txt', 'to be renamed\nin a commit\n');
    await write('gone.txt', 'will be deleted\n');
    git('add', '-A');
    git('commit', '-qm', 'second');
    await write('a.txt', 'changed\n');
    await write('sub/new.txt', 'untracked\n');
    await rm(path.join(top, 'gone.txt'));
    git('mv', 'old.txt', 'renamed.txt');
    const paths = ['a.txt', 'sub/new.txt', 'gone.txt', 'renamed.txt'];
    const { entry, files } = await discard({ paths, to: 'head' });
    assert.ok(
      files.every(({ outcome }) => outcome !== 'failed' && outcome !== 'changed'),
      JSON.stringify(files),
    );
    assert.equal(await read('a.txt'), 'one\ntwo\nthree\n');
    assert.equal(await read('gone.txt'), 'will be deleted\n');
    assert.equal(await read('old.txt'), 'to be renamed\nin a commit\n');
    for (const name of ['sub/new.txt', 'renamed.txt']) await assert.rejects(lstat(path.join(top, name)));
    await redo(entry);
    assert.equal(await read('a.txt'), 'changed\n');
    assert.equal(await read('sub/new.txt'), 'untracked\n');
    assert.equal(await read('renamed.txt'), 'to be renamed\nin a commit\n');
    for (const name of ['gone.txt', 'old.txt']) await assert.rejects(lstat(path.join(top, name)));
  },
);

test('what was staged stays, and only what was changed since is discarded', withGit, async (t) => {
  const { git, write, discard, read } = await setUp(t);
  await write('a.txt', 'staged\n');
  git('add', '-A');
  await write('a.txt', 'changed again\n');
  await discard({ paths: ['a.txt'], to: 'index' });
  assert.equal(await read('a.txt'), 'staged\n');
  assert.equal(git('diff', '--cached', '--name-only').trim(), 'a.txt');
});

test('links and permissions go back, and permissions that git does not know stay', withGit, async (t) => {
  const { top, git, write, discard } = await setUp(t);
  const [link, script, own] = ['link', 'run.sh', 'a.txt'].map((name) => path.join(top, name)) as [
    string,
    string,
    string,
  ];
  await symlink('a.txt', link);
  await write('run.sh', 'x\n');
  await chmod(script, 0o755);
  git('add', '-A');
  git('commit', '-qm', 'second');
  await rm(link);
  await writeFile(link, 'a file\n');
  await chmod(script, 0o644);
  await write('a.txt', 'changed\n');
  await chmod(own, 0o600);
  await discard({ paths: ['link', 'run.sh', 'a.txt'], to: 'head' });
  assert.equal(await readlink(link), 'a.txt');
  assert.equal((await lstat(script)).mode & 0o777, 0o755);
  assert.equal((await lstat(own)).mode & 0o777, 0o600);
});

test('of a rename whose two halves are both discarded, each is planned once', withGit, async (t) => {
  const { top, git, changes, discard, read } = await setUp(t);
  git('mv', 'a.txt', 'b.txt');
  const wanted: Discard = { paths: ['a.txt', 'b.txt'], to: 'head' };
  const scope = await discardScope(changes, wanted);
  assert.deepEqual(scope.map((file) => file.path).sort(), ['a.txt', 'b.txt']);
  await discard(wanted);
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\n');
  await assert.rejects(lstat(path.join(top, 'b.txt')));
});

test(
  'one hunk, or some of its lines, is discarded, whatever line endings are on disk',
  withGit,
  async (t) => {
    const { git, write, changes, discardHunk, redo, read } = await setUp(t);
    git('config', 'core.autocrlf', 'true');
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at}`);
    await write('many.txt', `${lines.join('\r\n')}\r\n`);
    git('add', '-A');
    git('commit', '-qm', 'second');
    const changed = ['first', ...lines.slice(1, 11), 'last'];
    await write('many.txt', `${changed.join('\r\n')}\r\n`);
    const diff = await diffWithHead(changes, 'many.txt');
    assert.ok('before' in diff);
    const [first] = hunksOf('many.txt', diff.before, diff.after);
    const { entry } = await discardHunk({ path: 'many.txt', id: first!.id, isHead: true });
    assert.equal(await read('many.txt'), `${[...lines.slice(0, 11), 'last'].join('\r\n')}\r\n`);
    await redo(entry);
    assert.equal(await read('many.txt'), `${changed.join('\r\n')}\r\n`);
    await assert.rejects(discardHunk({ path: 'many.txt', id: 'other', isHead: true }), { status: 404 });
  },
);

test(
  'all files of a folder that git does not track are discarded, but no ignored one',
  withGit,
  async (t) => {
    const { top, write, discard, redo, read } = await setUp(t);
    for (const name of ['new/a.txt', 'new/deep/ b.txt', 'new/kept.log']) await write(name, `${name}\n`);
    const { entry } = await discard({ paths: ['new/'], to: 'index' });
    for (const name of ['new/a.txt', 'new/deep/ b.txt']) await assert.rejects(lstat(path.join(top, name)));
    assert.equal(await read('new/kept.log'), 'new/kept.log\n');
    await redo(entry);
    assert.equal(await read('new/deep/ b.txt'), 'new/deep/ b.txt\n');
  },
);

test('nothing outside the workspace and nothing of git itself is discarded', withGit, async (t) => {
  const { top, discard, write } = await setUp(t);
  await write(path.join(top, '..', 'outside.txt'), 'x\n');
  await assert.rejects(discard({ paths: ['../outside.txt'], to: 'head' }), { status: 400 });
  const config = await readFile(path.join(top, '.git/config'), 'utf8');
  const refused = await discard({ paths: ['.git/config'], to: 'head' });
  assert.deepEqual(refused.files, []);
  assert.equal(await readFile(path.join(top, '.git/config'), 'utf8'), config);
});

test(
  'a file in the place of a folder is discarded as a new file, and is not filled with the data of the folder',
  withGit,
  async (t) => {
    const { top, git, write, discard, read } = await setUp(t);
    await write('sub/a.txt', 'in the folder\n');
    git('add', '-A');
    git('commit', '-qm', 'second');
    await rm(path.join(top, 'sub'), { recursive: true });
    await write('sub', 'a file\n');
    await discard({ paths: ['sub', 'sub/a.txt'], to: 'head' });
    assert.equal(await read('sub/a.txt'), 'in the folder\n');
    assert.equal(git('status', '--porcelain'), '');
  },
);
