import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { BlobStore } from './blob-store.ts';
import { countFlushes, needsDescriptors, openIn } from '../fixtures/disk.ts';
import { hashOf } from './file-state.ts';
import { STORE_LIMIT, trimStore } from './store-size.ts';

const LONG_AGO = new Date('2020-01-01');

async function setUp(t: TestContext): Promise<BlobStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return new BlobStore(path.join(folder, 'blobs'));
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('every content comes back as it was: empty, short, long, and incompressible', async (t) => {
  const store = await setUp(t);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('short'),
    Buffer.alloc(255, 'a'),
    Buffer.alloc(256, 'a'),
    Buffer.alloc(100_000, 'a'),
    randomBytes(1000),
  ])
    assert.deepEqual(await store.get(await store.put(bytes)), bytes, `${bytes.length} bytes`);
});

test('a content is found by its SHA-256, takes less room than it is long, and is stored once', async (t) => {
  const store = await setUp(t);
  const bytes = Buffer.alloc(100_000, 'a');
  const hash = await store.put(bytes);
  assert.equal(hash, hashOf(bytes));
  assert.equal(await store.put(bytes), hash);
  assert.deepEqual(await filesIn(store.folder), [hash.slice(2)]);
  const { size, mode } = await stat(path.join(store.folder, hash.slice(0, 2), hash.slice(2)));
  assert.ok(size < 1000);
  assert.equal(mode & 0o777, 0o600);
});

test('a content that does not become smaller is stored as it is', async (t) => {
  const store = await setUp(t);
  const sizeOf = async (bytes: Buffer): Promise<number> =>
    (await stat(store.fileOf(await store.put(bytes)))).size;
  for (const bytes of [randomBytes(1000), Buffer.alloc(255, 'a')])
    assert.equal(await sizeOf(bytes), bytes.length + 1);
  assert.ok((await sizeOf(Buffer.alloc(256, 'a'))) < 256, 'what becomes smaller is not');
});

test('contents that a Node without Zstandard stored can be read', async (t) => {
  const store = await setUp(t);
  const bytes = Buffer.alloc(1000, 'a');
  const file = store.fileOf(await store.put(bytes));
  await writeFile(file, Buffer.concat([Buffer.of(1), deflateRawSync(bytes)]));
  assert.deepEqual(await store.get(hashOf(bytes)), bytes);
});

test('a content that is missing or damaged is not known', async (t) => {
  const store = await setUp(t);
  assert.equal(await store.get(hashOf(Buffer.from('never stored'))), null);
  const hash = await store.put(Buffer.from('content'));
  for (const damaged of ['', '\0CONTENT', '\u0001content']) {
    await writeFile(store.fileOf(hash), damaged);
    assert.equal(await store.get(hash), null, damaged);
  }
});

test('a content that an undo depends on is written again if it was damaged', async (t) => {
  const store = await setUp(t);
  const bytes = Buffer.from('content');
  const hash = await store.put(bytes, { isDurable: true });
  await writeFile(store.fileOf(hash), '');
  await store.put(bytes);
  assert.equal(await store.get(hash), null, 'reading back costs time, so only undos do it');
  await store.put(bytes, { isDurable: true });
  assert.deepEqual(await store.get(hash), bytes);
});

test('a failed write leaves no half content behind', async (t) => {
  const store = await setUp(t);
  const bytes = Buffer.from('content');
  const file = store.fileOf(hashOf(bytes));
  // A folder has the name of the file, so the rename fails.
  await mkdir(path.join(file, 'x'), { recursive: true });
  await utimes(file, LONG_AGO, LONG_AGO);
  await chmod(file, 0o700);
  await assert.rejects(store.put(bytes, { isDurable: true }));
  assert.deepEqual(await filesIn(store.folder), []);
});

test('a content that is used again counts as new', async (t) => {
  const store = await setUp(t);
  const bytes = Buffer.from('content');
  const file = store.fileOf(await store.put(bytes));
  await utimes(file, LONG_AGO, LONG_AGO);
  await store.put(bytes);
  assert.ok(Date.now() - (await stat(file)).mtimeMs < 60_000);
});

/** Three contents of 101 bytes each, used this many minutes ago. */
async function fill(store: BlobStore, ages: readonly number[]): Promise<string[]> {
  const files: string[] = [];
  for (const [i, minutes] of ages.entries()) {
    const file = store.fileOf(await store.put(Buffer.alloc(100, String(i))));
    const usedAt = new Date(Date.now() - minutes * 60_000);
    await utimes(file, usedAt, usedAt);
    files.push(file);
  }
  return files;
}

async function left(files: readonly string[]): Promise<boolean[]> {
  return Promise.all(
    files.map((file) =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    ),
  );
}

test('a store within its limit keeps everything', async (t) => {
  const store = await setUp(t);
  const files = await fill(store, [500, 400, 300]);
  assert.equal(await trimStore(store.folder, 303), 303);
  assert.equal(await trimStore(store.folder), 303);
  assert.deepEqual(await left(files), [true, true, true]);
  assert.ok(STORE_LIMIT > 100_000_000);
});

test('above the limit the oldest contents go until the rest fits', async (t) => {
  const store = await setUp(t);
  const files = await fill(store, [400, 500, 300]);
  assert.equal(await trimStore(store.folder, 302), 202);
  assert.deepEqual(await left(files), [true, false, true]);
  assert.equal(await trimStore(store.folder, 0), 0);
});

test('contents of the last hour stay, whatever the limit is', async (t) => {
  const store = await setUp(t);
  const files = await fill(store, [59, 61, 5]);
  assert.equal(await trimStore(store.folder, 0), 202);
  assert.deepEqual(await left(files), [true, false, true]);
});

test('a store that does not exist yet has no bytes, and other files in its folder do not count', async (t) => {
  const store = await setUp(t);
  assert.equal(await trimStore(store.folder), 0);
  await fill(store, [5]);
  await writeFile(path.join(store.folder, 'other'), 'x');
  assert.equal(await trimStore(store.folder), 101);
});

test('only a content that must survive a power failure is flushed', async (t) => {
  const store = await setUp(t);
  const flushes = await countFlushes(t);
  await store.put(Buffer.from('one'));
  assert.equal(flushes(), 0);
  await store.put(Buffer.from('two'), { isDurable: true });
  assert.equal(flushes(), 1);
});

test('no file of a store stays open', needsDescriptors, async (t) => {
  const store = await setUp(t);
  await store.get(await store.put(Buffer.from('content')));
  assert.deepEqual(openIn(store.folder), []);
});
