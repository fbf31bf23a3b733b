import assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { asNobody, isRoot } from './fixtures/as-nobody.ts';
import { openFolder, type OpenFolder } from './inside.ts';
import { isOverwritable, overwriteFile, putNew, replaceFile } from './replace-file.ts';
import { writeAt } from './write-in-place.ts';
import { isTemporary } from './temporary-name.ts';

let dir = '';
let folder: OpenFolder;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'replace-')));

  folder = await openFolder({ real: dir }, '');
});

afterEach(async () => {
  await folder?.close();
  await rm(dir, { recursive: true });
});

const text = (name: string): Promise<string> => readFile(join(dir, name), 'utf8');

test('R-40: a file that somebody changes while the new one is written is not replaced', async () => {
  for (const isNew of [false, true]) {
    await writeFile(join(dir, 'a.txt'), 'old');
    let names: string[] = [];
    const confirm = async (): Promise<void> => {
      names = await readdir(dir);
      await writeFile(join(dir, 'a.txt'), 'theirs');
      throw new Error('changed');
    };
    const replacing = replaceFile(folder, { name: 'a.txt', bytes: Buffer.from('mine'), isNew, confirm });
    await assert.rejects(replacing, { message: 'changed' });
    assert.ok(names.some(isTemporary), 'the last look is taken once the new file is complete');
    assert.equal(await text('a.txt'), 'theirs');
    assert.deepEqual(await readdir(dir), ['a.txt']);
  }
});

test('R-40: a new file does not replace one that was created after the last look', async () => {
  const confirm = (): Promise<void> => writeFile(join(dir, 'a.txt'), 'theirs');
  const replacing = replaceFile(folder, { name: 'a.txt', bytes: Buffer.from('mine'), isNew: true, confirm });
  await assert.rejects(replacing, { code: 'EEXIST' });
  assert.equal(await text('a.txt'), 'theirs');
});

test('a file that is overwritten in place is confirmed before its first byte changes, and shrinks', async () => {
  await writeFile(join(dir, 'a.txt'), 'a long old text');
  const bytes = Buffer.from('new');
  const refuse = (): Promise<void> => Promise.reject(new Error('changed'));
  await assert.rejects(overwriteFile(folder, { name: 'a.txt', bytes, confirm: refuse }), {
    message: 'changed',
  });
  assert.equal(await text('a.txt'), 'a long old text');
  await overwriteFile(folder, { name: 'a.txt', bytes, confirm: async () => undefined });
  assert.equal(await text('a.txt'), 'new');
});

const allow = async (): Promise<void> => undefined;
const mine = Buffer.from('mine');

test('a replaced file has the whole new content and its old mode, and its folder is flushed', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  await chmod(join(dir, 'a.txt'), 0o4751);
  const before = await stat(join(dir, 'a.txt'));
  let syncs = 0;
  const sync = (): Promise<void> => {
    syncs += 1;
    return folder.sync();
  };
  const counted = { ...folder, sync };
  await replaceFile(counted, { name: 'a.txt', bytes: mine, isNew: false, confirm: allow });
  const after = await stat(join(dir, 'a.txt'));
  assert.deepEqual([await text('a.txt'), after.mode & 0o7777, syncs], ['mine', 0o4751, 1]);
  assert.deepEqual([after.uid, after.gid], [before.uid, before.gid]);
  assert.notEqual(after.ino, before.ino);
  assert.deepEqual(await readdir(dir), ['a.txt']);
});

test('while it is written, a new version of a private file is private, too', async () => {
  await writeFile(join(dir, 'a.txt'), 'old', { mode: 0o600 });
  let mode = 0;
  const confirm = async (): Promise<void> => {
    const name = (await readdir(dir)).find(isTemporary);
    mode = (await stat(join(dir, name!))).mode & 0o777;
  };
  await replaceFile(folder, { name: 'a.txt', bytes: mine, isNew: false, confirm });
  assert.equal(mode, 0o600);
});

test('a new file has the default mode, and its file beside it is gone', async () => {
  await writeFile(join(dir, 'usual'), '');
  const expected = (await stat(join(dir, 'usual'))).mode & 0o777;
  await rm(join(dir, 'usual'));
  await replaceFile(folder, { name: 'a.txt', bytes: mine, isNew: true, confirm: allow });
  assert.deepEqual([await text('a.txt'), (await stat(join(dir, 'a.txt'))).mode & 0o777], ['mine', expected]);
  assert.deepEqual(await readdir(dir), ['a.txt']);
  assert.equal((await lstat(join(dir, 'a.txt'))).nlink, 1);
});

