import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type RequestOptions } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Uploads, numberedPath, type Conflict } from './uploads.svelte.ts';

/** A server that has the files `names`. `sizes` has the size of each file, -1 for those not uploaded. */
function setUp(...names: string[]) {
  /** How many bytes of a part it takes. */
  const room = { part: Infinity, onPart: (): void => undefined };
  const sizes = new Map<string, number>(names.map((name) => [name, -1]));
  const open = new Map<string, { path: string; size: number }>();
  const notices: string[] = [];
  const done: string[] = [];
  const conflicts: Conflict[] = [];
  const json = async (route: string, { body, method }: RequestOptions = {}): Promise<unknown> => {
    const id = /uploads\/([^?]+)/.exec(route)?.[1];
    const upload = id === undefined ? undefined : open.get(id);
    if (!upload) {
      const { path, replace } = body as { path: string; replace?: boolean };
      if (sizes.has(path) && !replace) throw new ApiError(409, 'exists', `${path} already exists.`);
      open.set(String(open.size), { path, size: 0 });
      return { upload: String(open.size - 1) };
    }
    if (method === 'PUT') {
      assert.equal(Number(/from=(\d+)/.exec(route)?.[1]), upload.size, 'no byte is left out or sent twice');
      room.onPart();
      return { received: (upload.size += Math.min(room.part, (body as Uint8Array).length)) };
    }
    if (method === 'POST') sizes.set(upload.path, upload.size);
    if (method === 'DELETE') open.delete(id!);
    return {};
  };
  const uploads = new Uploads({
    onconflict: (conflict) => conflicts.push(conflict),
    notify: (_, message) => notices.push(message),
  });
  const tree = {
    agent: { path: 'agent', api: { json, fetch: json } } as unknown as Agent,
    read: (folder: string) => Promise.resolve(void done.push(folder)),
    open: () => undefined,
  };
  const add = (files: Parameters<Uploads['add']>[0], folder: string): Promise<void> =>
    uploads.add(files, { tree, folder });
  return { uploads, add, tree, sizes, notices, conflicts, room, open, done };
}

const file = (path: string, size: number) => ({ path, file: new File([new Uint8Array(size)], path) });
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
};

test('files arrive complete in their folders, large ones in several parts', async () => {
  const { uploads, add, sizes, notices } = setUp();
  await add([file('a.bin', 20 * 1024 * 1024), file('in/b', 0)], 'src');
  assert.deepEqual(
    [...sizes],
    [
      ['src/a.bin', 20 * 1024 * 1024],
      ['src/in/b', 0],
    ],
  );
  assert.deepEqual(notices, ['Uploaded 2 files.']);
  assert.equal(uploads.progress, null);
});

test('what the server did not take of a part is sent again', async () => {
  const { add, sizes, room } = setUp();
  room.part = 3_000_000;
  await add([file('a.bin', 20_000_000)], '');
  assert.equal(sizes.get('a.bin'), 20_000_000);
});

test('after the other uploads, the user decides whether existing files are replaced or kept beside the new ones', async () => {
  const { add, sizes, conflicts } = setUp('a.txt', 'a 2.txt', 'b');
  await add([file('a.txt', 1), file('c', 2), file('b', 3)], '');
  assert.deepEqual([conflicts[0]?.path, conflicts[0]?.count, sizes.get('c')], ['a.txt', 2, 2]);
  conflicts[0]!.resolve('both');
  await add([], '');
  assert.deepEqual([sizes.get('a.txt'), sizes.get('a 3.txt'), sizes.get('b 2')], [-1, 1, 3]);
  assert.equal(sizes.size, 6, 'those without a conflict are there only once');
  await add([file('b', 4)], '');
  conflicts[1]!.resolve('replace');
  await until(() => sizes.get('b') === 4);
});

test('a number goes before the extension', () => {
  assert.deepEqual(
    ['a/b.tar.gz', '.env', 'a.b/c'].map((path) => numberedPath(path, 2)),
    ['a/b.tar 2.gz', '.env 2', 'a.b/c 2'],
  );
});

test('a canceled upload ends with the part that is under way, leaves no half file, and reports no failure', async () => {
  const { uploads, add, sizes, notices, room, open, done } = setUp();
  room.onPart = () => {
    uploads.cancel();
    throw new DOMException('canceled', 'AbortError');
  };
  await add([file('a', 5), file('b', 5)], '');
  assert.deepEqual([[...sizes.keys()], notices, open.size, done], [[], [], 0, []]);
  assert.equal(uploads.progress, null);
  room.onPart = () => undefined;
  await add([file('c', 5)], 'src');
  assert.deepEqual([[...sizes.keys()], done], [['src/c'], ['src']], 'the next upload is another one');
});

test('a file that cannot be uploaded is named with the reason, and the others are uploaded', async () => {
  const { add, sizes, notices, room, open } = setUp();
  room.onPart = () => {
    room.onPart = () => undefined;
    throw new ApiError(507, 'disk_full', 'The disk is full.');
  };
  await add([file('a', 5), file('b', 5)], '');
  assert.deepEqual([...sizes.keys()], ['b']);
  assert.deepEqual(notices, ["a wasn't uploaded: The disk is full.", 'Uploaded one file.']);
  assert.equal(open.size, 1, 'the half file is removed on the server');
});

test('files go to the workspace on which they were dropped, also those about which the user is asked later', async () => {
  const [first, second] = [setUp('a'), setUp('a')];
  const { uploads, conflicts } = first;
  await Promise.all([
    uploads.add([file('a', 1), file('b', 1)], { tree: first.tree, folder: '' }),
    uploads.add([file('c', 1)], { tree: second.tree, folder: 'in' }),
  ]);
  conflicts[0]!.resolve('replace');
  await uploads.add([], { tree: second.tree, folder: '' });
  assert.deepEqual([...first.sizes].sort(), [
    ['a', 1],
    ['b', 1],
  ]);
  assert.deepEqual([...second.sizes].sort(), [
    ['a', -1],
    ['in/c', 1],
  ]);
  assert.deepEqual([first.done, second.done], [['', ''], ['in']]);
});
