import assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../../../shared/refusal.ts';
import { Uploads, type UploadRequest } from './upload.ts';

let dir = '';
let uploads: Uploads;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'upload-'));
  uploads = new Uploads({ real: dir });
});

afterEach(() => rm(dir, { recursive: true }));

const begin = (path: string, more: Partial<UploadRequest> = {}): Promise<string> =>
  uploads.begin({ path, replace: false, confirmed: new Set(), ...more });

const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

test('a file arrives in parts, in folders that did not exist, and appears only when it is whole', async () => {
  const id = await begin('new/deep/a.bin');
  assert.equal(await uploads.write(id, 0, Buffer.from('one ')), 4);
  assert.equal(await uploads.write(id, 4, Buffer.from('two')), 7);
  assert.deepEqual(
    (await readdir(join(dir, 'new/deep'))).filter((name) => !name.endsWith('.tmp')),
    [],
  );
  assert.equal(await uploads.finish(id), 'new/deep/a.bin');
  assert.deepEqual(await readdir(join(dir, 'new/deep')), ['a.bin']);
  assert.equal(await readFile(join(dir, 'new/deep/a.bin'), 'utf8'), 'one two');
  await assert.rejects(uploads.finish(id), refused('unknown_upload'));
});

test('a part that is missing or comes twice is refused, with the place to continue', async () => {
  const id = await begin('a');
  await uploads.write(id, 0, Buffer.from('one'));
  await assert.rejects(uploads.write(id, 0, Buffer.from('one')), /3 bytes were received/);
  await assert.rejects(uploads.write(id, 9, Buffer.from('x')), refused('wrong_part'));
  await uploads.write(id, 3, Buffer.from('two'));
  await uploads.finish(id);
  assert.equal(await readFile(join(dir, 'a'), 'utf8'), 'onetwo');
});

test('a part that is sent again while it is being written is refused, too', async () => {
  const id = await begin('a');
  const part = Buffer.alloc(1024 ** 2, 'x');
  const both = await Promise.allSettled([uploads.write(id, 0, part), uploads.write(id, 0, part)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.equal(await uploads.write(id, part.length, Buffer.from('end')), part.length + 3);
  await uploads.finish(id);
  assert.equal((await stat(join(dir, 'a'))).size, part.length + 3);
});

/** The form of the method that is used here. */
type Write = (
  this: FileHandle,
  ...args: [bytes: Uint8Array, from: number, length: number, at: number]
) => ReturnType<FileHandle['write']>;

test('a part that the disk did not take, or only a part of it, can be sent again from where it begins', async (t) => {
  const probe = await open(dir);
  const files = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const id = await begin('a');
  await uploads.write(id, 0, Buffer.from('one '));
  for (const taken of [0, 2]) {
    const { write } = files as unknown as { write: Write };
    let isFirst = true;
    const mock = t.mock.method(files, 'write', async function (
      this: FileHandle,
      ...[bytes, from, , at]: [Uint8Array, number, number, number]
    ) {
      if (isFirst && taken > 0) {
        isFirst = false;
        return write.call(this, bytes, from, taken, at);
      }
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    } as FileHandle['write']);
    await assert.rejects(uploads.write(id, 4, Buffer.from('two')));
    mock.mock.restore();
  }
  assert.equal(await uploads.write(id, 4, Buffer.from('two')), 7);
  await uploads.finish(id);
  assert.equal(await readFile(join(dir, 'a'), 'utf8'), 'one two');
});

test('an upload that was given up is over and leaves nothing', async () => {
  const id = await begin('a');
  await uploads.cancel(id);
  assert.deepEqual(await readdir(dir), []);
  await assert.rejects(uploads.write(id, 0, Buffer.from('x')), refused('unknown_upload'));
  await uploads.cancel(id);
  await uploads.cancel('never begun');
});

test('an upload whose hidden file was removed cannot be finished, and can be given up', async () => {
  const id = await begin('a');
  for (const name of await readdir(dir)) await rm(join(dir, name));
  await assert.rejects(uploads.finish(id), refused('not_found'));
  await uploads.cancel(id);
});

test('the oldest of 33 uploads is given up, and all of them when the workspace is closed', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 33; n++) ids.push(await begin(`file ${n}`));
  assert.equal((await readdir(dir)).length, 32);
  await assert.rejects(uploads.write(ids[0]!, 0, Buffer.from('x')), refused('unknown_upload'));
  assert.equal(await uploads.write(ids[1]!, 0, Buffer.from('x')), 1);
  uploads.close();
  while ((await readdir(dir)).length > 0) await delay(5);
});

test('a file is replaced only when that was asked for, and never by half of another', async () => {
  await writeFile(join(dir, 'a'), 'old');
  await assert.rejects(begin('a'), refused('exists'));
  const id = await begin('a', { replace: true });
  await uploads.write(id, 0, Buffer.from('new'));
  assert.equal(await readFile(join(dir, 'a'), 'utf8'), 'old');
  await uploads.finish(id);
  assert.equal(await readFile(join(dir, 'a'), 'utf8'), 'new');
  await mkdir(join(dir, 'folder'));
  await assert.rejects(begin('folder', { replace: true }), refused('exists'));
});

test('a file that is replaced keeps its permissions, also while it arrives', async () => {
  for (const mode of [0o600, 0o755]) {
    await writeFile(join(dir, 'a.sh'), 'old', { mode });
    await chmod(join(dir, 'a.sh'), mode);
    const id = await begin('a.sh', { replace: true });
    await uploads.write(id, 0, Buffer.from('new'));
    for (const name of await readdir(dir))
      assert.equal((await stat(join(dir, name))).mode & 0o777, mode, name);
    await uploads.finish(id);
    assert.deepEqual(
      [await readFile(join(dir, 'a.sh'), 'utf8'), (await stat(join(dir, 'a.sh'))).mode & 0o777],
      ['new', mode],
    );
  }
});

test('a file that was created during the upload is kept', async () => {
  const id = await begin('a');
  await writeFile(join(dir, 'a'), 'theirs');
  await assert.rejects(uploads.finish(id), refused('exists'));
  await uploads.cancel(id);
  assert.deepEqual(await readdir(dir), ['a']);
  assert.equal(await readFile(join(dir, 'a'), 'utf8'), 'theirs');
});

test('S-36, S-41, S-42: nothing is uploaded outside, to git, or where it would run', async () => {
  await mkdir(join(dir, '.git'));
  await symlink(tmpdir(), join(dir, 'out'));
  await symlink('.git', join(dir, 'g'));
  await assert.rejects(begin('out/x'), refused('outside_workspace'));
  for (const path of ['.git/hooks/pre-commit', 'g/x', '.GIT/config'])
    await assert.rejects(begin(path), refused('protected'));
  await assert.rejects(begin('.pi/extensions/x.ts'), refused('runs_code'));
  assert.deepEqual((await readdir(dir)).sort(), ['.git', 'g', 'out'], 'not even the folders are there');
  await mkdir(join(dir, '.pi/extensions'), { recursive: true });
  await symlink('.pi/extensions', join(dir, 'tools'));
  await assert.rejects(begin('tools/x.ts'), refused('runs_code'));
  assert.deepEqual(await readdir(join(dir, '.git')), []);
});
