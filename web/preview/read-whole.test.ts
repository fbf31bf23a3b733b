import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhole, type FileSource } from './read-whole.ts';

const FIRST = 1024 * 1024;
const PART = 4 * FIRST;

/** A file of `size` bytes, whose version the test changes between requests. */
function file(size: number, versions: string[] = []) {
  const asked: number[] = [];
  const fetch = (route: string): Promise<Response> => {
    const parameters = new URLSearchParams(route.split('?')[1]);
    assert.equal(parameters.get('path'), 'a b.bin');
    const from = Number(parameters.get('from'));
    asked.push(from);
    const body = new Uint8Array(Math.max(0, Math.min(Number(parameters.get('count')), size - from)));
    const headers = { etag: versions.shift() ?? '"1"', 'file-size': String(size) };
    return Promise.resolve(new Response(body, { headers }));
  };
  return { asked, agent: { path: 'api/agents/1', api: { fetch } } as unknown as FileSource };
}

test('a file is read in parts until its end, and not beyond', async () => {
  for (const [size, parts] of [
    [0, [0]],
    [10, [0]],
    [FIRST, [0]],
    [FIRST + 1, [0, FIRST]],
    [FIRST + PART + 1, [0, FIRST, FIRST + PART]],
  ] as const) {
    const { agent, asked } = file(size);
    const blob = await readWhole(agent, 'a b.bin', { type: 'image/png' });
    assert.deepEqual([blob.size, blob.type, asked], [size, 'image/png', parts]);
  }
});

test('parts of two versions are never put together', async () => {
  const { agent, asked } = file(3 * PART, ['"1"', '"2"']);
  await assert.rejects(readWhole(agent, 'a b.bin'), /a b\.bin changed while it was being read/);
  assert.deepEqual(asked, [0, FIRST]);
});

test('a file beyond the limit is refused with its size after the first part', async () => {
  const { agent, asked } = file(3 * PART);
  await assert.rejects(
    readWhole(agent, 'a b.bin', { most: 2 * PART }),
    /a b\.bin has 12\.6 MB\. The preview shows files of up to 8\.4 MB\./,
  );
  assert.deepEqual(asked, [0]);
});
