import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type RequestOptions } from '../lib/requests/api.ts';
import { mergeSides, splitConflicts, type ConflictPart } from '../ui/conflicts/conflict-parts.ts';
import { ConflictedFile } from './conflicted-file.svelte.ts';

const TEXT = '\uFEFFa\r\n<<<<<<< main\r\nours\r\n=======\r\ntheirs\r\n>>>>>>> work\r\nb\r\n';

/** A file with these bytes on disk; null if there is none. */
function fileWith(
  content: string | Buffer | null,
  partsOf: (text: string) => ConflictPart[] = splitConflicts,
) {
  const disk = { bytes: content === null ? null : Buffer.from(content), etag: '"1"' };
  const routes: string[] = [];
  const fetch = async (route: string, options: RequestOptions = {}): Promise<Response> => {
    routes.push(`${options.method ?? 'GET'} ${route}`);
    if (disk.bytes === null) throw new ApiError(404, 'not_found', 'gone');
    if (options.method === 'PUT') {
      if (options.headers?.['if-match'] !== disk.etag)
        throw new ApiError(412, 'changed', 'changed meanwhile');
      disk.bytes = Buffer.from(options.body as Uint8Array);
      disk.etag = `"${routes.length}"`;
    }
    return new Response(Uint8Array.from(disk.bytes), { headers: { etag: disk.etag } });
  };
  const agent = { path: 'a', api: { fetch } } as never;
  return { file: new ConflictedFile({ agent, path: 'x y.txt', partsOf }), disk, routes };
}

test('a file is written with the chosen sides and its own line endings, as often as the user tries', async () => {
  const { file, disk, routes } = fileWith(TEXT);
  await file.read();
  const resolution = file.resolution!;
  assert.deepEqual([resolution.count, resolution.left], [1, 1]);
  resolution.choose(0, 'both');
  assert.equal(resolution.left, 0);
  await file.save();
  assert.equal(String(disk.bytes), '\uFEFFa\r\nours\r\ntheirs\r\nb\r\n');
  await file.save();
  assert.deepEqual(routes, [
    'GET a/file?path=x%20y.txt',
    'PUT a/file?path=x%20y.txt',
    'PUT a/file?path=x%20y.txt',
  ]);
});

test('a file that has changed since it was read is not written, and its conflicts are found again', async () => {
  const { file, disk } = fileWith('one\nmine\n', (now) => mergeSides('one\nnew\n', now, 'one\nold\n'));
  await file.read();
  file.resolution!.choose(0, 'theirs');
  Object.assign(disk, { bytes: Buffer.from('one\nnewer\n'), etag: '"newer"' });
  await assert.rejects(file.save(), { status: 412 });
  assert.equal(String(disk.bytes), 'one\nnewer\n');
  await file.read();
  assert.deepEqual([file.text, file.resolution!.choices], ['one\nnewer\n', [null]]);
  file.resolution!.choose(0, 'theirs');
  await file.save();
  assert.equal(String(disk.bytes), 'one\nold\n');
});

test('nothing is written of a file that is the same afterwards, is gone, or is not UTF-8', async () => {
  for (const content of ['done\n', null, Buffer.from([0x63, 0x61, 0x66, 0xe9])]) {
    const { file, routes } = fileWith(content);
    await file.read();
    assert.equal(file.isRead, true);
    assert.equal(file.resolution === null, content !== 'done\n');
    await file.save();
    assert.equal(routes.length, 1);
  }
});
