import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeFolders, removeFolder, setFolderMode } from './real-folders.ts';

async function rootIn(t: TestContext) {
  const real = await realpath(await mkdtemp(join(tmpdir(), 'real-folders-')));
  t.after(() => rm(real, { recursive: true }));
  return { root: { real }, place: (name: string) => join(real, name) };
}

const isThere = (place: string): Promise<boolean> =>
  stat(place).then(
    () => true,
    () => false,
  );

test('a folder gets its permissions, and keeps what the system adds to them', async (t) => {
  const { root, place } = await rootIn(t);
  await mkdir(place('a'));
  for (const special of [0, 0o1000, 0o2000]) {
    await chmod(place('a'), 0o755 | special);
    await setFolderMode(root, 'a', 0o700);
    assert.equal((await stat(place('a'))).mode & 0o7777, 0o700 | special);
  }
});

test('a folder is gone only if it was empty, or was not there', async (t) => {
  const { root, place } = await rootIn(t);
  await mkdir(place('full/inner'), { recursive: true });
  assert.equal(await removeFolder(root, 'full'), false);
  assert.equal(await removeFolder(root, 'full/inner'), true);
  assert.equal(await removeFolder(root, 'full'), true);
  assert.equal(await removeFolder(root, 'full'), true, 'it is gone already');
  await writeFile(place('file'), '');
  assert.equal(await removeFolder(root, 'file'), false);
  await mkdir(place('target'));
  await symlink('target', place('link'));
  assert.equal(await removeFolder(root, 'link'), false);
  assert.deepEqual([await isThere(place('file')), await isThere(place('target'))], [true, true]);
});

test('missing folders are made, but none behind a link or below a file', async (t) => {
  const { root, place } = await rootIn(t);
  const stays = (): boolean => false;
  await makeFolders(root, 'a/b/c', stays);
  await makeFolders(root, 'a/b/c', stays);
  assert.equal((await stat(place('a/b/c'))).isDirectory(), true);
  await mkdir(place('target'));
  await symlink('target', place('link'));
  await writeFile(place('file'), '');
  for (const path of ['link/x', 'file/x']) await assert.rejects(makeFolders(root, path, stays), path);
  assert.deepEqual([await isThere(place('target/x')), await isThere(place('file/x'))], [false, false]);
});
