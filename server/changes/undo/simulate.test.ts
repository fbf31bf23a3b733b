// Plans on a picture of the disk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parentOf } from '../../workspace/workspace-path.ts';
import { ABSENT, type FileState } from '../contents/file-state.ts';
import type { RealEntry } from '../contents/real-entry.ts';
import type { PlannedWrite } from './planned.ts';
import { findObstacles, type Disk } from './simulate.ts';

const FOLDER: FileState = { kind: 'folder', mode: 0o755 };
const file = (hash: string): FileState => ({ kind: 'file', hash, size: 1, mode: 0o644 });
const write = (path: string, before: FileState, after: FileState): PlannedWrite => ({
  ...{ path, before, after: { state: after }, steps: [] },
});

interface Given {
  ignoresCase?: boolean;
  /** The inode of a file with several names, by path. */
  links?: Record<string, string>;
  /** The inode of a file that its folder lists under one name, by each path that leads to it. */
  aliases?: Record<string, string>;
}

function diskOf(files: Record<string, FileState>, { ignoresCase = false, links, aliases }: Given = {}): Disk {
  const isSame = (one: string, other: string): boolean =>
    one === other || (ignoresCase && one.toLowerCase() === other.toLowerCase());
  const listed = (path: string) => Object.keys(files).find((one) => isSame(one, path)) ?? null;
  return {
    listed: (path) => Promise.resolve(listed(path)),
    // By another spelling, nothing is there.
    read: (path): Promise<RealEntry> =>
      Promise.resolve({
        state: files[path] ?? ABSENT,
        ...(files[path] && {
          identity: links?.[path] ?? aliases?.[path] ?? path,
          names: links?.[path] === undefined ? 1 : 2,
        }),
      }),
    listBelow: (path) => Promise.resolve(Object.keys(files).filter((one) => parentOf(one) === path)),
    ignoresCase: () => Promise.resolve(ignoresCase),
  };
}

const obstacles = async (writes: PlannedWrite[], disk: Disk) =>
  Object.fromEntries(await findObstacles(writes, disk));

test('a file is not restored below a file, unless the plan makes a folder of it', async () => {
  const disk = diskOf({ lib: file('1') });
  const restored = write('lib/a', ABSENT, file('2'));
  assert.deepEqual(await obstacles([restored], disk), { 'lib/a': '"lib" is not a folder.' });
  assert.deepEqual(await obstacles([write('lib', file('1'), FOLDER), restored], disk), {});
  assert.deepEqual(await obstacles([restored], diskOf({})), {}, 'a missing folder is made');
});

test('a file does not take the place of a folder that keeps other files', async () => {
  const files = { lib: FOLDER, 'lib/mine': file('1') };
  const plan = [write('lib', FOLDER, file('2'))];
  assert.deepEqual(await obstacles(plan, diskOf(files)), { lib: '"lib" contains other files.' });
  assert.deepEqual(await obstacles([...plan, write('lib/mine', file('1'), ABSENT)], diskOf(files)), {});
});

test('on a disk that ignores case, a file is not made beside another spelling of its name', async () => {
  const [files, plan] = [{ 'Read.md': file('1') }, write('read.md', ABSENT, file('2'))];
  assert.deepEqual(await obstacles([plan], diskOf(files)), {});
  const disk = diskOf(files, { ignoresCase: true });
  assert.deepEqual(await obstacles([plan], disk), { 'read.md': '"Read.md" has the same name on this disk.' });
  assert.deepEqual(await obstacles([write('Read.md', file('1'), ABSENT), plan], disk), {});
});

test('two spellings that the plan itself makes are one file on such a disk, also as folders', async () => {
  const plan = [write('Lib/a', ABSENT, file('1')), write('lib/b', ABSENT, file('2'))];
  assert.deepEqual(await obstacles(plan, diskOf({})), {});
  assert.deepEqual(Object.keys(await obstacles(plan, diskOf({}, { ignoresCase: true }))), ['lib/b']);
});

test('a file is not removed under one path that the plan keeps under another', async () => {
  const files = { a: file('1'), b: file('1') };
  const plan = [write('a', file('1'), file('2')), write('b', file('1'), ABSENT)];
  const found = await obstacles(plan, diskOf(files, { aliases: { a: '7', b: '7' } }));
  assert.deepEqual(found, { b: 'It is the same file as "a".' });
  assert.deepEqual(await obstacles(plan, diskOf(files)), {});
});

test('of a file with two real names, one can be removed while the other stays', async () => {
  const files = { a: file('1'), b: file('1') };
  const plan = [write('a', file('1'), file('2')), write('b', file('1'), ABSENT)];
  assert.deepEqual(await obstacles(plan, diskOf(files, { links: { a: '7', b: '7' } })), {});
});
