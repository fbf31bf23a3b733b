import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { listSubmodules } from './submodules.ts';

test('the submodules are those of the index as it is now, if they are checked out', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  assert.deepEqual([await listSubmodules(top), await listSubmodules(null)], [[], []]);
  const lib = path.join(top, 'lib');
  git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},lib`);
  assert.deepEqual(await listSubmodules(top), [], 'its folder is not there yet');
  await write('lib/.git', 'gitdir: ../.git/modules/lib\n');
  assert.deepEqual(await listSubmodules(top), [lib]);
  await rm(lib, { recursive: true });
  assert.deepEqual(await listSubmodules(top), []);
  await write('lib/.git', 'gitdir: ../.git/modules/lib\n');
  git('update-index', '--force-remove', 'lib');
  assert.deepEqual(await listSubmodules(top), [], 'it is the user’s own folder now');
});
