import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { PlannedFile } from '../../../shared/changes.ts';
import { hashOf, type FileState, type ReadState } from '../contents/file-state.ts';
import { countFlushes, needsDescriptors, openIn } from '../fixtures/disk.ts';
import { gone, REQUEST, text, undoBench } from '../fixtures/undo-bench.ts';
import type { JournalRecord } from '../journal/journal.ts';
import { asNobody, isRoot } from '../../workspace/fixtures/as-nobody.ts';
import type { OpenPlan } from './planned.ts';

function plan(
  ...files: [path: string, action: PlannedFile['action'], current: ReadState, target: ReadState][]
): OpenPlan {
  return {
    id: 'plan',
    session: 's',
    request: REQUEST,
    files: files.map(([name, action, { state: current }, target]) => ({
      path: name,
      action,
      writes: [{ path: name, before: current, after: target, steps: [`step of ${name}`] }],
      sources: [],
    })),
    folders: [],
  };
}

test('an undo says of each file what it did, in the journal before and after', async (t) => {
  const { place, runs, records } = await undoBench(t);
  for (const name of ['a', 'b', 'c']) await writeFile(place(name), 'now');
  const open = plan(
    ['a', 'restore', text('now'), text('old')],
    ['b', 'merge', text('now'), text('merged')],
    ['c', 'delete', text('now'), gone],
  );
  const result = await runs.run(open, { chosen: open.files, entry: 'u' });
  const outcomes = [
    { path: 'a', outcome: 'restored' },
    { path: 'b', outcome: 'merged' },
    { path: 'c', outcome: 'deleted' },
  ];
  assert.deepEqual(result, { entry: 'u', files: outcomes });
  const [before, after] = (await records()) as [JournalRecord, JournalRecord];
  assert.ok(before.type === 'undo');
  assert.deepEqual([before.id, before.session, before.request], ['u', 's', REQUEST]);
  assert.deepEqual(before.files[0], {
    path: 'a',
    before: text('now').state,
    after: text('old').state,
    steps: ['step of a'],
  });
  assert.ok(after.type === 'undone');
  assert.deepEqual([after.id, after.files], ['u', outcomes]);
});

test('only the chosen files are written', async (t) => {
  const { place, runs } = await undoBench(t);
  for (const name of ['a', 'b']) await writeFile(place(name), 'now');
  const open = plan(['a', 'restore', text('now'), text('old')], ['b', 'restore', text('now'), text('old')]);
  const { files } = await runs.run(open, { chosen: open.files.slice(1), entry: 'u' });
  assert.deepEqual(files, [{ path: 'b', outcome: 'restored' }]);
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
});

test('if one file is not as planned nothing is written, not even to the journal', async (t) => {
  const { place, runs, records } = await undoBench(t);
  await writeFile(place('a'), 'now');
  await writeFile(place('b'), 'of the user');
  const open = plan(['a', 'restore', text('now'), text('old')], ['b', 'restore', text('now'), text('old')]);
  await assert.rejects(runs.run(open, { chosen: open.files, entry: 'u' }), {
    status: 409,
    code: 'plan_stale',
  });
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
  assert.deepEqual(await records(), []);
});

test('an undo stores the contents that it overwrites and writes, so that both can come back', async (t) => {
  const { place, runs, store } = await undoBench(t);
  await writeFile(place('a'), 'of the user');
  const open = plan(['a', 'merge', text('of the user'), text('merged')]);
  await runs.run(open, { chosen: open.files, entry: 'u' });
  for (const content of ['of the user', 'merged'])
    assert.equal(String(await store.get(hashOf(Buffer.from(content)))), content);
});

test('a file that cannot be written fails alone, with the reason; a merge that fails changes nothing', async (t) => {
  const { place, runs, events } = await undoBench(t);
  await writeFile(place('b'), 'now');
  events.onRead = async (name) => {
    if (name === 'folder') await writeFile(place('folder'), 'a file in its place');
  };
  const open = plan(['folder/a', 'merge', gone, text('old')], ['b', 'restore', text('now'), text('old')]);
  const { files } = await runs.run(open, { chosen: open.files, entry: 'u' });
  assert.deepEqual(
    files.map(({ outcome, why }) => [outcome, why !== undefined]),
    [
      ['failed', true],
      ['restored', false],
    ],
  );
});

test('a file that is changed after the check stays as it is, which is not a failure of the disk', async (t) => {
  const { place, runs, events } = await undoBench(t);
  await writeFile(place('a'), 'now', { mode: 0o644 });
  events.onRead = (name) => writeFile(place(name), 'of the user');
  const open = plan(['a', 'restore', text('now'), text('old')]);
  const { files } = await runs.run(open, { chosen: open.files, entry: 'u' });
  assert.deepEqual(files, [{ path: 'a', outcome: 'changed', why: 'It was changed in the meantime.' }]);
  assert.equal(await readFile(place('a'), 'utf8'), 'of the user');
});

test('both contents of each file, and both records of an undo, survive a power failure', async (t) => {
  const { place, runs } = await undoBench(t);
  await writeFile(place('a'), 'now', { mode: 0o644 });
  const open = plan(['a', 'restore', text('now'), text('old')]);
  const flushes = await countFlushes(t);
  await runs.run(open, { chosen: [], entry: 'empty' });
  assert.equal(flushes(), 2);
  await runs.run(open, { chosen: open.files, entry: 'u' });
  // The records, the file itself with its folder, and both contents.
  assert.equal(flushes(), 2 + 2 + 2 + 2);
});

