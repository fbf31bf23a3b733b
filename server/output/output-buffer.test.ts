import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { test, type TestContext } from 'node:test';
import { OutputBuffer } from './output-buffer.ts';
import { Spool } from './spool.ts';

/** More than a buffer keeps in memory. */
const LARGE = 300_000;

async function setUp(t: TestContext, maxBytes = 3 * LARGE) {
  const spool = new Spool(maxBytes);
  t.after(() => spool.close());
  const buffer = new OutputBuffer(spool);
  const append = (letter: string, length = LARGE): boolean => buffer.append(Buffer.alloc(length, letter));
  const read = async (from: number, max: number): Promise<string> =>
    Buffer.from(await buffer.read(from, max)).toString();
  return { spool, buffer, append, read };
}

/** From now on the disk takes only this many bytes. */
function fillDisk(t: TestContext, room: number): () => void {
  const { writeSync } = fs;
  type Write = [fd: number, bytes: Uint8Array, offset: number, length: number, at: number];
  const write = (...[fd, bytes, offset, length, at]: Write): number => {
    if (room === 0) throw new Error('ENOSPC: no space left on device, write');
    const written = writeSync(fd, bytes, offset, Math.min(length, room), at);
    room -= written;
    return written;
  };
  const mock = t.mock.method(fs, 'writeSync', write as typeof writeSync);
  syncBuiltinESMExports();
  return () => {
    mock.mock.restore();
    syncBuiltinESMExports();
  };
}

test('a write that the disk takes only a part of adds nothing, takes no room, and can be repeated', async (t) => {
  const { spool, buffer, append, read } = await setUp(t);
  assert.equal(append('a'), true);
  const empty = fillDisk(t, 10);
  try {
    assert.equal(append('b'), false);
  } finally {
    empty();
  }
  assert.deepEqual([buffer.length, spool.used], [LARGE, LARGE]);
  assert.equal(await read(LARGE - 5, 100), 'aaaaa', 'nothing of the failed write is read');
  assert.equal(append('c', LARGE - 1), true);
  assert.equal(await read(LARGE - 2, 4), 'aacc');
  assert.deepEqual([buffer.length, spool.used], [2 * LARGE - 1, 2 * LARGE - 1]);
});

test('output is read across the file and the memory, piece by piece, and never beyond its end', async (t) => {
  const { buffer, append, read } = await setUp(t);
  append('a');
  append('b', 10);
  assert.equal(await read(LARGE - 2, 100), 'aa');
  assert.equal(await read(LARGE, 100), 'b'.repeat(10));
  assert.equal(await read(LARGE + 10, 100), '');
  assert.equal(buffer.spill(), true);
  assert.equal(await read(LARGE - 1, 100), `a${'b'.repeat(10)}`);
});

test('what a released output took on disk is free for others', async (t) => {
  const { spool, buffer, append } = await setUp(t, LARGE);
  append('a');
  const next = new OutputBuffer(spool);
  assert.equal(next.append(Buffer.alloc(LARGE, 'b')), false);
  buffer.release();
  assert.equal(spool.used, 0);
  assert.equal(next.append(Buffer.alloc(LARGE, 'b')), true);
  assert.throws(() => buffer.read(0, 1), { status: 410 });
});
