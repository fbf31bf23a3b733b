import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../lib/requests/api.ts';
import { ConflictedFile } from './conflicted-file.svelte.ts';

const TEXT = 'a\r\n<<<<<<< main\r\nours\r\n=======\r\ntheirs\r\n>>>>>>> work\r\nb\r\n';

function fileWith(text: string | null): {
  file: ConflictedFile;
  sent: [path: string, body: unknown, etag?: string][];
} {
  const sent: [path: string, body: unknown, etag?: string][] = [];
  const api = {
    fetch: async (
      path: string,
      {
        method,
        body,
        headers,
      }: { method?: string; body?: Uint8Array; headers?: Record<string, string> } = {},
    ) => {
      if (method === 'PUT') sent.push([path, new TextDecoder().decode(body), headers?.['if-match']]);
      if (text === null) throw new ApiError(404, 'not_found', 'gone');
      return new Response(new TextEncoder().encode(text), { headers: { etag: '"1"' } });
    },
    json: async (path: string, { body }: { body: unknown }) => {
      sent.push([path, body]);
      return { commands: [] };
    },
  };
  return { file: new ConflictedFile({ path: 'a', api } as never, 'x y.txt'), sent };
}

test('a file is written with the chosen sides and its own line endings, as it was read, and staged', async () => {
  const { file, sent } = fileWith(TEXT);
  await file.read();
  assert.deepEqual([file.count, file.left], [1, 1]);
  file.choose(0, 'both');
  assert.equal(file.left, 0);
  await file.resolve();
  assert.deepEqual(sent, [
    ['a/file?path=x%20y.txt', 'a\r\nours\r\ntheirs\r\nb\r\n', '"1"'],
    ['a/git/stage', { paths: ['x y.txt'] }],
  ]);
});

test('a file that was resolved by hand is only staged, and one that is gone is taken from a side', async () => {
  const byHand = fileWith('done\n');
  await byHand.file.read();
  await byHand.file.resolve();
  assert.deepEqual(byHand.sent, [['a/git/stage', { paths: ['x y.txt'] }]]);
  const gone = fileWith(null);
  await gone.file.read();
  assert.deepEqual([gone.file.isRead, gone.file.text], [true, null]);
  await gone.file.take('theirs');
  assert.deepEqual(gone.sent, [['a/git/resolve', { path: 'x y.txt', side: 'theirs' }]]);
});

test('a file that was written and could not be staged can be resolved again, as it is by now', async () => {
  let etag = '"1"';
  let isLocked = true;
  const staged: string[] = [];
  const api = {
    fetch: async (_path: string, options: { method?: string; headers?: Record<string, string> } = {}) => {
      if (options.method === 'PUT') {
        if (options.headers?.['if-match'] !== etag) throw new ApiError(412, 'changed', 'changed meanwhile');
        etag = '"2"';
      }
      return new Response(new TextEncoder().encode(TEXT), { headers: { etag } });
    },
    json: async (path: string) => {
      if (isLocked) throw new ApiError(409, 'git_failed', 'index.lock exists');
      staged.push(path);
      return { commands: [] };
    },
  };
  const file = new ConflictedFile({ path: 'a', api } as never, 'x.txt');
  await file.read();
  file.choose(0, 'both');
  await assert.rejects(file.resolve(), { code: 'git_failed' });
  isLocked = false;
  await file.resolve();
  assert.deepEqual(staged, ['a/git/stage']);
});
