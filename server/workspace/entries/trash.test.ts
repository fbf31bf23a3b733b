import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Refusal } from '../../../shared/refusal.ts';
import { Trash, type TrashOptions } from './trash.ts';

const NONE: ReadonlySet<string> = new Set();

/** A workspace in `dir`, and its trash: in `folder`, unless a test says otherwise. */
async function setUp(t: TestContext, options: Partial<TrashOptions> = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'trash-')));
  t.after(() => rm(root, { recursive: true, force: true }));
  const [dir, folder] = [join(root, 'project'), join(root, 'state', 'trash')];
  await mkdir(dir);
  const trash = new Trash({ root: { real: dir }, folder, ...options });
  const place = (name: string): string => join(dir, name);
  const write = async (name: string, text = name): Promise<void> => {
    await mkdir(join(place(name), '..'), { recursive: true });
    await writeFile(place(name), text);
  };
  const remove = async (name: string): Promise<string> => (await trash.delete(name, NONE)).trash!;
  /** The folder of this deletion in the trash; without an id, the folder of the workspace. */
  const inTrash = async (id = ''): Promise<string> => join(folder, (await readdir(folder))[0]!, id);
  /** Whether each of these deletions can still be undone. */
  const kept = (ids: readonly string[]): Promise<boolean[]> =>
    Promise.all(ids.map(async (id) => existsSync(join(await inTrash(id), 'deleted.json'))));
  return { dir, folder, trash, place, write, remove, kept, inTrash };
}

const refused = (status: number, code: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(`${error.status} ${error.code}`, `${status} ${code}`, error.message);
  return true;
};
const unknown = refused(404, 'unknown_trash');

test('only the owner can read deleted files, and restored files leave nothing in the trash', async (t) => {
  const { trash, write, remove, place, inTrash } = await setUp(t);
  await write('sub/a', 'text');
  await chmod(place('sub/a'), 0o644);
  const id = await remove('sub/a');
  const own = await inTrash();
  for (const [name, mode] of [
    ['', 0o700],
    [id, 0o700],
    [`${id}/deleted.json`, 0o600],
  ] as const)
    assert.equal((await stat(join(own, name))).mode & 0o777, mode, name);
  assert.deepEqual(await trash.restore(id), { path: 'sub/a', files: ['sub/a'] });
  assert.equal(await readFile(place('sub/a'), 'utf8'), 'text');
  assert.deepEqual(await readdir(own), []);
});

test('a file comes back although its folder was deleted, too', async (t) => {
  const { trash, write, remove, place, dir } = await setUp(t);
  await write('deep/er/a');
  const id = await remove('deep/er/a');
  await rm(place('deep'), { recursive: true });
  await trash.restore(id);
  assert.deepEqual((await readdir(dir, { recursive: true })).sort(), ['deep', 'deep/er', 'deep/er/a']);
});

test('while a file is where its folder was, it cannot come back, and stays in the trash', async (t) => {
  const { trash, write, remove, place } = await setUp(t);
  await write('sub/a', 'text');
  const id = await remove('sub/a');
  await rm(place('sub'), { recursive: true });
  await write('sub');
  await assert.rejects(trash.restore(id), refused(400, 'not_a_folder'));
  await rm(place('sub'));
  await trash.restore(id);
  assert.equal(await readFile(place('sub/a'), 'utf8'), 'text');
});

test('each workspace has its own trash, in the same folder', async (t) => {
  const [one, two] = [await setUp(t), await setUp(t)];
  const other = new Trash({ root: { real: two.dir }, folder: one.folder });
  await one.write('a');
  const id = await one.remove('a');
  await assert.rejects(other.restore(id), unknown);
  assert.deepEqual(await readdir(two.dir), []);
  await one.trash.restore(id);
});

test('if the panel has no trash, a file is deleted only once that is confirmed', async (t) => {
  const { trash, write, dir } = await setUp(t, { folder: null });
  await write('sub/a');
  await assert.rejects(trash.delete('sub', NONE), (error: Error) => {
    assert.match(error.message, /^"sub" was not deleted\. This panel keeps no trash/);
    return refused(409, 'permanent')(error);
  });
  assert.deepEqual(await readdir(dir), ['sub']);
  assert.deepEqual(await trash.delete('sub', new Set(['permanent'])), { files: ['sub/a'] });
  assert.deepEqual(await readdir(dir), []);
  await assert.rejects(trash.restore('00000000-0000-0000-0000-000000000000'), unknown);
});

