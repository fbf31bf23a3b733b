import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { walkFiles } from './find-files.ts';
import { ignoreRules } from './ignore-rules.ts';
import type { Workspace } from './workspace.ts';
import { openWorkspace } from './workspace.ts';

let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'find-'));
  workspace = await openWorkspace(dir);
});

afterEach(async () => {
  workspace.close();
  await rm(dir, { recursive: true });
});

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(dir, dirname(path)), { recursive: true });
    await writeFile(join(dir, path), '');
  }
}

test('the best match comes first, and letters may be omitted', async () => {
  await write(
    'src/app.ts',
    'src/deep/map/apple.ts',
    'server/gate/gate.test.ts',
    'server/gate/gate.ts',
    'README.md',
  );
  assert.deepEqual((await workspace.find('app')).slice(0, 2), ['src/app.ts', 'src/deep/map/apple.ts']);
  assert.deepEqual(await workspace.find('gate'), ['server/gate/gate.ts', 'server/gate/gate.test.ts']);
  assert.deepEqual(await workspace.find('readme'), ['README.md']);
  assert.deepEqual(await workspace.find('gatetest', 1), ['server/gate/gate.test.ts']);
  assert.deepEqual(await workspace.find('nothing of the kind'), []);
});

test('an empty query returns the files nearest to the top', async () => {
  await write('z.txt', 'a/b/c.txt', 'a/b.txt', 'b.txt');
  assert.deepEqual(await workspace.find(''), ['b.txt', 'z.txt', 'a/b.txt', 'a/b/c.txt']);
  assert.deepEqual(await workspace.find('', 2), ['b.txt', 'z.txt']);
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
  assert.deepEqual(await workspace.find(''), ['.gitignore', 'a/k.js']);
});

test('a file that was just saved or reported is found', async () => {
  await write('a.txt');
  assert.deepEqual(await workspace.find('new'), []);
  await workspace.write('new-one.txt', Buffer.of(), { ifNoneMatch: '*' });
  assert.deepEqual(await workspace.find('new'), ['new-one.txt']);
  await write('deep/new-two.txt');
  workspace.note(join(dir, 'deep/new-two.txt'));
  assert.deepEqual(await workspace.find('two'), ['deep/new-two.txt']);
});

test('concurrent searches share one walk, and the next search reuses it', async () => {
  await write('a.txt');
  const [first] = await Promise.all([workspace.find(''), workspace.find('a')]);
  // This file is neither watched nor reported, so finding it would mean another walk.
  writeFileSync(join(dir, 'b.txt'), '');
  assert.deepEqual(await workspace.find(''), first);
});

test('a walk that reaches a limit has the files nearest to the top', async () => {
  await write('near.txt', 'a/1.txt', 'a/2.txt', 'b/3.txt', 'b/deep/far.txt');
  const rules = await ignoreRules(dir)();
  assert.deepEqual(await walkFiles(dir, rules, { maxFiles: 3, maxFolders: 9 }), [
    'near.txt',
    'a/1.txt',
    'a/2.txt',
  ]);
  assert.deepEqual(await walkFiles(dir, rules, { maxFiles: 9, maxFolders: 2 }), [
    'near.txt',
    'a/1.txt',
    'a/2.txt',
  ]);
});

test('an invalid limit is corrected', async () => {
  await write('a.txt', 'b.txt');
  assert.equal((await workspace.find('', 1e9)).length, 2);
  assert.equal((await workspace.find('', Number.NaN)).length, 1);
  assert.equal((await workspace.find('', -5)).length, 1);
});
