import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { hasFewEntries, isGeneratedFolder } from './generated-folders.ts';

test('the entries of a folder are counted with those in it, but not those of dependencies, of git and of links', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-few-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['a/b', 'a/node_modules/x', 'a/.git/x']) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), '');
  }
  await symlink('a', path.join(folder, 'link'), 'junction');
  // `a`, `link`, and in `a`: `b`, `node_modules`, `.git`.
  assert.deepEqual([await hasFewEntries(folder, 5), await hasFewEntries(folder, 4)], [true, false]);
  assert.equal(await hasFewEntries(path.join(folder, 'gone'), 0), true);
  assert.deepEqual(['build', 'Pods', '.cache', 'builds', 'src', ''].map(isGeneratedFolder), [
    ...[true, true, true],
    ...[false, false, false],
  ]);
});
