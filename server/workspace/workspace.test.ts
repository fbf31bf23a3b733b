import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkspace, type Workspace } from './workspace.ts';

let folder = '';
let dir = '';
let workspace: Workspace;
let reports: string[][] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'workspace-')));
  dir = join(folder, 'ws');
  await mkdir(join(dir, 'src'), { recursive: true });
  workspace = await openWorkspace(dir, { trashFolder: join(folder, 'trash') });
  reports = [];
  workspace.watch({ onChange: (paths) => reports.push(paths) });
});

afterEach(async () => {
  workspace?.close();
  await rm(folder, { recursive: true });
});

/** The next paths that are reported. */
async function reported(): Promise<string[]> {
  while (reports.length === 0) await delay(5);
  return reports.splice(0).flat();
}

const bytes = Buffer.from('text');

test('a change by one page is reported to all pages, with the names that are new or gone', async () => {
  const { etag } = await workspace.write('a.txt', bytes, { ifNoneMatch: '*' });
  assert.deepEqual(await reported(), ['a.txt']);
  await workspace.write('a.txt', bytes, { ifMatch: etag });
  assert.deepEqual(await reported(), ['a.txt']);
  await workspace.createFolder('new/in', {});
  assert.deepEqual(await reported(), ['new/in']);
  await workspace.move('a.txt', 'new/b.txt', {});
  assert.deepEqual(await reported(), ['a.txt', 'new/b.txt']);
  const { trash } = await workspace.delete('new/b.txt', {});
  assert.deepEqual(await reported(), ['new/b.txt']);
  await workspace.restore(trash!);
  assert.deepEqual(await reported(), ['new/b.txt']);
  const upload = await workspace.beginUpload('up.txt', { replace: false });
  await workspace.uploads.write(upload, 0, bytes);
  assert.equal(await workspace.uploads.finish(upload), 'up.txt');
  assert.deepEqual(await reported(), ['up.txt']);
});

test('many changes at once are reported together, sorted and each once', async () => {
  for (const path of ['b', 'a', 'b', 'a/c']) workspace.note(path);
  assert.deepEqual(await reported(), ['a', 'a/c', 'b']);
  for (let n = 0; n < 200; n++) workspace.note(`file ${n}`);
  assert.equal((await reported()).length, 200);
  for (let n = 0; n < 201; n++) workspace.note(`file ${n}`);
  assert.deepEqual(await reported(), ['']);
  await delay(80);
  assert.deepEqual(reports, [], 'each time is one report');
});

test('after the end nothing is reported, and no unfinished upload is left', async () => {
  await workspace.beginUpload('src/a', { replace: false });
  workspace.note('a');
  workspace.close();
  while ((await readdir(join(dir, 'src'))).length > 0) await delay(5);
  workspace.note('b');
  await delay(80);
  assert.deepEqual(reports, []);
});

