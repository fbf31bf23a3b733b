import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import type { HunkLines, HunkUndo } from '../../shared/changes.ts';
import { hunksOf } from '../../shared/hunks.ts';
import { losslessText } from '../lib/lossless-text.ts';
import { ABSENT } from './contents/file-state.ts';
import { diffOf, hunkScope } from './diff.ts';
import { openUndos } from './undo/open-undos.ts';
import { redoScope } from './undo/scope.ts';
import { file, LATER } from './fixtures/records.ts';
import { LINES, recordedWorkspace } from './fixtures/recorded-workspace.ts';

const OLD = LINES.join('');

/** A file with two changes, and the undo of one of them. */
async function withHunks(t: TestContext, encoding: 'utf8' | 'latin1' = 'utf8', mark = '') {
  const bench = await recordedWorkspace(t);
  const now = LINES.with(2, `two${mark}\n`).with(12, 'twelve\n').with(13, 'thirteen\n');
  await writeFile(bench.place('a'), OLD, { mode: 0o644 });
  await bench.write('a', Buffer.from(now.join(''), encoding));
  const text = losslessText(await readFile(bench.place('a')));
  const [first, second] = hunksOf('a', OLD, text);
  assert.ok(first && second);
  const undoHunk = async (hunk: Omit<HunkUndo, 'path'>): Promise<string> => {
    const files = await hunkScope(bench.changes, 's', { path: 'a', ...hunk });
    const request = { undo: { hunk: { path: 'a', ...hunk } } };
    await bench.changes.run(await bench.changes.plan('s', request, files), {});
    return (await readFile(bench.place('a'))).toString(encoding);
  };
  return { ...bench, now, first, second, undoHunk };
}

test('undoing one hunk leaves the others', async (t) => {
  const { now, first, undoHunk } = await withHunks(t);
  assert.equal(await undoHunk({ id: first.id }), now.with(2, LINES[2]!).join(''));
});

test('the undo of a hunk leaves the permissions of the file', async (t) => {
  const { changes, place, first } = await withHunks(t);
  await chmod(place('a'), 0o755);
  for (const lines of [undefined, { before: [2, 3], after: [2, 3] } satisfies HunkLines]) {
    const [scoped] = await hunkScope(changes, 's', { path: 'a', id: first.id, ...(lines && { lines }) });
    const [change] = scoped!.changes;
    assert.deepEqual(
      [change!.before, change!.after].map((state) => state.kind === 'file' && state.mode),
      [0o755, 0o755],
    );
  }
});

test('undoing some lines of a hunk leaves its other lines', async (t) => {
  const { now, second, undoHunk } = await withHunks(t);
  const lines = { before: [12, 13] as [number, number], after: [12, 13] as [number, number] };
  assert.equal(await undoHunk({ id: second.id, lines }), now.with(12, LINES[12]!).join(''));
});

test('bytes that are not UTF-8 survive the undo of a hunk', async (t) => {
  const { now, second, undoHunk } = await withHunks(t, 'latin1', '\xff');
  assert.equal(await undoHunk({ id: second.id }), now.with(12, LINES[12]!).with(13, LINES[13]!).join(''));
});

test('lines outside of the hunk, or in the wrong order, are refused', async (t) => {
  const { changes, second } = await withHunks(t);
  for (const lines of [
    { before: [11, 13], after: [12, 13] },
    { before: [12, 15], after: [12, 13] },
    { before: [12, 13], after: [11, 13] },
    { before: [12, 13], after: [12, 15] },
    { before: [13, 12], after: [12, 13] },
  ] as const)
    await assert.rejects(
      hunkScope(changes, 's', {
        path: 'a',
        id: second.id,
        lines: lines as unknown as NonNullable<HunkUndo['lines']>,
      }),
      { status: 400, code: 'bad_body' },
      JSON.stringify(lines),
    );
});

test('a hunk that has disappeared is refused', async (t) => {
  const { changes, first, write } = await withHunks(t);
  const undo = (id: string) => hunkScope(changes, 's', { path: 'a', id });
  await assert.rejects(undo('unknown'), { status: 404, code: 'unknown_change' });
  await write('a', 'binary\0');
  await assert.rejects(undo(first.id), { status: 404 });
  await write('b', 'binary\0');
  await write('b', 'text\n', LATER);
  const later = hunkScope(changes, 's', { path: 'b', turn: 'user-2000', id: first.id });
  await assert.rejects(later, { status: 404, code: 'unknown_change' });
});

test('the hunk of a file that the agent created is the whole file: undoing it deletes the file', async (t) => {
  const { changes, write } = await recordedWorkspace(t);
  await write('made', 'new\n');
  const [hunk] = hunksOf('made', '', 'new\n');
  const [file] = await hunkScope(changes, 's', { path: 'made', id: hunk!.id });
  assert.deepEqual(
    [file?.path, file?.changes[0]?.before, file?.isShared],
    ['made', { kind: 'absent' }, false],
  );
});

test('the hunk of a file that the agent deleted is the whole file: undoing it brings the file back', async (t) => {
  const { changes, place, write } = await recordedWorkspace(t);
  await writeFile(place('gone'), 'old\n', { mode: 0o644 });
  await write('gone', null);
  const [hunk] = hunksOf('gone', 'old\n', '');
  const [scoped] = await hunkScope(changes, 's', { path: 'gone', id: hunk!.id });
  assert.deepEqual(scoped!.changes, [{ before: file('old\n'), after: ABSENT }]);
});

