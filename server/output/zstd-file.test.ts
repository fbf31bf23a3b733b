import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { writeZstd, ZstdFile } from './zstd-file.ts';

const LINES = Buffer.from(Array.from({ length: 500_000 }, (_, n) => `line ${n}\n`).join(''));

async function write(
  t: TestContext,
  bytes: Buffer,
  maxBytes = Infinity,
): Promise<{ file: string; isWhole: boolean }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pi-panel-zstd-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'a.zst');
  const handle = await open(file, 'wx');
  // Chunks of odd sizes.
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 1_500_007)
      yield bytes.subarray(at, at + size);
  }
  const isWhole = await writeZstd(handle, chunks(), maxBytes);
  await handle.close();
  return { file, isWhole };
}

async function readFrom(file: ZstdFile, from: number, length: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let at = from; at < from + length;) {
    const bytes = await file.read(at, from + length - at);
    assert.ok(bytes.length > 0);
    parts.push(bytes);
    at += bytes.length;
  }
  return Buffer.concat(parts);
}

test('any range of bytes is read back, also across frames and at the end', async (t) => {
  const { file: path, isWhole } = await write(t, LINES);
  assert.ok(isWhole);
  const file = await ZstdFile.open(path);
  assert.equal(file.length, LINES.length);
  assert.ok((await readFrom(file, 0, LINES.length)).equals(LINES));
  for (const from of [0, 1, 1024 * 1024 - 3, 1024 * 1024, 3_000_000, LINES.length - 5]) {
    const length = Math.min(20, LINES.length - from);
    assert.ok(
      (await readFrom(file, from, length)).equals(LINES.subarray(from, from + length)),
      `from ${from}`,
    );
  }
});

test('other programs decompress it as a whole', async (t) => {
  const { file } = await write(t, LINES);
  const frame = zstdDecompressSync(readFileSync(file));
  assert.ok(LINES.subarray(0, frame.length).equals(frame));
  try {
    assert.ok(execFileSync('zstd', ['-dc', file], { maxBuffer: 1e9 }).equals(LINES));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    t.diagnostic('zstd is not installed');
  }
});

test('output that would exceed the limit is given up', async (t) => {
  assert.equal((await write(t, LINES, 10_000)).isWhole, false);
});

test('a truncated file, or one in another format, is refused', async (t) => {
  const { file } = await write(t, LINES);
  truncateSync(file, 100_000);
  await assert.rejects(ZstdFile.open(file));
  writeFileSync(file, 'short');
  await assert.rejects(ZstdFile.open(file));
});