test('a file that is to be replaced must be there', async () => {
  const replacing = replaceFile(folder, { name: 'a.txt', bytes: mine, isNew: false, confirm: allow });
  await assert.rejects(replacing, { code: 'ENOENT' });
  assert.deepEqual(await readdir(dir), []);
});

test('a new name is given only if it is free', async () => {
  await writeFile(join(dir, 'new'), 'mine');
  await putNew(join(dir, 'new'), join(dir, 'a.txt'));
  assert.equal(await text('a.txt'), 'mine');
  assert.deepEqual(await readdir(dir), ['a.txt']);
  await writeFile(join(dir, 'new'), 'other');
  await assert.rejects(putNew(join(dir, 'new'), join(dir, 'a.txt')), { code: 'EEXIST' });
  await assert.rejects(putNew(join(dir, 'gone'), join(dir, 'b.txt')), { code: 'ENOENT' });
});

const asRoot = { skip: !isRoot && 'only root can give files to somebody' };

test('if the system does not allow a second name, a new file gets its name by a rename', asRoot, async () => {
  await writeFile(join(dir, 'new'), 'mine');
  await asNobody([dir], () => putNew(join(dir, 'new'), join(dir, 'a.txt')));
  assert.deepEqual([await readdir(dir), await text('a.txt')], [['a.txt'], 'mine']);
});

test('b-12: a file of another user is not replaced, and stays as it is', asRoot, async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  await chmod(join(dir, 'a.txt'), 0o4666);
  await asNobody([dir], () =>
    assert.rejects(replaceFile(folder, { name: 'a.txt', bytes: mine, isNew: false, confirm: allow }), {
      code: 'EATTRIBUTES',
    }),
  );
  const { uid, mode } = await stat(join(dir, 'a.txt'));
  assert.deepEqual([await text('a.txt'), uid, mode & 0o7777], ['old', 0, 0o4666]);
  assert.deepEqual(await readdir(dir), ['a.txt']);
});

test('a disk that takes a few bytes at a time gets all of them, each in its place', async () => {
  const disk = Buffer.alloc(30, '.');
  const write = async (...[bytes, from, count, at]: [Uint8Array, number, number, number]) => {
    assert.ok(from + count <= bytes.length);
    const bytesWritten = Math.min(count, 3);
    disk.set(bytes.subarray(from, from + bytesWritten), at);
    return { bytesWritten, buffer: bytes };
  };
  await writeAt({ write } as unknown as FileHandle, 5, Buffer.from('a part of a file'));
  assert.equal(disk.toString(), '.....a part of a file.........');
});

test('a file can be overwritten if only its replacement failed, and never through a link', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  const overwritable = (code?: string, name = 'a.txt'): Promise<boolean> =>
    isOverwritable(folder, name, Object.assign(new Error(''), { code }));
  for (const code of ['EBUSY', 'EACCES', 'EPERM', 'EROFS', 'EATTRIBUTES'])
    assert.equal(await overwritable(code), true, code);
  for (const code of ['ENOSPC', 'ENOENT', 'EEXIST', undefined])
    assert.equal(await overwritable(code), false, code);
  assert.equal(await overwritable('EBUSY', 'gone'), false);
  await symlink('a.txt', join(dir, 'link'));
  await assert.rejects(overwriteFile(folder, { name: 'link', bytes: mine, confirm: allow }), {
    code: 'ELOOP',
  });
  assert.equal(await text('a.txt'), 'old');
});

test('an overwritten file can grow, and can become empty', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  const { ino } = await stat(join(dir, 'a.txt'));
  const long = 'x'.repeat(100_000);
  await overwriteFile(folder, { name: 'a.txt', bytes: Buffer.from(long), confirm: allow });
  assert.equal(await text('a.txt'), long);
  await overwriteFile(folder, { name: 'a.txt', bytes: Buffer.alloc(0), confirm: allow });
  assert.deepEqual([await text('a.txt'), (await stat(join(dir, 'a.txt'))).ino], ['', ino]);
});

test('a replaced file keeps its owner and its group', asRoot, async () => {
  for (const [uid, gid] of [
    [1234, 1235],
    [0, 1235],
    [1234, 0],
  ] as const) {
    await writeFile(join(dir, 'a.txt'), 'old');
    await chown(join(dir, 'a.txt'), uid, gid);
    await chmod(join(dir, 'a.txt'), 0o2751);
    await replaceFile(folder, { name: 'a.txt', bytes: mine, isNew: false, confirm: allow });
    const after = await stat(join(dir, 'a.txt'));
    assert.deepEqual([after.uid, after.gid, after.mode & 0o7777], [uid, gid, 0o2751]);
    await rm(join(dir, 'a.txt'));
  }
});
