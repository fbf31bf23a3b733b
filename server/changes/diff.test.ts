import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { HunkUndo } from '../../shared/changes.ts';
import { hunksOf } from '../../shared/hunks.ts';
import { changesFolder } from './journal/changes-folder.ts';
import { Changes } from './changes.ts';
import { contentOf, diffOf, diffWithHead, hunkScope } from './diff.ts';
import { hashOf } from './contents/file-state.ts';
import { LATER, TURN } from './fixtures/records.ts';
import { Recorder } from './recorder.ts';
import { undoScope } from './undo/scope.ts';

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
const OLD = LINES.join('');

async function setUp(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-diff-')));
  const workspace = path.join(root, 'project');
  await mkdir(workspace);
  const folder = changesFolder(path.join(root, 'state'), workspace);
  const [recorder, changes] = [new Recorder(workspace, folder), new Changes({ workspace, folder })];
  t.after(async () => {
    await recorder.close();
    await changes.close();
    await rm(root, { recursive: true, force: true });
  });
  const place = (name: string): string => path.join(workspace, name);
  let calls = 0;
  /** The agent writes the file; null: it deletes it. */
  const write = async (name: string, content: string | Buffer | null, turn = TURN): Promise<void> => {
    const call = `call-${++calls}`;
    await recorder.begin({ session: 's', turn, call, tool: 'write', path: name });
    if (content === null) await rm(place(name));
    else await writeFile(place(name), content, { mode: 0o644 });
    await recorder.end(call);
  };
  /** Takes back what the scope is about. */
  const undo = async (scope: Parameters<typeof undoScope>[2]) => {
    const files = undoScope(await changes.history(), 's', scope);
    return changes.run(await changes.plan('s', { undo: scope }, files), {});
  };
  const diff = async (name: string, more: object = {}) => {
    const found = await diffOf(changes, { session: 's', path: name, ...more });
    assert.ok('before' in found);
    return found;
  };
  return { changes, place, write, undo, diff };
}

const etag = (text: string): string => `"${hashOf(Buffer.from(text))}"`;

test('a diff has the file now, and what undoing the scope makes of it', async (t) => {
  const { place, write, diff } = await setUp(t);
  await writeFile(place('a'), OLD);
  const first = LINES.with(2, 'two\n');
  await write('a', first.join(''));
  const second = first.with(10, 'ten\n').join('');
  await write('a', second, LATER);
  const all = { before: OLD, after: second, beforeEtag: etag(OLD), afterEtag: etag(second), isCurrent: true };
  assert.deepEqual(await diff('a'), all);
  assert.deepEqual(await diff('a', { from: 'user-1000' }), all);
  assert.equal((await diff('a', { turn: 'user-2000' })).before, first.join(''));
  assert.equal((await diff('a', { from: 'user-2000' })).before, first.join(''));
  assert.equal((await diff('a', { turn: 'user-1000' })).before, LINES.with(10, 'ten\n').join(''));
});

test('a created or deleted file has nothing on one side', async (t) => {
  const { place, write, diff } = await setUp(t);
  await write('made', 'new\n');
  const made = await diff('made');
  assert.deepEqual([made.before, made.beforeEtag, made.after], ['', null, 'new\n']);
  await writeFile(place('gone'), 'old\n');
  await write('gone', null);
  const gone = await diff('gone');
  assert.deepEqual([gone.before, gone.after, gone.afterEtag], ['old\n', '', null]);
});

test('a file that cannot be undone shows what was recorded, and says that this is not what is there now', async (t) => {
  const { place, write, diff } = await setUp(t);
  await writeFile(place('a'), 'old\n');
  await write('a', 'agent\n');
  await write('a', 'agent again\n');
  await writeFile(place('a'), 'of the user\n');
  const { before, after, isCurrent } = await diff('a');
  assert.deepEqual([before, after, isCurrent], ['old\n', 'agent again\n', false]);
});

