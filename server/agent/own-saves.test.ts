// Tests that an undo spares what the user wrote while a command of the agent ran, in the panel or in another program.
import assert from 'node:assert/strict';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { UserWrites } from './user-writes.ts';
import { hashOf } from '../changes/contents/file-state.ts';
import { diffOf, hunkScope } from '../changes/diff.ts';
import { doubtsOf } from '../changes/journal/doubts.ts';
import { hunksOf } from '../../shared/hunks.ts';
import { LINES, recordedWorkspace } from '../changes/fixtures/recorded-workspace.ts';
import { TURN } from '../changes/fixtures/records.ts';
import { undoScope } from '../changes/undo/scope.ts';

/** A workspace in which every command counts as one that took long. */
async function ownSaves(t: TestContext, files: Record<string, string>) {
  const bench = await recordedWorkspace(t, { longMs: 0 });
  const { place, changes } = bench;
  for (const [name, text] of Object.entries(files)) await writeFile(place(name), text, { mode: 0o644 });
  await bench.recorder.warm();
  const writes = new UserWrites(() => Promise.resolve(changes), assert.ifError);
  /** Saves the file in the panel's editor. */
  const save = async (name: string, text: string): Promise<void> => {
    const base = hashOf(await readFile(place(name)));
    const from = Date.now();
    await writeFile(place(name), text);
    await writes.recordSave(name, Buffer.from(text), { replaced: `"${base}"`, from });
  };
  const plan = async () => {
    const history = await changes.history();
    const scope = { session: true } as const;
    const planned = await changes.plan('s', { undo: scope }, undoScope(history, 's', scope));
    const rows = planned.files.map((file) => ({
      path: file.path,
      action: file.action,
      ...(file.shared && { shared: true }),
      ...doubtsOf(history, file),
    }));
    return { planned, rows };
  };
  const text = (name: string): Promise<string> => readFile(place(name), 'utf8');
  const command = (work: () => Promise<void>, asked: string): Promise<void> =>
    bench.command(work, TURN, asked);
  return { ...bench, command, save, plan, text };
}

const UNNAMED = /^Found after a command of .+ that does not name it; it may be yours\.$/;

test('K2: what another program writes while a command sleeps is not undone by default, and the plan says why', async (t) => {
  const { command, place, plan, changes, text } = await ownSaves(t, { 'a.txt': 'a\n', 'notes.txt': 'n\n' });
  await command(async () => {
    await appendFile(place('notes.txt'), 'mine\n');
    await appendFile(place('a.txt'), 'agent\n');
  }, 'sleep 4; echo agent >> a.txt');
  const { planned, rows } = await plan();
  const [first, second] = rows;
  const mayBeYours = 'Found after a command of 1 s; it may be yours.';
  assert.deepEqual(first, { path: 'a.txt', action: 'restore', mayBeYours });
  assert.deepEqual([second?.path, second?.shared], ['notes.txt', true]);
  assert.match(second?.mayBeYours ?? '', UNNAMED);
  await changes.run(planned, {});
  assert.deepEqual([await text('a.txt'), await text('notes.txt')], ['a\n', 'n\nmine\n']);
});

test('K2: a save in the panel while a command runs is not a change of the command', async (t) => {
  const { command, save, plan, text, changes } = await ownSaves(t, { 'b.txt': 'b\n' });
  await command(() => save('b.txt', 'b\nmine\n'), 'sleep 4');
  assert.deepEqual((await plan()).rows, []);
  await assert.rejects(diffOf(changes, { session: 's', path: 'b.txt' }), { status: 404 });
  assert.equal(await text('b.txt'), 'b\nmine\n');
});

