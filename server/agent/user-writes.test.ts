import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Changes } from '../changes/changes.ts';
import { hashOf, type FileState } from '../changes/contents/file-state.ts';
import { UserWrites } from './user-writes.ts';

const READ: FileState = { kind: 'file', hash: 'h', size: 1, mode: 0o644 };

function setUp() {
  const records: object[] = [];
  const changes = {
    journal: { append: (record: object) => Promise.resolve(void records.push(record)) },
    store: { put: () => Promise.resolve() },
    read: () => Promise.resolve({ state: READ }),
  } as unknown as Changes;
  return { records, writes: new UserWrites(() => Promise.resolve(changes), assert.ifError) };
}

test('a save is recorded with the saved content, under the path of the file in the workspace', async () => {
  const { records, writes } = setUp();
  await writes.recordSave('./a.txt', Buffer.from('text'), { replaced: '"old"', from: 5 });
  const after = { kind: 'file', hash: hashOf(Buffer.from('text')), size: 4, mode: 0 };
  assert.deepEqual(records, [{ type: 'save', path: 'a.txt', after, from: 5, base: 'old' }]);
});

test('a save whose content cannot be stored is recorded, so that it does not count as the agent’s', async () => {
  const records: object[] = [];
  const bugs: unknown[] = [];
  const full = new Error('ENOSPC: no space left on device, write');
  const changes = {
    journal: { append: (record: object) => Promise.resolve(void records.push(record)) },
    store: { put: () => Promise.reject(full) },
  } as unknown as Changes;
  const writes = new UserWrites(
    () => Promise.resolve(changes),
    (error) => bugs.push(error),
  );
  await writes.recordSave('a', Buffer.from('text'), { replaced: '"old"', from: 5 });
  const after = { kind: 'file', hash: hashOf(Buffer.from('text')), size: 4, mode: 0 };
  assert.deepEqual([records, bugs], [[{ type: 'save', path: 'a', after, from: 5 }], [full]]);
});

test('each file that the user moved or deleted is recorded as it is now', async () => {
  const { records, writes } = setUp();
  await writes.recordEdits(['a', 'b']);
  assert.deepEqual(
    records,
    ['a', 'b'].map((path) => ({ type: 'save', path, after: READ })),
  );
});

test('a command is recorded when it starts, and with its whole duration when it ends', async () => {
  const { records, writes } = setUp();
  writes.onEvent({ type: 'panel_bash_start', call: 'c', command: 'ls', panel_at: 10 } as never);
  writes.onEvent({ type: 'panel_bash_end', call: 'c', panel_at: 30 } as never);
  // Its start was not seen.
  writes.onEvent({ type: 'panel_bash_end', call: 'd', panel_at: 40 } as never);
  await new Promise(setImmediate);
  assert.deepEqual(records, [
    { type: 'command', call: 'c', from: 10 },
    { type: 'command', call: 'c', from: 10, to: 30 },
    { type: 'command', call: 'd', from: 40, to: 40 },
  ]);
});

test('what the user did is recorded before changes are attributed to anyone', async () => {
  const records: object[] = [];
  const opened = Promise.withResolvers<Changes>();
  const writes = new UserWrites(() => opened.promise, assert.ifError);
  writes.onEvent({ type: 'panel_bash_start', call: 'c', command: 'ls', panel_at: 10 } as never);
  const settled = writes.pending;
  opened.resolve({
    journal: {
      append: async (record: object) => {
        await new Promise(setImmediate);
        records.push(record);
      },
    },
  } as unknown as Changes);
  await settled;
  assert.equal(writes.pending, null);
  assert.deepEqual(records, [{ type: 'command', call: 'c', from: 10 }]);
});

test('without a journal nothing is recorded, and nothing fails', async () => {
  const bugs: unknown[] = [];
  let asked = 0;
  const writes = new UserWrites(
    async () => (asked++, null),
    (error) => bugs.push(error),
  );
  await writes.recordSave('a', Buffer.from(''), { replaced: undefined, from: 5 });
  await writes.recordEdits(['a']);
  writes.onEvent({ type: 'panel_bash_start', call: 'c', command: 'ls', panel_at: 10 } as never);
  await new Promise(setImmediate);
  assert.deepEqual([asked, bugs], [3, []]);
});

test('what cannot be recorded is reported, and what the user did does not fail', async () => {
  const full = new Error('ENOSPC: no space left on device, write');
  const bugs: unknown[] = [];
  const changes = {
    journal: { append: () => Promise.reject(full) },
    store: { put: () => Promise.resolve() },
    read: () => Promise.resolve({ state: READ }),
  } as unknown as Changes;
  const writes = new UserWrites(
    () => Promise.resolve(changes),
    (error) => bugs.push(error),
  );
  await writes.recordSave('a', Buffer.from('text'), { replaced: undefined, from: 5 });
  await writes.recordEdits(['a']);
  writes.onEvent({ type: 'panel_bash_start', call: 'c', command: 'ls', panel_at: 10 } as never);
  await new Promise(setImmediate);
  assert.deepEqual(bugs, [full, full, full]);
});
