import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { hunksOf } from '../../shared/hunks.ts';
import { hunkScope } from '../changes/diff.ts';
import { recordedWorkspace } from '../changes/fixtures/recorded-workspace.ts';
import { undoScope } from '../changes/undo/scope.ts';
import { QueuedUndos, type QueuedUndosOptions } from './queued-undos.ts';

const FULL = new Error('ENOSPC: no space left on device, write');
const UNREADABLE = new Error('EIO: i/o error, read');

/** The agent has written `a`, whose undo waits until the agent is idle. */
async function setUp(
  t: TestContext,
  {
    onDone = async () => {},
    isReadable = () => true,
  }: Partial<Pick<QueuedUndosOptions, 'onDone'>> & { isReadable?: () => boolean } = {},
) {
  const { changes, place, command } = await recordedWorkspace(t);
  await command(() => writeFile(place('a'), 'content\n'));
  const asked: string[] = [];
  const notices: string[] = [];
  const bugs: unknown[] = [];
  const undos = new QueuedUndos({
    bridge: { ask: async ({ ask }) => (asked.push(ask), null as never) },
    require: () => (isReadable() ? Promise.resolve([changes, 's']) : Promise.reject(UNREADABLE)),
    isBusy: () => true,
    onDone,
    onChange: () => undefined,
    notice: (_kind, message) => notices.push(message),
    onBug: (error) => bugs.push(error),
  });
  const request = { undo: { session: true } } as const;
  const add = async (): Promise<void> => {
    const files = undoScope(await changes.history(), 's', request.undo);
    await undos.add(await changes.plan('s', request, files), undefined);
  };
  /** From now on, the disk is full for records of this type. */
  const refuseRecords = (type: string): void => {
    const append = changes.journal.append.bind(changes.journal);
    changes.journal.append = (record, ...more) =>
      record.type === type ? Promise.reject(FULL) : append(record, ...more);
  };
  await add();
  return { undos, changes, place, add, refuseRecords, asked, notices, bugs };
}

test('an undo whose files were written is reported as done, even if something fails afterwards', async (t) => {
  const { undos, changes, place, notices, bugs } = await setUp(t, { onDone: () => Promise.reject(FULL) });
  await undos.onBoundary();
  assert.equal(existsSync(place('a')), false);
  assert.deepEqual([notices, bugs], [['Undone: one file.'], [FULL]]);
  const { undos: done, queued } = await changes.history();
  assert.deepEqual([done.size, queued.size], [1, 0]);
});

test('an undo is not said to be done if the agent has taken its change back itself', async (t) => {
  const { undos, changes, place, notices } = await setUp(t);
  await rm(place('a'));
  await undos.onBoundary();
  assert.deepEqual(notices, ['There was nothing left to undo: the files are already as before.']);
  assert.deepEqual(undos.list()[0]?.outcome, { undone: 0, left: [] });
  assert.equal((await changes.history()).queued.size, 0);
});

test('an undo of lines is not said to be done if the undo before it has done that', async (t) => {
  const { undos, changes, notices } = await setUp(t);
  const [hunk] = hunksOf('a', '', 'content\n');
  const request = { undo: { hunk: { path: 'a', id: hunk!.id } } };
  await undos.add(
    await changes.plan('s', request, await hunkScope(changes, 's', request.undo.hunk)),
    undefined,
  );
  await undos.onBoundary();
  assert.deepEqual(notices, [
    'Undone: one file.',
    'There was nothing left to undo: the files are already as before.',
  ]);
});

test('an undo whose end cannot be recorded is reported with its files, not as one that was not carried out', async (t) => {
  const { undos, place, refuseRecords, notices } = await setUp(t);
  refuseRecords('undone');
  await undos.onBoundary();
  assert.equal(existsSync(place('a')), false);
  assert.deepEqual(notices, [`The files were written, but this could not be recorded: ${FULL.message}`]);
  const [ended] = undos.list();
  assert.deepEqual(ended?.outcome, { undone: 1, left: [], unrecorded: FULL.message });
});

test('if the failure of an undo cannot be recorded, pi is released, and the next undo is carried out', async (t) => {
  const { undos, changes, place, add, refuseRecords, asked, notices, bugs } = await setUp(t);
  refuseRecords('dropped');
  const run = changes.run.bind(changes);
  changes.run = () => Promise.reject(FULL);
  await undos.onBoundary();
  assert.deepEqual([notices, bugs], [[`The undo was not carried out: ${FULL.message}`], [FULL]]);
  assert.deepEqual(asked, ['hold', 'release']);
  changes.run = run;
  await add();
  await undos.onBoundary();
  assert.equal(existsSync(place('a')), false);
});

test('an undo whose cancel cannot be recorded still waits, in its place, and is carried out', async (t) => {
  const { undos, place, add, refuseRecords, asked } = await setUp(t);
  await add();
  const before = undos.list();
  refuseRecords('dropped');
  await assert.rejects(undos.cancel(before[0]!.id), FULL);
  assert.deepEqual(undos.list(), before);
  assert.deepEqual(asked, ['hold', 'hold'], 'pi still waits for it');
  await undos.onBoundary();
  assert.equal(existsSync(place('a')), false);
});

test('a canceled undo is not carried out, and pi is released once none waits', async (t) => {
  const { undos, changes, place, add, asked } = await setUp(t);
  await add();
  const [first, second] = undos.list();
  await undos.cancel(first!.id);
  assert.deepEqual(asked, ['hold', 'hold']);
  await undos.cancel(second!.id);
  assert.deepEqual(asked, ['hold', 'hold', 'release']);
  assert.deepEqual([undos.list(), (await changes.history()).queued.size], [[], 0]);
  await undos.onBoundary();
  assert.equal(existsSync(place('a')), true);
  await assert.rejects(undos.cancel(first!.id), { status: 404, code: 'unknown_undo' });
});

test('a confirmation from before a restart waits on for an hour; an older one is only said', async (t) => {
  const { undos, changes, place, notices } = await setUp(t);
  const [known] = (await changes.history()).queued.values();
  const hour = 60 * 60_000;
  for (const [id, age] of [
    ['fresh', hour - 60_000],
    ['old', hour + 60_000],
  ] as const)
    await changes.journal.append({ ...known!, type: 'queued', id, at: Date.now() - age });
  await undos.recover();
  assert.deepEqual(
    undos
      .list()
      .map(({ id }) => id)
      .toSorted(),
    ['fresh', known!.id].toSorted(),
  );
  assert.match(notices.join(), /^The panel ended before it carried out an undo of a\. Nothing was undone/);
  assert.equal((await changes.history()).queued.has('old'), false);
  assert.equal(existsSync(place('a')), true);
});

test('an undo waits on, and pi is released, while the recorded changes cannot be read', async (t) => {
  let isBroken = false;
  const { undos, place, asked } = await setUp(t, { isReadable: () => !isBroken });
  isBroken = true;
  await assert.rejects(undos.onBoundary(), UNREADABLE);
  assert.deepEqual(asked, ['hold', 'release']);
  assert.equal(undos.list().length, 1);
  isBroken = false;
  await undos.onBoundary();
  assert.equal(existsSync(place('a')), false);
});