test('K2: a change by the command after a save in the panel is undone without the save, by the turn and by its hunk', async (t) => {
  const old = LINES.join('');
  for (const by of ['turn', 'hunk'] as const) {
    const { command, save, plan, text, changes, place } = await ownSaves(t, { 'b.txt': old });
    await command(async () => {
      await save('b.txt', `mine\n${old}`);
      await appendFile(place('b.txt'), 'agent\n');
    }, 'sleep 4; echo agent >> b.txt');
    if (by === 'turn') await changes.run((await plan()).planned, {});
    else {
      const diff = await diffOf(changes, { session: 's', path: 'b.txt' });
      assert.ok('before' in diff);
      const [hunk, ...others] = hunksOf('b.txt', diff.before, diff.after);
      assert.equal(others.length, 0);
      const undo = { hunk: { path: 'b.txt', id: hunk!.id } };
      await changes.run(await changes.plan('s', { undo }, await hunkScope(changes, 's', undo.hunk)), {});
    }
    assert.equal(await text('b.txt'), `mine\n${old}`, by);
  }
});

test('K2: if a save in the panel cannot be told from the command, the file and each of its hunks are shared', async (t) => {
  const old = LINES.join('');
  const { command, save, plan, text, changes, place } = await ownSaves(t, { 'b.txt': old });
  await command(async () => {
    await appendFile(place('b.txt'), 'agent\n');
    await save('b.txt', `mine\n${old}agent\n`);
  }, 'echo agent >> b.txt; sleep 4');
  const { planned, rows } = await plan();
  assert.deepEqual(
    rows.map(({ path, shared }) => [path, shared]),
    [['b.txt', true]],
  );
  assert.deepEqual((await changes.run(planned, {})).files, []);
  const diff = await diffOf(changes, { session: 's', path: 'b.txt' });
  assert.ok('before' in diff);
  const hunks = hunksOf('b.txt', diff.before, diff.after);
  assert.equal(hunks.length, 2);
  for (const { id } of hunks) {
    const scope = await hunkScope(changes, 's', { path: 'b.txt', id });
    const ofHunk = await changes.plan('s', { undo: { hunk: { path: 'b.txt', id } } }, scope);
    assert.deepEqual(
      ofHunk.files.map(({ shared }) => shared),
      [true],
    );
    assert.deepEqual((await changes.run(ofHunk, {})).files, []);
  }
  assert.equal(await text('b.txt'), `mine\n${old}agent\n`);
});

for (const leftover of [
  '.notes.txt.swp',
  'notes.txt~',
  '4913',
  '.#notes.txt',
  '.goutputstream-ABC123',
  'notes.txt___jb_tmp___',
])
  test(`K2: a file beside which an editor wrote ${leftover} may be the user's, even if the command names it`, async (t) => {
    const { command, place, plan } = await ownSaves(t, { 'notes.txt': 'n\n', 'a.txt': '' });
    await command(async () => {
      await writeFile(place(leftover), '');
      await appendFile(place('notes.txt'), 'mine\n');
      await rm(place(leftover));
    }, 'cat notes.txt');
    const [row] = (await plan()).rows;
    assert.deepEqual([row?.path, row?.shared], ['notes.txt', true]);
    assert.match(row?.mayBeYours ?? '', /^An editor saved it while a command of .+ ran; it may be yours\.$/);
  });

test('K2: a file that was written at different moments of a long command may be the user’s in part', async (t) => {
  const { command, place, plan } = await ownSaves(t, { 'a.txt': 'a\n' });
  await command(async () => {
    await appendFile(place('a.txt'), 'mine\n');
    // As long as two moments are apart.
    await wait(600);
    await appendFile(place('a.txt'), 'agent\n');
  }, 'sleep 4; echo agent >> a.txt');
  const [row] = (await plan()).rows;
  assert.equal(row?.shared, true);
  assert.match(
    row?.mayBeYours ?? '',
    /^It was written at different moments of a command of .+; a part may be yours\.$/,
  );
});

test('a command that is short owns what it changed, named or not', async (t) => {
  const { command, place, plan } = await recordedPlan(t);
  await command(() => writeFile(place('a.txt'), 'new'), TURN, 'npx prettier --write .');
  assert.deepEqual(await plan(), [undefined]);
});

async function recordedPlan(t: TestContext) {
  const bench = await recordedWorkspace(t, { longMs: 60_000 });
  const plan = async () => {
    const history = await bench.changes.history();
    const scope = { session: true } as const;
    const planned = await bench.changes.plan('s', { undo: scope }, undoScope(history, 's', scope));
    return planned.files.map((file) => file.shared);
  };
  return { ...bench, plan };
}
