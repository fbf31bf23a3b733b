// Tests the list of changes with real files that were undone, edited or committed since.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { hunksOf } from '../../shared/hunks.ts';
import { ABSENT, fileState, hashOf, type FileState } from './contents/file-state.ts';
import { hunkScope } from './diff.ts';
import { LINES, recordedWorkspace } from './fixtures/recorded-workspace.ts';
import { LATER, TURN } from './fixtures/records.ts';
import { kindOf, RemainingChanges } from './remaining-changes.ts';
import { undoScope } from './undo/scope.ts';

const TEXT = LINES.join('');
/** Two changes: two lines for one near the start, and one line at the end. */
const CHANGED = TEXT.replace('line 2\n', 'new\nnewer\n').replace('line 18\n', 'last\n');
const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';

async function setUp(t: TestContext) {
  const recorded = await recordedWorkspace(t);
  const { changes, place, diff, workspace } = recorded;
  const edit = (name: string, content: string): Promise<void> => writeFile(place(name), content);
  /** `+added −removed`, the lines that were committed, and a note, for each file. */
  const list = async (of: 'files' | number = 'files'): Promise<string[]> => {
    const { turns, files } = await changes.listTurns(await changes.history(), 's', false);
    return (of === 'files' ? files : turns[of]!.files).map(
      ({ path, kind, added, removed, committed, undone }) =>
        [
          `${kind} ${path} +${added} -${removed}`,
          ...(committed ? [`committed +${committed.added} -${committed.removed}`] : []),
          ...(undone ? ['undone'] : []),
        ].join(' '),
    );
  };
  const undoHunk = async (path: string, at: number): Promise<void> => {
    const { before, after } = await diff(path);
    const hunk = { path, id: hunksOf(path, before, after)[at]!.id };
    await changes.run(await changes.plan('s', { undo: { hunk } }, await hunkScope(changes, 's', hunk)), {});
  };
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Example', '-c', 'user.email=example@localhost', ...args], {
      cwd: workspace,
      stdio: 'ignore',
    });
  return { ...recorded, edit, list, undoHunk, git };
}

test('the undo of a hunk, and of the rest, leaves the lines that are still on disk', async (t) => {
  const { edit, write, list, undoHunk } = await setUp(t);
  await edit('a', TEXT);
  await write('a', CHANGED);
  assert.deepEqual(await list(0), ['modified a +3 -2']);
  await undoHunk('a', 0);
  assert.deepEqual([await list(0), await list()], [['modified a +1 -1'], ['modified a +1 -1']]);
  await undoHunk('a', 0);
  assert.match((await list(0))[0]!, / undone$/);
  assert.match((await list())[0]!, / undone$/);
});

test('lines of the user beside those of the agent are not counted, and what the user reverted is gone', async (t) => {
  const { edit, write, list } = await setUp(t);
  await edit('a', TEXT);
  await write('a', CHANGED);
  await edit('a', `mine\n${CHANGED}`);
  assert.deepEqual(await list(), ['modified a +3 -2']);
  await edit('a', `mine\n${TEXT}`);
  assert.match((await list())[0]!, / undone$/);
});

test('a file in which nothing can be undone keeps its recorded lines', async (t) => {
  const { edit, write, list, place } = await setUp(t);
  await write('a', 'one\ntwo\n');
  await edit('a', 'one\nmine\n');
  assert.deepEqual(await list(), ['created a +2 -0']);
  await rm(place('a'));
  assert.match((await list())[0]!, / undone$/);
});

test('the files of all turns have the lines that differ from before the first one', async (t) => {
  const { edit, write, list } = await setUp(t);
  await edit('a', 'one\n');
  await write('a', 'one\ntwo\n', TURN);
  await write('a', 'one\nzwei\n', LATER);
  assert.deepEqual(await list(1), ['modified a +1 -1']);
  assert.deepEqual(await list(), ['modified a +1 -0']);
});

test('committed lines are counted as such, hunk by hunk', { skip }, async (t) => {
  const { edit, write, list, git } = await setUp(t);
  await edit('a', TEXT);
  await edit('b', TEXT);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  await write('a', CHANGED);
  await write('b', CHANGED);
  await write('c', 'new\n');
  assert.deepEqual(await list(), ['modified a +3 -2', 'modified b +3 -2', 'created c +1 -0']);
  // The first hunk of the first file, and all of the last one.
  await edit('a', TEXT.replace('line 2\n', 'new\nnewer\n'));
  git('add', 'a', 'c');
  git('commit', '-qm', 'second');
  await edit('a', CHANGED);
  assert.deepEqual(await list(), [
    'modified a +3 -2 committed +2 -1',
    'modified b +3 -2',
    'created c +1 -0 committed +1 -0',
  ]);
  git('commit', '-qam', 'third');
  assert.deepEqual((await list()).slice(0, 2), [
    'modified a +3 -2 committed +3 -2',
    'modified b +3 -2 committed +3 -2',
  ]);
});

test('a renamed file has no lines, and one that was also edited has those of the edit', async (t) => {
  const { edit, write, list, place } = await setUp(t);
  await edit('old', TEXT);
  await write('old', null);
  await write('new', TEXT);
  assert.deepEqual(await list(), ['renamed new +0 -0']);
  await write('new', CHANGED);
  assert.deepEqual(await list(), ['renamed new +3 -2']);
  await rm(place('new'));
  await edit('old', TEXT);
  assert.match((await list())[0]!, / undone$/);
});

