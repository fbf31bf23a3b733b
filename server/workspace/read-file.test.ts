import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { currentEtag, MAX_FILE_SIZE } from './read-file.ts';
import type { Workspace } from './workspace.ts';
import { openWorkspace } from './workspace.ts';

let folder = '';
let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-'));
  dir = join(folder, 'ws');
  await mkdir(join(dir, 'sub'), { recursive: true });
  await mkdir(join(folder, 'ws-evil'));
  await writeFile(join(folder, 'ws-evil', 's.txt'), 'secret');
  workspace = await openWorkspace(dir);
});

afterEach(async () => {
  workspace?.close();
  await rm(folder, { recursive: true });
});

function refused(status: number, code: string, path: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.deepEqual([error.status, error.code], [status, code], error.message);
    assert.ok(error.message.includes(path), error.message);
    assert.ok(!error.message.includes(dir), 'The message must not reveal paths outside.');
    return true;
  };
}

test('S-36: a link inside the workspace is read like its target, one that leads outside is refused', async () => {
  await writeFile(join(dir, 'sub', 'a.txt'), 'text');
  await symlink('sub', join(dir, 'link'));
  await symlink(join(dir, 'sub', 'a.txt'), join(dir, 'a-link.txt'));
  for (const path of ['sub/a.txt', 'link/a.txt', 'a-link.txt', './sub//a.txt']) {
    assert.equal(Buffer.from((await workspace.read(path)).bytes).toString(), 'text', path);
  }
  await symlink('../ws-evil', join(dir, 'out'));
  await symlink(join(folder, 'ws-evil', 's.txt'), join(dir, 'out.txt'));
  await symlink('/etc/passwd', join(dir, 'passwd'));
  for (const path of ['out/s.txt', 'out.txt', 'passwd']) {
    await assert.rejects(workspace.read(path), refused(403, 'outside_workspace', path));
  }
});

test('a missing file, a folder, and a file in place of a folder are refused by name', async () => {
  await writeFile(join(dir, 'file'), '');
  await assert.rejects(workspace.read('nothing/here'), refused(404, 'not_found', 'nothing/here'));
  await assert.rejects(workspace.read('sub'), refused(400, 'not_a_file', 'sub'));
  await assert.rejects(workspace.read(''), refused(400, 'not_a_file', 'workspace'));
  await assert.rejects(workspace.read('file/x'), refused(400, 'not_a_folder', 'file/x'));
  await assert.rejects(workspace.read('../ws-evil/s.txt'), refused(400, 'bad_path', '../ws-evil/s.txt'));
});

test('S-38: a FIFO without a writer and a socket are refused at once', async (t) => {
  if (process.platform === 'win32') return t.skip('no such files');
  execFileSync('mkfifo', [join(dir, 'fifo')]);
  await assert.rejects(workspace.read('fifo'), refused(400, 'not_a_file', 'fifo'));
  await assert.rejects(
    workspace.write('fifo', Buffer.of(), { ifNoneMatch: '*' }),
    refused(400, 'not_a_file', 'fifo'),
  );
  const server = createServer().listen(join(dir, 'socket'));
  await once(server, 'listening');
  await assert.rejects(workspace.read('socket'), refused(400, 'not_a_file', 'socket'));
  server.close();
});

test('S-38, R-46: 10 MiB can be read, one byte more or a sparse file of 5 GB cannot', async () => {
  await writeFile(join(dir, 'large'), Buffer.alloc(MAX_FILE_SIZE, 'x'));
  assert.equal((await workspace.read('large')).bytes.length, MAX_FILE_SIZE);
  await writeFile(join(dir, 'large'), Buffer.alloc(MAX_FILE_SIZE + 1, 'x'));
  await assert.rejects(workspace.read('large'), refused(413, 'file_too_large', 'large'));
  await (await open(join(dir, 'sparse'), 'w')).close();
  await truncate(join(dir, 'sparse'), 5e9);
  await assert.rejects(workspace.read('sparse'), refused(413, 'file_too_large', 'sparse'));
});

