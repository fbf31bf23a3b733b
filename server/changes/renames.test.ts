// Undoing a renaming, whose two paths belong together: one of them alone would leave two files, or none.
import assert from 'node:assert/strict';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { LATER } from './fixtures/records.ts';
import { recordedWorkspace } from './fixtures/recorded-workspace.ts';
import { chooseFiles } from './undo/chosen-files.ts';
import { undoScope } from './undo/scope.ts';

const UNDO = { turn: 'user-1000' };

/** The agent has renamed `old` to `new`. */
async function setUp(t: TestContext) {
  const { changes, place, command } = await recordedWorkspace(t);
  await writeFile(place('old'), 'content\n');
  await command(async () => {});
  await command(() => rename(place('old'), place('new')));
  const files = undoScope(await changes.history(), 's', UNDO);
  const plan = () => changes.plan('s', { undo: UNDO }, files);
  const read = (name: string): Promise<string | null> => readFile(place(name), 'utf8').catch(() => null);
  return { changes, place, command, files, plan, read };
}

test('a renamed file gets its old name back', async (t) => {
  const { changes, plan, read } = await setUp(t);
  const { files } = await changes.run(await plan(), {});
  assert.deepEqual(
    files.map(({ path, outcome }) => `${path} ${outcome}`),
    ['old restored'],
  );
  assert.deepEqual([await read('old'), await read('new')], ['content\n', null]);
});

test('each of the two names, and both, name the renamed file', async (t) => {
  const { changes, command, place, plan, read } = await setUp(t);
  for (const paths of [['old'], ['new'], ['new', 'old']]) {
    await changes.run(await plan(), { paths });
    assert.deepEqual([await read('old'), await read('new')], ['content\n', null]);
    await rename(place('old'), place('new'));
    await command(async () => {});
  }
});

test('if one of the two names is shared with somebody else, both are left out unless they are named', async (t) => {
  const { changes, files, read } = await setUp(t);
  const half = files.map((one) => ({ ...one, isShared: one.path === 'old' }));
  const open = await changes.plan('s', { undo: UNDO }, half);
  assert.deepEqual(
    open.files.map(({ shared }) => shared),
    [true],
  );
  assert.deepEqual(chooseFiles(open, undefined), []);
  await changes.run(open, { paths: ['old', 'new'] });
  assert.deepEqual([await read('old'), await read('new')], ['content\n', null]);
});

test('an undo that is planned again later keeps the new file if the old name was taken meanwhile', async (t) => {
  const { changes, place, plan, files, read } = await setUp(t);
  const queued = chooseFiles(await plan(), ['new', 'old']);
  assert.equal(queued.length, 1);
  await writeFile(place('old'), 'of the user\n');
  const later = await changes.plan('s', { undo: UNDO }, files);
  const done = await changes.run(later, { paths: queued.map(({ path }) => path) });
  assert.deepEqual(done.files, []);
  assert.deepEqual([await read('old'), await read('new')], ['of the user\n', 'content\n']);
});

test('a renaming of two turns is undone step by step', async (t) => {
  const { changes, place, command, plan, read } = await setUp(t);
  await command(() => rename(place('new'), place('newest')), LATER);
  // The content is under neither name of the first turn.
  const first = await plan();
  assert.deepEqual(
    first.files.map(({ path, action }) => `${path} ${action}`),
    ['new nothing', 'old restore'],
  );
  const scope = { session: true as const };
  const all = undoScope(await changes.history(), 's', scope);
  await changes.run(await changes.plan('s', { undo: scope }, all), {});
  assert.deepEqual([await read('old'), await read('new'), await read('newest')], ['content\n', null, null]);
});

test('a renamed file moves back even if its content is no longer stored', async (t) => {
  const { changes, plan, read } = await setUp(t);
  await rm(changes.store.folder, { recursive: true });
  const { files } = await changes.run(await plan(), {});
  assert.deepEqual(files, [{ path: 'old', outcome: 'restored' }]);
  assert.deepEqual([await read('old'), await read('new')], ['content\n', null]);
});