test('a folder that became a link to itself or out of the workspace spoils no other row, and its files are conflicts', async (t) => {
  const { write, list, changes, place, workspace } = await setUp(t);
  for (const folder of ['loop', 'out']) {
    await mkdir(place(folder));
    await write(`${folder}/a`, 'one\n');
    await rm(place(folder), { recursive: true });
  }
  await write('b', 'two\n');
  await symlink('loop', place('loop'));
  await symlink(path.dirname(workspace), place('out'));
  assert.deepEqual(await list(), ['created b +1 -0', 'created loop/a +1 -0', 'created out/a +1 -0']);
  const scope = { session: true as const };
  const { files } = await changes.plan('s', { undo: scope }, undoScope(await changes.history(), 's', scope));
  assert.deepEqual(
    files.map(({ path: name, action, why }) => `${name} ${action} ${why ?? ''}`),
    ['b delete ', 'loop/a conflict "loop" is not a folder.', 'out/a conflict "out" is not a folder.'],
  );
});

test('a file that cannot be read now is listed as it was recorded', async (t) => {
  const { write, list, place } = await setUp(t);
  await write('a', 'one\n');
  await write('b', 'two\n');
  await rm(place('a'));
  await mkdir(place('a'));
  assert.deepEqual(await list(), ['created a +1 -0', 'created b +1 -0']);
});

test('if git fails, uncommitted changes do not count as committed', { skip }, async (t) => {
  const { edit, write, list, git, place } = await setUp(t);
  git('init');
  await edit('a', TEXT);
  await write('a', CHANGED);
  git('add', 'a');
  git('commit', '-m', 'both changes');
  assert.deepEqual(await list(), ['modified a +3 -2 committed +3 -2']);
  await write('a', CHANGED.replace('line 10\n', 'not committed\n'));
  assert.deepEqual(await list(), ['modified a +4 -3 committed +3 -2']);
  await writeFile(place('.git/index'), 'not an index');
  await write('a', CHANGED.replace('line 10\n', 'not committed either\n'));
  assert.deepEqual(await list(), ['modified a +4 -3 committed +3 -2']);
});

test('what was found a moment after a write is looked at again, because the next write may have the same times', async (t) => {
  const { workspace, place } = await recordedWorkspace(t);
  await writeFile(place('a'), 'now');
  const { mtimeMs } = await stat(place('a'));
  let looks = 0;
  const remaining = new RemainingChanges({
    workspace,
    store: { get: () => Promise.resolve(null) },
    planReversal: () => {
      looks += 1;
      const current = { state: ABSENT };
      return Promise.resolve({ action: 'unknown', target: current, current });
    },
  });
  const change = { path: 'a', changes: [], at: 0, origin: null };
  let now = mtimeMs + 10;
  t.mock.method(Date, 'now', () => now);
  for (let n = 0; n < 2; n++) await remaining.of(change, null);
  assert.equal(looks, 2);
  now = mtimeMs + 1000;
  for (let n = 0; n < 2; n++) await remaining.of(change, null);
  assert.equal(looks, 3);
  await writeFile(place('a'), 'more');
  now += 60_000;
  await remaining.of(change, null);
  assert.equal(looks, 4);
});

test('what remains of a moved file is told from its content at the start of what is listed', async (t) => {
  const { workspace, place } = await recordedWorkspace(t);
  const now = Buffer.from('one\nmine\n');
  await writeFile(place('b'), now);
  const { mtimeMs } = await stat(place('b'));
  t.mock.method(Date, 'now', () => mtimeMs + 1000);
  const stored = ['one\n', 'one\nmine\n'].map((text) => Buffer.from(text));
  const remaining = new RemainingChanges({
    workspace,
    store: { get: (hash) => Promise.resolve(stored.find((bytes) => hashOf(bytes) === hash) ?? null) },
    planReversal: () => {
      const current = { state: fileState(now, 0o644), bytes: now };
      return Promise.resolve({ action: 'delete', target: { state: ABSENT }, current });
    },
  });
  const added: unknown[] = [];
  for (const bytes of stored) {
    const change = { path: 'b', changes: [], at: 0, origin: fileState(bytes, 0o644) };
    const { left } = await remaining.of(change, null);
    added.push(left !== null && left !== 'gone' && left.counts?.added);
  }
  assert.deepEqual(added, [1, 0]);
});

test('a change is named by what is there before and after it: nothing, a folder, a file or a link', () => {
  const folder = { kind: 'folder', mode: 0o755 } as const;
  const link = { kind: 'link', target: 'a' } as const;
  const [old, now] = ['old', 'new'].map((text) => fileState(Buffer.from(text), 0o644)) as [
    FileState,
    FileState,
  ];
  for (const [before, after, kind] of [
    [ABSENT, now, 'created'],
    [folder, now, 'created'],
    [old, ABSENT, 'deleted'],
    [old, folder, 'deleted'],
    [old, now, 'modified'],
    [link, now, 'modified'],
    [old, fileState(Buffer.from('old'), 0o755), 'mode'],
  ] as const)
    assert.equal(kindOf(before, after), kind, JSON.stringify([before, after]));
});
