import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import fs, {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { asNobody } from '../fixtures/as-nobody.ts';
import { removeWhole } from './across-disks.ts';
import { Trash } from './trash.ts';

const NONE: ReadonlySet<string> = new Set();

/** A folder on a different disk from the temporary folder's, where the system has one. */
async function otherDisk(): Promise<string | null> {
  const memory = await stat('/dev/shm').catch(() => null);
  return memory && memory.dev !== (await stat(tmpdir())).dev ? '/dev/shm' : null;
}
const disk = await otherDisk();
const needsDisk = { skip: disk === null && 'the system has one disk only' };

/** A workspace, and its trash on this disk. */
async function setUp(t: TestContext, trashDisk = disk!) {
  const make = async (parent: string): Promise<string> => {
    const made = await realpath(await mkdtemp(join(parent, 'disks-')));
    // Some tests leave a read-only folder.
    t.after(() => removeWhole(made));
    return made;
  };
  const [dir, folder] = [await make(tmpdir()), await make(trashDisk)];
  const trash = new Trash({ root: { real: dir }, folder });
  const place = (name: string): string => join(dir, name);
  /** The folder of this deletion in the trash; without an id, the folder of the workspace. */
  const inTrash = async (id = ''): Promise<string> => join(folder, (await readdir(folder))[0]!, id);
  return { dir, folder, trash, place, inTrash };
}

test('a trash on another disk gives back content, modes, times and links', needsDisk, async (t) => {
  const { trash, place, dir, inTrash } = await setUp(t);
  const longAgo = new Date('2020-01-01');
  await mkdir(place('sub'));
  await writeFile(place('sub/run'), 'text');
  await chmod(place('sub/run'), 0o755);
  await utimes(place('sub/run'), longAgo, longAgo);
  await symlink('run', place('sub/link'));
  await writeFile(place('file'), 'other text');
  const ids = [(await trash.delete('sub', NONE)).trash!, (await trash.delete('file', NONE)).trash!];
  assert.deepEqual(await readdir(dir), []);
  for (const id of ids) await trash.restore(id);
  const { mode, mtime } = await lstat(place('sub/run'));
  assert.deepEqual([mode & 0o777, mtime], [0o755, longAgo]);
  assert.equal(await readFile(place('sub/run'), 'utf8'), 'text');
  assert.equal(await readlink(place('sub/link')), 'run');
  assert.equal(await readFile(place('file'), 'utf8'), 'other text');
  assert.deepEqual((await readdir(dir)).sort(), ['file', 'sub']);
  assert.deepEqual(await readdir(await inTrash()), []);
});

test(
  'an entry that cannot be copied to another disk stays, and no part of it is in the trash',
  needsDisk,
  async (t) => {
    const { trash, place, inTrash } = await setUp(t);
    await mkdir(place('sub'));
    await writeFile(place('sub/a'), 'text');
    // A pipe has no content.
    execFileSync('mkfifo', [place('sub/z')]);
    await assert.rejects(trash.delete('sub', NONE));
    assert.deepEqual((await readdir(place('sub'))).sort(), ['a', 'z']);
    assert.deepEqual(await readdir(await inTrash()), []);
  },
);

test(
  'an entry that cannot be copied back is not restored in part, and can be tried again',
  needsDisk,
  async (t) => {
    const { trash, place, dir, inTrash } = await setUp(t);
    await mkdir(place('sub'));
    await writeFile(place('sub/a'), 'text');
    const { trash: id } = await trash.delete('sub', NONE);
    const pipe = join(await inTrash(id), 'content', 'z');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(trash.restore(id!));
    assert.deepEqual(await readdir(dir), []);
    await rm(pipe);
    await trash.restore(id!);
    assert.equal(await readFile(place('sub/a'), 'utf8'), 'text');
  },
);

/**
 * Deletes `sub`, and then `file`, as a user without root's permissions, with a trash of 10 bytes. Prints the ids, or what
 * was refused.
 */
const SCRIPT = `
  const { Trash } = await import(${JSON.stringify(new URL('trash.ts', import.meta.url).href)});
  const [dir, folder] = process.argv.slice(1);
  if (process.getuid() === 0) process.setgid(65534), process.setuid(65534);
  const trash = new Trash({ root: { real: dir }, folder, maxBytes: 10 });
  const deleted = [];
  for (const name of ['sub', 'file'])
    deleted.push(await trash.delete(name, new Set()).then((done) => done.trash, (error) => error.code));
  console.log(JSON.stringify(deleted));`;

/** A folder with one in it that nobody may change, and a file that fills the trash. */
async function deleteReadOnly(t: TestContext, trashDisk: string) {
  const made = await setUp(t, trashDisk);
  const { dir, folder, place } = made;
  await mkdir(place('sub/fixed'), { recursive: true });
  for (const name of ['sub/a', 'sub/fixed/b', 'file']) await writeFile(place(name), '12345');
  await writeFile(place('file'), '1234567890');
  await chmod(place('sub/fixed'), 0o555);
  if (process.getuid?.() === 0)
    for (const each of [dir, folder, ...['sub', 'sub/a', 'sub/fixed', 'sub/fixed/b', 'file'].map(place)])
      await chown(each, 65_534, 65_534);
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT, dir, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return { ...made, deleted: JSON.parse(stdout) as string[] };
}
const needsModes = { skip: process.platform === 'win32' && 'modes do not protect folders' };

test(
  'a folder that may not be changed is removed from a full trash, like any other',
  needsModes,
  async (t) => {
    const { deleted, inTrash } = await deleteReadOnly(t, tmpdir());
    assert.deepEqual(await readdir(await inTrash()), [deleted[1]]);
  },
);

test(
  'a folder that was copied to another disk, but cannot be removed as a whole, stays as it was',
  { skip: needsDisk.skip || needsModes.skip },
  async (t) => {
    const { deleted, place, inTrash } = await deleteReadOnly(t, disk!);
    assert.equal(deleted[0], 'not_permitted');
    assert.deepEqual((await readdir(place('sub'), { recursive: true })).sort(), ['a', 'fixed', 'fixed/b']);
    assert.deepEqual(await readdir(await inTrash()), [deleted[1]]);
  },
);

test(
  'a copy that is the only complete one stays, and newer deletions do not remove it',
  { skip: needsDisk.skip || needsModes.skip },
  async (t) => {
    const { trash, dir, folder, place, inTrash } = await setUp(t);
    await mkdir(place('sub/fixed'), { recursive: true });
    for (const name of ['sub/a', 'sub/fixed/b']) await writeFile(place(name), 'text');
    await chmod(place('sub/fixed'), 0o555);
    const { cp } = fs;
    t.mock.method(fs, 'cp', (...[from, to, options]: [string, string, object]) =>
      to.startsWith(folder) ? cp(from, to, options) : Promise.reject(new Error('the disk is full')),
    );
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    const own = [dir, folder, ...['sub', 'sub/a', 'sub/fixed', 'sub/fixed/b'].map(place)];
    const message = /could not be put back: the disk is full\. A complete copy is in .*\/content\.$/;
    await asNobody(own, () => assert.rejects(trash.delete('sub', NONE), { code: 'only_copy', message }));
    const [kept] = await readdir(await inTrash());
    const copied = await readdir(await inTrash(kept), { recursive: true });
    // A file `deleted.json` would make it an entry of the trash.
    assert.deepEqual(copied.sort(), ['content', 'content/a', 'content/fixed', 'content/fixed/b']);
  },
);
