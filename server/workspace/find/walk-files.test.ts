import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { asNobody } from '../fixtures/as-nobody.ts';
import { ignoreRules } from '../ignore-rules.ts';
import { temporaryName } from '../temporary-name.ts';
import { walkFiles } from './walk-files.ts';

let dir = '';

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'walk-')));
});

afterEach(() => rm(dir, { recursive: true }));

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), '');
  }
}

async function walk(from?: string, root = dir): Promise<string[][]> {
  const groups: string[][] = [];
  for await (const paths of walkFiles(root, await ignoreRules(dir)(), from)) groups.push(paths);
  return groups;
}

test('the files come level by level, a few folders at a time, each folder in the order of the alphabet', async () => {
  await write('b', 'a', '1/y', '1/x', '2/z', '3/z', '4/z', '5/z', '1/in/deep', '5/in/deep');
  assert.deepEqual(await walk(), [
    ['a', 'b'],
    ['1/x', '1/y', '2/z', '3/z', '4/z'],
    ['5/z'],
    ['1/in/deep', '5/in/deep'],
  ]);
  assert.deepEqual(await walk('5/'), [['5/z'], ['5/in/deep']]);
});

test('git’s folder, node_modules, links, unfinished saves and what is ignored are passed over', async () => {
  await write('.git/HEAD', 'in/node_modules/m.js', 'a.log', 'in/out/b', 'in/kept', temporaryName());
  await writeFile(join(dir, '.gitignore'), '*.log\nout\n');
  await symlink('in', join(dir, 'link'));
  assert.deepEqual((await walk()).flat(), ['.gitignore', 'in/kept']);
});

test('a folder that the user may not read, or that was just removed, has no files', async () => {
  await write('closed/a', 'open/b');
  await chmod(join(dir, 'closed'), 0);
  const paths = [dir, join(dir, 'closed'), join(dir, 'open')];
  assert.deepEqual(await asNobody(paths, walk), [[], ['open/b']]);
  await chmod(join(dir, 'closed'), 0o755);
  assert.deepEqual(await walk('gone/'), [[]]);
  assert.deepEqual(await walk('open/b/'), [[]]);
});

test('a folder that cannot be read for another reason is an error', async () => {
  await assert.rejects(walk(`${'x'.repeat(300)}/`), { code: 'ENAMETOOLONG' });
});
