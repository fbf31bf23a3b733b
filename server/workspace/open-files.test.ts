import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFolder } from './inside.ts';
import { overwriteFile } from './replace-file.ts';
import { openWorkspace } from './workspace.ts';

const DESCRIPTORS = '/proc/self/fd';

/** The files and folders below `dir` that this process has open. */
async function openBelow(dir: string): Promise<string[]> {
  const open = await Promise.all(
    (await readdir(DESCRIPTORS)).map((fd) => readlink(join(DESCRIPTORS, fd)).catch(() => '')),
  );
  return open.filter((path) => path.startsWith(dir));
}

test(
  'nothing that succeeds or is refused leaves a file or a folder open',
  { skip: !existsSync(DESCRIPTORS) && 'the system does not show what is open' },
  async (t) => {
    const dir = await realpath(await mkdtemp(join(tmpdir(), 'open-')));
    t.after(() => rm(dir, { recursive: true }));
    const workspace = await openWorkspace(dir, { trashFolder: null });
    t.after(() => workspace.close());
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await writeFile(join(dir, name), 'text');
    await writeFile(join(dir, 'binary'), Buffer.alloc(9));
    await writeFile(join(dir, '.gitignore'), 'dist\n');
    await mkdir(join(dir, 'sub/in'), { recursive: true });
    await symlink('/etc', join(dir, 'out'));
    await symlink('.git', join(dir, 'g'));
    await mkdir(join(dir, '.git'));
    await link(join(dir, 'c.txt'), join(dir, 'd.txt'));
    execFileSync('mkfifo', [join(dir, 'fifo')]);
    const folder = await openFolder({ real: dir }, '');
    const bytes = Buffer.from('new');
    const refuse = (): Promise<void> => Promise.reject(new Error('changed'));
    const { etag: ifMatch } = await workspace.read('a.txt');

    const isAccepted = async (work: Promise<unknown>): Promise<boolean> =>
      work.then(
        () => true,
        () => false,
      );
    const steps: [boolean, string, () => Promise<unknown>][] = [
      [true, 'list', () => workspace.list('sub')],
      [false, 'list', () => workspace.list('a.txt')],
      [true, 'read', () => workspace.read('b.txt')],
      [false, 'read', () => workspace.read('binary')],
      [false, 'read', () => workspace.read('sub')],
      [false, 'read', () => workspace.read('fifo')],
      [true, 'part', () => workspace.readPart('b.txt', { from: 0, count: 2 })],
      [false, 'part', () => workspace.readPart('sub', { from: 0, count: 2 })],
      [true, 'rows', () => workspace.rows('b.txt', { row: 0 }, 2)],
      [false, 'rows', () => workspace.rows('binary', { row: 0 }, 2)],
      [true, 'find', () => workspace.find('b')],
      [true, 'save', () => workspace.write('a.txt', bytes, { ifMatch })],
      [false, 'save', () => workspace.write('b.txt', bytes, { ifMatch: 'other' })],
      [false, 'save', () => workspace.write('c.txt', bytes, { ifMatch })],
      [false, 'save', () => workspace.write('fifo', bytes, { ifNoneMatch: '*' })],
      [true, 'new file', () => workspace.write('new/in/x', bytes, { ifNoneMatch: '*' })],
      [false, 'overwrite', () => overwriteFile(folder, { name: 'b.txt', bytes, confirm: refuse })],
      [true, 'move', () => workspace.move('b.txt', 'sub/b.txt', {})],
      [false, 'move', () => workspace.move('sub/b.txt', 'a.txt', {})],
      [false, 'move', () => workspace.move('sub/b.txt', 'g/x', {})],
      [true, 'delete', () => workspace.delete('sub/b.txt', { confirm: 'permanent' })],
      [false, 'delete', () => workspace.delete('a.txt', {})],
      [
        true,
        'upload',
        async () => workspace.uploads.finish(await workspace.beginUpload('u', { replace: false })),
      ],
      [
        true,
        'cancel',
        async () => workspace.uploads.cancel(await workspace.beginUpload('v', { replace: false })),
      ],
    ];
    const before = await openBelow(dir);
    for (const [isExpected, what, step] of steps) {
      assert.equal(await isAccepted(step()), isExpected, what);
      assert.deepEqual(await openBelow(dir), before, what);
    }
    await folder.close();
    assert.deepEqual(await openBelow(dir), []);
  },
);
