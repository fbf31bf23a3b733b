import assert from 'node:assert/strict';
import { appendFile, mkdtemp, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { identify, isContinued, isUntouched } from './file-identity.ts';

const TEXT = 'first line\nmiddle\nlast line\n';

/** A file that was read, and what is known of it. */
async function readOnce(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-identity-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'session.jsonl');
  await writeFile(file, TEXT);
  await utimes(file, 1000, 1000);
  const look = async <T>(use: (handle: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
    const handle = await open(file, 'r');
    try {
      return await use(handle);
    } finally {
      await handle.close();
    }
  };
  const ranges = [
    { offset: 0, length: 11 },
    { offset: 18, length: 10 },
  ];
  const known = await look(async (handle) => identify(handle, await handle.stat(), ranges));
  return {
    file,
    folder,
    isUntouched: () => look(async (handle) => isUntouched(known, await handle.stat())),
    isContinued: () => look(async (handle) => isContinued(known, handle, await handle.stat())),
  };
}

test('a file that nobody has written is untouched', async (t) => {
  const known = await readOnce(t);
  assert.deepEqual([await known.isUntouched(), await known.isContinued()], [true, true]);
});

test('a file that was appended to is read from where the last read ended', async (t) => {
  const known = await readOnce(t);
  await appendFile(known.file, 'more\n');
  assert.deepEqual([await known.isUntouched(), await known.isContinued()], [false, true]);
});

test('a file of the same size that was written since is read again', async (t) => {
  const known = await readOnce(t);
  await writeFile(known.file, TEXT.replace('middle', 'MIDDLE'));
  assert.equal(await known.isUntouched(), false);
});

test('a file whose first or last line was rewritten, or that became shorter, is read from its start', async (t) => {
  for (const text of [
    `${TEXT.replace('first', 'FIRST')}more\n`,
    `${TEXT.replace('last', 'LAST')}more\n`,
    TEXT.slice(0, 11),
    '',
  ]) {
    const known = await readOnce(t);
    await writeFile(known.file, text);
    assert.deepEqual([await known.isUntouched(), await known.isContinued()], [false, false], text);
  }
});

test('another file in its place is read from its start, even with the same bytes and time', async (t) => {
  const known = await readOnce(t);
  const other = path.join(known.folder, 'other');
  await writeFile(other, TEXT);
  await utimes(other, 1000, 1000);
  await rename(other, known.file);
  assert.deepEqual([await known.isUntouched(), await known.isContinued()], [false, false]);
});