test('R-48: a page that comes later is also told why changes are noticed late', async (t) => {
  t.mock.method(fs, 'watch', () => {
    throw Object.assign(new Error('no more'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const watchless = await openWorkspace(dir);
  const told: string[] = [];
  const onTrouble = (message: string): void => void told.push(message);
  watchless.watch({ onChange: () => undefined, onTrouble });
  assert.deepEqual(told, []);
  await watchless.list('');
  await watchless.list('src');
  watchless.watch({ onChange: () => undefined, onTrouble });
  watchless.close();
  assert.equal(told.length, 2);
  assert.match(told[0]!, /noticed late \(ENOSPC\)/);
  assert.equal(told[1], told[0]);
});

test('the folder of a file of which rows or a part were read is watched', async () => {
  await mkdir(join(dir, 'other'));
  for (const name of ['src/a', 'other/a']) await writeFile(join(dir, name), 'text');
  assert.equal((await workspace.readPart('src/a', { from: 0, count: 9 })).size, 4);
  await writeFile(join(dir, 'src/b'), '');
  while (!(await reported()).includes('src/b'));
  assert.equal((await workspace.rows('other/a', { row: 0 }, 1)).rows[0]?.text, 'text');
  await writeFile(join(dir, 'other/b'), '');
  while (!(await reported()).includes('other/b'));
});

test('an agent that names a file by another path of the workspace has it reported', async () => {
  await symlink(dir, join(folder, 'alias'));
  const alias = await openWorkspace(join(folder, 'alias'));
  alias.watch({ onChange: (paths) => reports.push(paths) });
  alias.note(join(folder, 'alias', 'src', 'a.txt'));
  alias.note(join(dir, 'src', 'b.txt'));
  alias.note(dir);
  assert.deepEqual(await reported(), ['', 'src/a.txt', 'src/b.txt']);
  alias.close();
});

test('a file that was saved under a new name is found at once; a save of a known one lists nothing again', async () => {
  const { etag } = await workspace.write('a.txt', bytes, { ifNoneMatch: '*' });
  assert.deepEqual(await workspace.find('.txt'), { files: ['a.txt'] });
  // Nobody watches or reports this one: only another listing finds it.
  await writeFile(join(dir, 'src/unseen.txt'), '');
  await workspace.write('a.txt', Buffer.from('other'), { ifMatch: etag });
  assert.deepEqual(await workspace.find('.txt'), { files: ['a.txt'] });
  await workspace.write('b.txt', bytes, { ifNoneMatch: '*' });
  assert.deepEqual((await workspace.find('.txt')).files.length, 3);
});

test('entries that were moved, deleted, restored or uploaded are found where they are now', async () => {
  await workspace.write('a.txt', bytes, { ifNoneMatch: '*' });
  const found = async (): Promise<string[]> => (await workspace.find('')).files;
  assert.deepEqual(await found(), ['a.txt']);
  await workspace.move('a.txt', 'src/b.txt', {});
  assert.deepEqual(await found(), ['src/b.txt']);
  const { trash } = await workspace.delete('src/b.txt', {});
  assert.deepEqual(await found(), []);
  await workspace.restore(trash!);
  assert.deepEqual(await found(), ['src/b.txt']);
  const upload = await workspace.beginUpload('up.txt', { replace: false });
  await workspace.uploads.write(upload, 0, bytes);
  await workspace.uploads.finish(upload);
  assert.deepEqual(await found(), ['up.txt', 'src/b.txt']);
});

test('50 files are found unless more are asked for, and never more than 200', async () => {
  for (let n = 0; n < 210; n++) await writeFile(join(dir, 'src', `${n}.txt`), '');
  const count = async (limit?: number): Promise<number> => (await workspace.find('', limit)).files.length;
  assert.deepEqual([await count(), await count(60.7), await count(1000), await count(0)], [50, 60, 200, 1]);
});

test('only the beginning of a long query counts', async () => {
  await writeFile(join(dir, 'a'.repeat(200)), '');
  assert.equal((await workspace.find(`${'a'.repeat(200)}zzz`)).files.length, 1);
  assert.equal((await workspace.find(`${'a'.repeat(199)}z`)).files.length, 0);
});

test('the fields of a refused move are named', async () => {
  await assert.rejects(workspace.move('/a', 'b', {}), { message: /^from: / });
  await assert.rejects(workspace.move('a', '/b', {}), { message: /^to: / });
  await assert.rejects(workspace.list('/b'), { message: /^path: / });
});

test('the bytes of a file are read from a place to its end', async () => {
  const content = Buffer.from('0123456789'.repeat(300_000));
  await writeFile(join(dir, 'large'), content);
  const read = async (from: number, path = 'large'): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of workspace.bytes(path, from)) parts.push(part);
    return Buffer.concat(parts);
  };
  assert.ok((await read(0)).equals(content));
  assert.ok((await read(1_500_003)).equals(content.subarray(1_500_003)));
  assert.equal((await read(content.length)).length, 0);
  await assert.rejects(read(0, 'src'), { code: 'not_a_file' });
});

test('a deletion without a trash cannot be undone, so it is confirmed first', async () => {
  const bare = await openWorkspace(dir);
  await writeFile(join(dir, 'a.txt'), '');
  await assert.rejects(bare.delete('a.txt', {}), { code: 'permanent', message: /keeps no trash/ });
  assert.deepEqual(await bare.delete('a.txt', { confirm: 'permanent' }), { files: ['a.txt'] });
  bare.close();
});