test('a change that was taken back is shown as it was recorded', async (t) => {
  const { place, write, undo, diff } = await setUp(t);
  await writeFile(place('a'), 'old\n');
  await write('a', 'agent\n');
  await undo({ session: true });
  const { before, after, isCurrent } = await diff('a');
  assert.deepEqual([before, after, isCurrent], ['old\n', 'agent\n', false]);
});

test('of what was partly taken back, the rest is current', async (t) => {
  const { place, write, undo, diff } = await setUp(t);
  await writeFile(place('a'), OLD);
  await write('a', LINES.with(2, 'two\n').join(''));
  await write('a', LINES.with(2, 'two\n').with(10, 'ten\n').join(''), LATER);
  await undo({ turn: 'user-2000' });
  const { before, after, isCurrent } = await diff('a');
  assert.deepEqual([before, after, isCurrent], [OLD, LINES.with(2, 'two\n').join(''), true]);
});

test('a file that is not text has no lines to show', async (t) => {
  const { changes, place, write } = await setUp(t);
  await writeFile(place('a'), 'old\n');
  await write('a', 'new\0');
  assert.deepEqual(await diffOf(changes, { session: 's', path: 'a' }), { binary: true });
  await write('b', 'x\0');
  await write('b', 'text', LATER);
  assert.deepEqual(await diffOf(changes, { session: 's', path: 'b', turn: 'user-2000' }), { binary: true });
});

test('a path that the session did not change is refused, in the scope that is asked for', async (t) => {
  const { changes, write } = await setUp(t);
  await write('a', 'new\n');
  const unknown = { status: 404, code: 'unknown_change' };
  for (const scope of [{ path: 'b' }, { path: 'a', turn: 'user-2000' }, { path: 'a', from: 'user-2000' }])
    await assert.rejects(diffOf(changes, { session: 's', ...scope }), unknown);
});

test('outside of a repository the last commit has no file', async (t) => {
  const { changes, place } = await setUp(t);
  await writeFile(place('a'), 'now\n');
  const diff = await diffWithHead(changes, 'a');
  assert.ok('before' in diff);
  assert.deepEqual([diff.before, diff.beforeEtag, diff.after, diff.isCurrent], ['', null, 'now\n', true]);
  await assert.rejects(contentOf(changes, { head: 'a' }, 'before'), { status: 404 });
  assert.equal(String(await contentOf(changes, { head: 'a' }, 'after')), 'now\n');
});

test('the bytes of both sides can be read, and a side without a file is refused', async (t) => {
  const { changes, write } = await setUp(t);
  await write('a', 'new\0');
  const scope = { session: 's', path: 'a' };
  assert.equal(String(await contentOf(changes, scope, 'after')), 'new\0');
  await assert.rejects(contentOf(changes, scope, 'before'), { status: 404, code: 'unknown_change' });
});

/** A file with two changes, and the undo of one of them. */
async function withHunks(t: TestContext, encoding: 'utf8' | 'latin1' = 'utf8', mark = '') {
  const bench = await setUp(t);
  const now = LINES.with(2, `two${mark}\n`).with(12, 'twelve\n').with(13, 'thirteen\n');
  await writeFile(bench.place('a'), OLD, { mode: 0o644 });
  await bench.write('a', Buffer.from(now.join(''), encoding));
  const text = (await readFile(bench.place('a'))).toString('utf8');
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

test('a hunk that is no longer there is refused', async (t) => {
  const { changes, first, write } = await withHunks(t);
  const undo = (id: string) => hunkScope(changes, 's', { path: 'a', id });
  await assert.rejects(undo('unknown'), { status: 404, code: 'unknown_change' });
  await write('a', 'binary\0');
  await assert.rejects(undo(first.id), { status: 404 });
});

test('the hunk of a file that the agent created is the whole file: undoing it deletes the file', async (t) => {
  const { changes, write } = await setUp(t);
  await write('made', 'new\n');
  const [hunk] = hunksOf('made', '', 'new\n');
  const [file] = await hunkScope(changes, 's', { path: 'made', id: hunk!.id });
  assert.deepEqual(
    [file?.path, file?.changes[0]?.before, file?.isShared],
    ['made', { kind: 'absent' }, false],
  );
});
