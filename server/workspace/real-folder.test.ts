import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { isListed, listedPath, NoRealFolder, openRealFolder } from './real-folder.ts';

async function setUp(t: TestContext) {
  const real = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-real-')));
  t.after(() => rm(real, { recursive: true, force: true }));
  return { root: { real }, place: (name: string): string => path.join(real, name) };
}

test('a folder opens by its real path, and what is not one is named', async (t) => {
  const { root, place } = await setUp(t);
  await mkdir(place('real/deep'), { recursive: true });
  await writeFile(place('file'), '');
  await symlink('real', place('link'));
  for (const name of ['', 'real', 'real/deep']) {
    const folder = await openRealFolder(root, name);
    assert.equal(folder.path, name);
    await folder.close();
  }
  const faultOf = (name: string): Promise<unknown> =>
    openRealFolder(root, name).then(
      () => null,
      (error: unknown) => error instanceof NoRealFolder && [error.path, error.isMissing],
    );
  assert.deepEqual(await faultOf('link'), ['link', false]);
  assert.deepEqual(await faultOf('link/deep'), ['link', false]);
  assert.deepEqual(await faultOf('file/deep'), ['file', false]);
  assert.deepEqual(await faultOf('real/gone/deep'), ['real/gone', true]);
});

test('a folder that is reached through a folder that became a link a moment ago does not open', async (t) => {
  const { root, place } = await setUp(t);
  await mkdir(place('real/deep'), { recursive: true });
  await symlink('real', place('link'));
  const { openAt } = await import('./inside.ts');
  await assert.rejects(openAt(root, 'link/deep'), { status: 403 });
});

test('a name is listed if its folder has it, in this spelling', async (t) => {
  const { root, place } = await setUp(t);
  await mkdir(place('sub'));
  await writeFile(place('sub/a'), '');
  assert.equal(await isListed(place('sub'), 'a'), true);
  assert.equal(await isListed(place('sub'), 'b'), false);
  assert.equal(await listedPath(root, 'sub/a'), 'sub/a');
  assert.equal(await listedPath(root, 'sub/b'), null);
  assert.equal(await listedPath(root, 'sub/a/in'), null, 'a file has nothing in it');
  await symlink('sub', place('link'));
  assert.equal(await listedPath(root, 'link/a'), null, 'no link is followed');
});
