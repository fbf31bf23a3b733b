import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openFolder, type OpenFolder } from './inside.ts';
import { isTemporary, overwriteFile, replaceFile } from './replace-file.ts';

let dir = '';
let folder: OpenFolder;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'replace-')));

  folder = await openFolder({ real: dir }, '');
});

afterEach(async () => {
  await folder.close();
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