test('a file exactly as large as the trash fits, one byte more does not', async (t) => {
  const { trash, write, remove, dir } = await setUp(t, { maxBytes: 10 });
  await write('fits', '1234567890');
  await write('sub/one', '12345');
  await write('sub/deep/two', '678901');
  await assert.rejects(trash.delete('sub', NONE), (error: Error) => {
    assert.match(error.message, /It is too large for the trash/);
    return refused(409, 'permanent')(error);
  });
  await trash.restore(await remove('fits'));
  assert.deepEqual((await readdir(dir)).sort(), ['fits', 'sub']);
});

test('a folder with more entries than the trash takes is too large, whatever their size', async (t) => {
  const { trash, write, remove } = await setUp(t, { maxEntries: 4 });
  for (const name of ['sub/a', 'sub/b', 'sub/deep/c']) await write(name, '');
  await assert.rejects(trash.delete('sub', NONE), refused(409, 'permanent'));
  await remove('sub/a');
  await trash.restore(await remove('sub'));
});

test('when the trash is full, the oldest deletions are removed first, and no more than needed', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1000 });
  const { write, remove, kept } = await setUp(t, { maxBytes: 10 });
  const ids: string[] = [];
  const fill = async (name: string, text: string): Promise<boolean[]> => {
    await write(name, text);
    ids.push(await remove(name));
    t.mock.timers.tick(1000);
    return kept(ids);
  };
  for (const name of ['a', 'b', 'c', 'd', 'e']) await fill(name, '12');
  assert.deepEqual(await kept(ids), Array(5).fill(true), 'together they are as large as the trash');
  assert.deepEqual(await fill('f', '123'), [false, false, true, true, true, true]);
  assert.deepEqual(await fill('g', '1234567890'), [...Array<boolean>(6).fill(false), true]);
});

test('the last deletion stays, even after the clock was set back', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 5000 });
  const { write, remove, kept } = await setUp(t, { maxBytes: 10 });
  await write('a', '123456');
  await write('b', '123456');
  const first = await remove('a');
  t.mock.timers.setTime(1000);
  const last = await remove('b');
  assert.deepEqual(await kept([first, last]), [false, true]);
});

test('a deletion that crashed before it moved anything is skipped', async (t) => {
  const { trash, write, remove, inTrash } = await setUp(t, { maxBytes: 10 });
  await write('a', '123');
  const id = await remove('a');
  const [empty, half] = ['0', '1'].map((digit) => digit.repeat(36)) as [string, string];
  for (const place of [empty, half]) await mkdir(await inTrash(place));
  await writeFile(join(await inTrash(half), 'deleted.json'), '{"path":"b","at');
  for (const place of [empty, half]) await assert.rejects(trash.restore(place), unknown);
  await write('b', '1234567');
  await remove('b');
  await trash.restore(id);
});

test('a disk that cannot be read is reported as such, not as an unknown deletion', async (t) => {
  const { trash, write, remove, inTrash } = await setUp(t);
  await write('a');
  const id = await remove('a');
  const record = join(await inTrash(id), 'deleted.json');
  await rm(record);
  await mkdir(record);
  await assert.rejects(trash.restore(id), { code: 'EISDIR' });
});

test('an id is a name in the trash and no path', async (t) => {
  const { trash, write, remove, dir } = await setUp(t);
  await write('a');
  const id = await remove('a');
  for (const path of [`./${id}`, `${id}/`, `${id}/../${id}`, `../${id}`])
    await assert.rejects(trash.restore(path), unknown, path);
  assert.deepEqual(await readdir(dir), []);
});

test('a deletion that fails leaves everything where it was, and nothing in the trash', async (t) => {
  const { trash, write, place, inTrash, folder } = await setUp(t);
  await write('a', 'text');
  // A file where its folder in the trash has to be.
  await mkdir(folder, { recursive: true });
  await trash.delete('a', NONE).then(({ trash: id }) => trash.restore(id!));
  const own = await inTrash();
  await rm(own, { recursive: true });
  await writeFile(own, 'in the way');
  await assert.rejects(trash.delete('a', NONE));
  assert.equal(await readFile(place('a'), 'utf8'), 'text');
});