test('some lines of a file that the agent created or deleted can be undone alone', async (t) => {
  const { changes, place, write } = await recordedWorkspace(t);
  const undo = async (path: string, [before, after]: [string, string], lines: HunkLines): Promise<string> => {
    const hunk = { path, id: hunksOf(path, before, after)[0]!.id, lines };
    const plan = await changes.plan('s', { undo: { hunk } }, await hunkScope(changes, 's', hunk));
    await changes.run(plan, {});
    return readFile(place(path), 'utf8');
  };
  await write('made', 'one\ntwo\nthree\n');
  const made = await undo('made', ['', 'one\ntwo\nthree\n'], { before: [0, 0], after: [1, 2] });
  assert.equal(made, 'one\nthree\n');
  await writeFile(place('gone'), 'one\ntwo\nthree\n', { mode: 0o644 });
  await write('gone', null);
  const gone = await undo('gone', ['one\ntwo\nthree\n', ''], { before: [1, 2], after: [0, 0] });
  assert.equal(gone, 'two\n');
});

test('undoing the last hunk that differs takes back the changes of the file, so that it is listed as undone', async (t) => {
  const { changes, first, second, undoHunk } = await withHunks(t);
  await undoHunk({ id: second.id });
  assert.equal((await changes.history()).undone.size, 0);
  assert.equal(await undoHunk({ id: first.id }), OLD);
  const { steps, undone } = await changes.history();
  assert.deepEqual(
    [...undone],
    steps.map(({ id }) => id),
  );
});

for (const scope of ['session', 'turn', 'from'] as const)
  test(`the hunk of a file that was renamed and edited is undone alone: the file keeps its new path (${scope})`, async (t) => {
    const { changes, place, write } = await recordedWorkspace(t);
    await writeFile(place('old'), 'one\ntwo\n', { mode: 0o644 });
    await write('old', null);
    await write('new', 'one\ntwo\n');
    const part = scope === 'session' ? {} : { [scope]: 'user-1000' };
    const unedited = await diffOf(changes, { session: 's', path: 'new', ...part });
    assert.ok('before' in unedited && unedited.before === unedited.after, 'a renaming has no lines');
    await write('new', 'one\nzwei\n');
    const [hunk, ...others] = hunksOf('new', 'one\ntwo\n', 'one\nzwei\n');
    assert.equal(others.length, 0);
    const request = { path: 'new', id: hunk!.id, ...part };
    const files = await hunkScope(changes, 's', request);
    await changes.run(await changes.plan('s', { undo: { hunk: request } }, files), {});
    assert.equal(await readFile(place('new'), 'utf8'), 'one\ntwo\n');
    await assert.rejects(readFile(place('old')), { code: 'ENOENT' });
  });

test('undoing a hunk does not take back a whole step, and keeps text that the user writes elsewhere meanwhile', async (t) => {
  const { changes, place, now, first } = await withHunks(t);
  const mine = now.with(18, 'mine\n');
  await writeFile(place('a'), mine.join(''));
  const files = await hunkScope(changes, 's', { path: 'a', id: first.id });
  assert.deepEqual(files[0]?.steps, []);
  // Between the request and the turn boundary at which it is carried out.
  await writeFile(place('a'), mine.with(19, 'mine, too\n').join(''));
  const plan = await changes.plan('s', { undo: { hunk: { path: 'a', id: first.id } } }, files);
  assert.deepEqual((await changes.run(plan, {})).files, [{ path: 'a', outcome: 'merged' }]);
  assert.equal(await readFile(place('a'), 'utf8'), mine.with(2, LINES[2]!).with(19, 'mine, too\n').join(''));
});

test('all lines of a hunk can be undone by their numbers, and lines of one side only', async (t) => {
  const { now, second, undoHunk } = await withHunks(t);
  const removed = now.toSpliced(12, 1).join('');
  assert.equal(await undoHunk({ id: second.id, lines: { before: [12, 12], after: [12, 13] } }), removed);
  const bench = await withHunks(t);
  const all = { before: [12, 14] as [number, number], after: [12, 14] as [number, number] };
  const without = now.with(12, LINES[12]!).with(13, LINES[13]!).join('');
  assert.equal(await bench.undoHunk({ id: bench.second.id, lines: all }), without);
});

test('the undo of a hunk has its lines in its plan, among the open undos, and in its redo', async (t) => {
  const { changes, first } = await withHunks(t);
  const hunk = { path: 'a', id: first.id };
  const plan = await changes.plan('s', { undo: { hunk } }, await hunkScope(changes, 's', hunk));
  const lines = {
    before: [first.beforeStart, first.beforeEnd],
    after: [first.afterStart, first.afterEnd],
  };
  assert.deepEqual(plan.lines, lines);
  const { entry } = await changes.run(plan, {});
  const history = await changes.history();
  assert.deepEqual(openUndos(history, 's')[0]?.lines, lines);
  const redo = await changes.plan('s', { redo: entry }, redoScope(history, entry));
  assert.deepEqual(redo.lines, lines);
});

test('bytes that are not UTF-8 and differ are a hunk, whose undo restores them', async (t) => {
  const { changes, place, write, diff } = await recordedWorkspace(t);
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  await write('a', latin1('caf\xe9\nb\n'));
  await write('a', latin1('caf\xe8\nb\n'), LATER);
  const found = await diff('a', { turn: 'user-2000' });
  assert.deepEqual([found.before, found.after], ['caf\udce9\nb\n', 'caf\udce8\nb\n']);
  const [hunk] = hunksOf('a', found.before, found.after);
  const request = { path: 'a', id: hunk!.id, turn: 'user-2000' };
  const files = await hunkScope(changes, 's', request);
  await changes.run(await changes.plan('s', { undo: { hunk: request } }, files), {});
  assert.deepEqual(await readFile(place('a')), latin1('caf\xe9\nb\n'));
});