test('no file and no folder stays open after an undo', needsDescriptors, async (t) => {
  const { place, runs, workspace } = await undoBench(t);
  for (const name of ['a', 'c', 'd']) await writeFile(place(name), 'now', { mode: 0o644 });
  const open = plan(
    ['a', 'restore', text('now'), text('old')],
    ['c', 'delete', text('now'), gone],
    ['d', 'restore', text('now'), { state: { ...text('now').state, mode: 0o600 } as FileState }],
  );
  await runs.run(open, { chosen: open.files, entry: 'u' });
  assert.deepEqual(openIn(workspace), []);
});

test('a renamed file stays if its earlier path cannot be written, as nothing else has its content', async (t) => {
  const { place, runs, events } = await undoBench(t);
  events.onRead = async (name) => {
    if (name === 'folder') await writeFile(place('folder'), 'a file in its place');
  };
  await writeFile(place('a'), 'content', { mode: 0o644 });
  const open = plan(['a', 'delete', text('content'), gone], ['folder/a', 'restore', gone, text('content')]);
  const { files } = await runs.run(open, { chosen: open.files, entry: 'u' });
  assert.deepEqual(
    files.map(({ path, outcome, why }) => `${path} ${outcome} ${why}`),
    [
      'a failed Its content could not be written to its earlier path.',
      'folder/a failed "folder" is not a folder.',
    ],
  );
  assert.equal(await readFile(place('a'), 'utf8'), 'content');
});

test('a file in a folder that the user may not change stays, and the reason names it', async (t) => {
  const { root, workspace, place, runs } = await undoBench(t);
  await mkdir(place('fixed'));
  await writeFile(place('fixed/a'), 'now');
  await chmod(place('fixed'), 0o555);
  const open = plan(['fixed/a', 'delete', text('now'), gone]);
  const { files } = await asNobody([root, workspace, place('fixed'), place('fixed/a')], () =>
    runs.run(open, { chosen: open.files, entry: 'u' }),
  );
  await chmod(place('fixed'), 0o755);
  const why = '"fixed/a" is not accessible to the user who runs the panel.';
  assert.deepEqual(files, [{ path: 'fixed/a', outcome: 'failed', why }]);
});

const needsRoot = { skip: isRoot ? false : 'only root can make a file that belongs to somebody else' };

test('a file that was moved but could not be finished is said to be undone in part', needsRoot, async (t) => {
  const { root, workspace, place, runs } = await undoBench(t);
  const [now, old] = [text('content'), text('content')];
  const before: ReadState = { ...old, state: { ...old.state, mode: 0o600 } as FileState };
  await writeFile(place('b'), 'content', { mode: 0o644 });
  const open = plan();
  open.files = [
    {
      path: 'a',
      from: 'b',
      action: 'restore',
      writes: [
        { path: 'a', from: 'b', before: gone.state, after: before, steps: ['made'] },
        { path: 'b', before: now.state, after: gone, steps: ['gone'] },
      ],
      sources: [],
    },
  ];
  const { files } = await asNobody([root, workspace], () =>
    runs.run(open, { chosen: open.files, entry: 'u' }),
  );
  assert.deepEqual([existsSync(place('a')), existsSync(place('b'))], [true, false], 'its mode is not set');
  assert.deepEqual(
    files.map(({ path, outcome, isPartial }) => [path, outcome, isPartial]),
    [['a', 'failed', true]],
  );
});

test('a plan that something has come in the way of is refused as a whole, and nothing is written', async (t) => {
  const { place, runs, records } = await undoBench(t);
  await writeFile(place('folder'), 'a file in its place');
  await writeFile(place('b'), 'now');
  const open = plan(['folder/a', 'restore', gone, text('old')], ['b', 'restore', text('now'), text('old')]);
  await assert.rejects(runs.run(open, { chosen: open.files, entry: 'u' }), {
    status: 409,
    code: 'plan_stale',
  });
  assert.equal(await readFile(place('b'), 'utf8'), 'now');
  assert.deepEqual(await records(), []);
});

test('steps that need no write are undone with all of the plan, and not with a part of it', async (t) => {
  const { place, runs, records } = await undoBench(t);
  for (const name of ['a', 'b']) await writeFile(place(name), 'now', { mode: 0o644 });
  const both = {
    ...plan(['a', 'restore', text('now'), text('old')], ['b', 'restore', text('now'), text('old')]),
    settled: ['settled'],
  };
  await runs.run(both, { chosen: both.files.slice(0, 1), entry: 'part' });
  const rest = { ...plan(['b', 'restore', text('now'), text('old')]), settled: ['settled'] };
  await runs.run(rest, { chosen: rest.files, entry: 'all' });
  const steps = (await records()).flatMap((record) =>
    record.type === 'undo' ? [[record.id, ...record.files.flatMap((file) => file.steps)]] : [],
  );
  assert.deepEqual(steps, [
    ['part', 'step of a'],
    ['all', 'step of b', 'settled'],
  ]);
});
