import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { hashOf } from './contents/file-state.ts';
import { contentOf, diffOf, diffWithHead } from './diff.ts';
import { callAt, file, LATER } from './fixtures/records.ts';
import { LINES, recordedWorkspace } from './fixtures/recorded-workspace.ts';

const OLD = LINES.join('');

const etag = (text: string): string => `"${hashOf(Buffer.from(text))}"`;

test('a diff has the current file, and the file as it would be after undoing the scope', async (t) => {
  const { place, write, diff } = await recordedWorkspace(t);
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
  const { place, write, diff } = await recordedWorkspace(t);
  await write('made', 'new\n');
  const made = await diff('made');
  assert.deepEqual([made.before, made.beforeEtag, made.after], ['', null, 'new\n']);
  await writeFile(place('gone'), 'old\n');
  await write('gone', null);
  const gone = await diff('gone');
  assert.deepEqual([gone.before, gone.after, gone.afterEtag], ['old\n', '', null]);
});

test('the diff of a file that cannot be undone shows the recorded contents, and says that they are not current', async (t) => {
  const { place, write, diff } = await recordedWorkspace(t);
  await writeFile(place('a'), 'old\n');
  await write('a', 'agent\n');
  await write('a', 'agent again\n');
  await writeFile(place('a'), 'of the user\n');
  const { before, after, isCurrent } = await diff('a');
  assert.deepEqual([before, after, isCurrent], ['old\n', 'agent again\n', false]);
});

test('a change that was taken back is shown as it was recorded', async (t) => {
  const { place, write, undo, diff } = await recordedWorkspace(t);
  await writeFile(place('a'), 'old\n');
  await write('a', 'agent\n');
  await undo({ session: true });
  const { before, after, isCurrent } = await diff('a');
  assert.deepEqual([before, after, isCurrent], ['old\n', 'agent\n', false]);
});

test('if a change was taken back in part, its rest is current', async (t) => {
  const { place, write, undo, diff } = await recordedWorkspace(t);
  await writeFile(place('a'), OLD);
  await write('a', LINES.with(2, 'two\n').join(''));
  await write('a', LINES.with(2, 'two\n').with(10, 'ten\n').join(''), LATER);
  await undo({ turn: 'user-2000' });
  const { before, after, isCurrent } = await diff('a');
  assert.deepEqual([before, after, isCurrent], [OLD, LINES.with(2, 'two\n').join(''), true]);
});

test('a file that is not text has no lines to show', async (t) => {
  const { changes, place, write } = await recordedWorkspace(t);
  await writeFile(place('a'), 'old\n');
  await write('a', 'new\0');
  assert.deepEqual(await diffOf(changes, { session: 's', path: 'a' }), {
    binary: true,
    beforeEtag: etag('old\n'),
    afterEtag: etag('new\0'),
  });
  await write('b', 'x\0');
  await write('b', 'text', LATER);
  assert.ok('binary' in (await diffOf(changes, { session: 's', path: 'b', turn: 'user-2000' })));
});

test('a path that the session did not change is refused, in the scope that is asked for', async (t) => {
  const { changes, write } = await recordedWorkspace(t);
  await write('a', 'new\n');
  const unknown = { status: 404, code: 'unknown_change' };
  for (const scope of [{ path: 'b' }, { path: 'a', turn: 'user-2000' }, { path: 'a', from: 'user-2000' }])
    await assert.rejects(diffOf(changes, { session: 's', ...scope }), unknown);
});

test('outside of a repository the last commit has no file', async (t) => {
  const { changes, place } = await recordedWorkspace(t);
  await writeFile(place('a'), 'now\n');
  const diff = await diffWithHead(changes, 'a');
  assert.ok('before' in diff);
  assert.deepEqual([diff.before, diff.beforeEtag, diff.after, diff.isCurrent], ['', null, 'now\n', true]);
  await assert.rejects(contentOf(changes, { head: 'a' }, 'before'), { status: 404 });
  assert.equal(String(await contentOf(changes, { head: 'a' }, 'after')), 'now\n');
});

test('the bytes of both sides can be read, and a side without a file is refused', async (t) => {
  const { changes, write } = await recordedWorkspace(t);
  await write('a', 'new\0');
  const scope = { session: 's', path: 'a' };
  assert.equal(String(await contentOf(changes, scope, 'after')), 'new\0');
  await assert.rejects(contentOf(changes, scope, 'before'), { status: 404, code: 'unknown_change' });
});

test('several changed files, and one that was renamed, are shown one by one', async (t) => {
  const { changes, place, write, diff } = await recordedWorkspace(t);
  await writeFile(place('a'), 'old a\n');
  await writeFile(place('b'), 'old b\n');
  await write('a', 'new a\n');
  await write('b', 'new b\n');
  const b = await diff('b', { from: 'user-1000' });
  assert.deepEqual([b.before, b.after], ['old b\n', 'new b\n']);
  await writeFile(place('from'), 'same\n');
  await write('from', null, LATER);
  await write('to', 'same\n', LATER);
  const renamed = await diff('to');
  assert.deepEqual([renamed.before, renamed.after], ['same\n', 'same\n']);
  for (const scope of [{ path: 'c' }, { path: 'c', from: 'user-1000' }])
    await assert.rejects(diffOf(changes, { session: 's', ...scope }), { message: /file "c"\.$/ });
});

test('a content that was removed from the store cannot be shown', async (t) => {
  const { changes, place, write } = await recordedWorkspace(t);
  await writeFile(place('a'), 'old\n');
  await write('a', 'new\n');
  await rm(changes.store.folder, { recursive: true });
  assert.ok('binary' in (await diffOf(changes, { session: 's', path: 'a' })));
});

test('a link is shown as the path that it leads to', async (t) => {
  const { changes, place, diff } = await recordedWorkspace(t);
  await writeFile(place('a'), 'text\n', { mode: 0o644 });
  const link = { kind: 'link', target: 'elsewhere' } as const;
  for (const record of callAt(10, { a: [link, file('text\n')] })) await changes.journal.append(record);
  const { before, beforeEtag, after, isCurrent } = await diff('a');
  assert.deepEqual([before, beforeEtag, after, isCurrent], ['elsewhere', null, 'text\n', true]);
});

test('an undone turn is not shown among the changes that cannot be undone', async (t) => {
  const { place, write, undo, diff } = await recordedWorkspace(t);
  await writeFile(place('a'), OLD);
  const first = LINES.with(2, 'two\n');
  await write('a', first.join(''));
  await write('a', first.with(10, 'ten\n').join(''), LATER);
  await undo({ turn: 'user-2000' });
  await writeFile(place('a'), LINES.with(2, 'of the user\n').join(''));
  const { before, after, isCurrent } = await diff('a');
  assert.deepEqual([before, after, isCurrent], [OLD, first.join(''), false]);
});
