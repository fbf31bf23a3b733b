// A save and an undo keep everything that the system knows about a file besides its content.
import assert from 'node:assert/strict';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { applyFile } from './apply-file.ts';
import { fileState } from '../contents/file-state.ts';
import { asNobody, isRoot, NOBODY } from '../../workspace/fixtures/as-nobody.ts';
import {
  addDefaultList,
  addToAccessList,
  attributesOf,
  needsAttributes,
  setAttribute,
} from '../../workspace/fixtures/attributes.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';

let folder = '';
let dir = '';
let place = '';
let workspace: Workspace;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'attributes-')));
  dir = join(folder, 'ws');
  await mkdir(dir);
  place = join(dir, 'a.txt');
  await writeFile(place, 'old', { mode: 0o644 });
  await chmod(place, 0o644);
  workspace = await openWorkspace(dir, { unfinishedFolder: join(folder, 'unfinished') });
});

afterEach(async () => {
  workspace?.close();
  await rm(folder, { recursive: true });
});

async function save(text: string): Promise<void> {
  const { etag } = await workspace.read('a.txt');
  await workspace.write('a.txt', Buffer.from(text), { ifMatch: etag });
}

async function undo(text: string): Promise<void> {
  const { mode } = await lstat(place);
  const bytes = Buffer.from(text);
  await applyFile(
    { real: dir, unfinished: join(folder, 'unfinished') },
    {
      path: 'a.txt',
      expected: fileState(await readFile(place), mode),
      target: { state: fileState(bytes, mode), bytes },
    },
  );
}

for (const [by, write] of Object.entries({ save, undo })) {
  const check = async (): Promise<void> => {
    const before = attributesOf(place);
    await write('new and longer');
    assert.deepEqual(attributesOf(place), before);
    assert.equal(await readFile(place, 'utf8'), 'new and longer');
    assert.deepEqual(await readdir(dir), ['a.txt']);
  };

  test(
    `b-12: ${by}: extended attributes and the access control list stay, and the group gains nothing`,
    needsAttributes,
    async () => {
      setAttribute(place, 'user.tag', 'important');
      addToAccessList(place, NOBODY);
      await check();
    },
  );

  test(`b-12: ${by}: a file without a list gets none from its folder`, needsAttributes, async () => {
    addDefaultList(dir);
    await check();
  });

  test(
    `b-12: ${by}: owner, group and set-id bits stay for root`,
    { skip: needsAttributes.skip || (!isRoot && 'only root can give files away') },
    async () => {
      await chown(place, 1234, 1235);
      await chmod(place, 0o6775);
      await check();
    },
  );

  const asUser = { skip: needsAttributes.skip || (!isRoot && 'only root can make files of others') };

  test(
    `b-12: ${by}: an ordinary user keeps a foreign group, which must not become their own with its rights`,
    asUser,
    async () => {
      await chown(place, NOBODY, 1235);
      await chmod(place, 0o664);
      const before = attributesOf(place);
      await asNobody([dir, folder], () => write('new'));
      assert.deepEqual(attributesOf(place), before);
      assert.equal(await readFile(place, 'utf8'), 'new');
    },
  );

  test(`b-12: ${by}: a file of somebody else stays theirs if others may write it`, asUser, async () => {
    await chmod(place, 0o666);
    setAttribute(place, 'user.tag', 'important');
    const before = attributesOf(place);
    await asNobody([dir, folder], () => write('new'));
    assert.deepEqual(attributesOf(place), before);
    assert.equal(await readFile(place, 'utf8'), 'new');
  });

  test(
    `b-12: ${by}: without a program that copies attributes, the file is written in place`,
    needsAttributes,
    async (t) => {
      setAttribute(place, 'user.tag', 'important');
      addToAccessList(place, NOBODY);
      const { ino } = await lstat(place);
      const known = attributesOf(place);
      const { PATH } = process.env;
      t.after(() => (process.env.PATH = PATH));
      process.env.PATH = folder;
      await write('new');
      process.env.PATH = PATH;
      assert.equal((await lstat(place)).ino, ino);
      assert.deepEqual(attributesOf(place), known);
      assert.equal(await readFile(place, 'utf8'), 'new');
      const kept = await readdir(join(folder, 'unfinished'), { recursive: true, withFileTypes: true });
      assert.deepEqual(
        kept.filter((entry) => entry.isFile()),
        [],
      );
    },
  );
}
