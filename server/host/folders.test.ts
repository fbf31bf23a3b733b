import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { completeFolder, resolveFolder } from './folders.ts';

let home = '';
before(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'pi-panel-folders-'));
  for (const name of ['code/shop', 'code/Shapes', 'code/.hidden', 'code/api'])
    await mkdir(path.join(home, name), { recursive: true });
  await writeFile(path.join(home, 'code/shopping.txt'), '');
  await symlink(path.join(home, 'code/shop'), path.join(home, 'code/sharp'));
  await symlink(path.join(home, 'nowhere'), path.join(home, 'code/shut'));
});
after(() => rm(home, { recursive: true }));

const complete = async (text: string): Promise<string[]> =>
  (await completeFolder(text, home)).map((folder) => path.relative(home, folder));

test('a path is completed by the folders that begin like it, whatever their case, and links to folders', async () => {
  assert.deepEqual(await complete(path.join(home, 'code/sh')), ['code/Shapes', 'code/sharp', 'code/shop']);
});

test('a path that ends with a slash is completed by the folders inside, hidden ones only when asked for', async () => {
  assert.deepEqual(await complete('~/code/'), ['code/api', 'code/Shapes', 'code/sharp', 'code/shop']);
  assert.deepEqual(await complete('~/code/.'), ['code/.hidden']);
  assert.deepEqual(await complete('~'), ['code']);
});

test('a folder that does not exist is completed by nothing, and a relative path is refused', async () => {
  assert.deepEqual(await complete('~/nowhere/x'), []);
  await assert.rejects(
    completeFolder('code', home),
    (error) => error instanceof Refusal && error.status === 400,
  );
});

test('a folder that cannot be opened is distinguished from one that does not exist', async () => {
  const loop = path.join(home, 'loop');
  await symlink(loop, loop);
  await assert.rejects(resolveFolder(loop), /cannot be opened \(ELOOP\)/);
  await assert.rejects(resolveFolder(path.join(home, 'nowhere')), /^Refusal: workspace: there is no folder/);
  await assert.rejects(resolveFolder('nowhere', 'folder'), /^Refusal: folder: must be an absolute path/);
  await assert.rejects(resolveFolder(path.join(home, 'code/shopping.txt')), /there is no folder/);
});