test('R-46: a NUL near the beginning makes a file binary, a later one does not', async () => {
  await writeFile(join(dir, 'binary'), Buffer.concat([Buffer.alloc(8191, 'x'), Buffer.of(0)]));
  await assert.rejects(workspace.read('binary'), refused(415, 'binary', 'binary'));
  await writeFile(join(dir, 'text'), Buffer.concat([Buffer.alloc(8192, 'x'), Buffer.of(0)]));
  assert.equal((await workspace.read('text')).bytes.length, 8193);
});

test('a part of a file of any kind and size is read, with the size of the whole', async () => {
  const bytes = Buffer.from('0123456789\0');
  await writeFile(join(dir, 'parts'), bytes);
  const part = async (from: number, count: number): Promise<string> => {
    const { bytes: read, size } = await workspace.readPart('parts', { from, count });
    assert.equal(size, bytes.length);
    return Buffer.from(read).toString();
  };
  assert.equal(await part(0, 4), '0123');
  assert.equal(await part(4, 3), '456');
  assert.equal(await part(8, 100), '89\0');
  assert.equal(await part(11, 5), '');
  assert.equal(await part(50, 5), '');
  await writeFile(join(dir, 'sparse'), '');
  await truncate(join(dir, 'sparse'), 5e9);
  const { bytes: largest } = await workspace.readPart('sparse', { from: 4e9, count: 1e9 });
  assert.equal(largest.length, 4 * 1024 * 1024);
  await assert.rejects(workspace.readPart('sub', { from: 0, count: 1 }), refused(400, 'not_a_file', 'sub'));
});

test('the etag of a part tells whether the file has changed, by its size and its time', async () => {
  const etag = async (): Promise<string> => (await workspace.readPart('tagged', { from: 0, count: 1 })).etag;
  const path = join(dir, 'tagged');
  await writeFile(path, 'one');
  await utimes(path, 1000, 1000.5);
  assert.equal(await etag(), 'W/"3-1000500"');
  await writeFile(path, 'three');
  await utimes(path, 1000, 1000.5);
  assert.equal(await etag(), 'W/"5-1000500"');
  await utimes(path, 1000, 1001);
  assert.equal(await etag(), 'W/"5-1001000"');
});

test('a missing file has no etag; a path that is outside, or not a file, is refused', async () => {
  const root = { real: workspace.dir };
  await symlink('../ws-evil/s.txt', join(dir, 'out'));
  assert.equal(await currentEtag(root, 'sub/none'), undefined);
  await assert.rejects(currentEtag(root, 'out'), refused(403, 'outside_workspace', 'out'));
  await assert.rejects(currentEtag(root, 'sub'), refused(400, 'not_a_file', 'sub'));
});

const onLinux = { skip: process.platform !== 'linux' && 'no files without a size' };

test('a file that has more bytes than its size says is read to its end', onLinux, async (t) => {
  const system = await openWorkspace('/proc/sys/kernel');
  t.after(() => system.close());
  const { bytes } = await system.read('ostype');
  assert.equal(Buffer.from(bytes).toString(), 'Linux\n');
});

test('a workspace must be an existing folder', async () => {
  await writeFile(join(dir, 'file'), '');
  for (const path of [join(dir, 'file'), join(dir, 'nothing'), '']) {
    await assert.rejects(
      openWorkspace(path),
      (error) => error instanceof Refusal && error.code === 'bad_workspace',
      path,
    );
  }
});

test('a workspace given by a link has its real path', async () => {
  await writeFile(join(dir, 'sub', 'a.txt'), 'text');
  await symlink(dir, join(folder, 'ws-link'));
  const linked = await openWorkspace(join(folder, 'ws-link'));
  assert.equal(linked.dir, workspace.dir);
  assert.equal(Buffer.from((await linked.read('sub/a.txt')).bytes).toString(), 'text');
  linked.close();
});
