// Undos that a crash cut short.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { temporaryName } from '../../workspace/temporary-name.ts';
import { readState, type ReadState } from '../contents/file-state.ts';
import { needsDescriptors, openIn } from '../fixtures/disk.ts';
import { gone, REQUEST, text, undoBench } from '../fixtures/undo-bench.ts';
import type { UndoEntry } from '../journal/history.ts';

function entry(files: UndoEntry['files'], at = Date.now()): UndoEntry {
  return { id: 'u', at, session: 's', request: REQUEST, files, isEnded: false };
}

function cutShort(
  name: string,
  { state: before }: ReadState,
  { state: after }: ReadState,
): UndoEntry['files'][number] {
  return { path: name, before, after, steps: [], outcome: null };
}

test('an undo that was cut short is finished where the files are as it found them', async (t) => {
  const { place, runs, records, store } = await undoBench(t);
  await store.put(Buffer.from('old'));
  for (const [name, content] of Object.entries({
    todo: 'now',
    done: 'old',
    user: 'of the user',
    remove: 'now',
  }))
    await writeFile(place(name), content);
  await runs.finish(
    entry([
      cutShort('todo', text('now'), text('old')),
      cutShort('done', text('now'), text('old')),
      cutShort('user', text('now'), text('old')),
      cutShort('remove', text('now'), gone),
      cutShort('removed', text('now'), gone),
      cutShort('lost', gone, text('never stored')),
    ]),
  );
  const [record] = await records();
  assert.ok(record?.type === 'undone');
  assert.deepEqual(
    record.files.map(({ path: name, outcome }) => `${name} ${outcome}`),
    ['todo restored', 'done restored', 'user failed', 'remove deleted', 'removed deleted', 'lost failed'],
  );
  assert.equal(await readFile(place('todo'), 'utf8'), 'old');
  assert.equal(await readFile(place('user'), 'utf8'), 'of the user');
  assert.deepEqual([existsSync(place('remove')), existsSync(place('lost'))], [false, false]);
});

test('an undo that was interrupted an hour ago is not continued: the remaining changes stay', async (t) => {
  const { place, runs, store } = await undoBench(t);
  await store.put(Buffer.from('old'));
  await writeFile(place('a'), 'now');
  const finish = (minutes: number): Promise<unknown> =>
    runs.finish(entry([cutShort('a', text('now'), text('old'))], Date.now() - minutes * 60_000));
  await finish(61);
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
  await finish(59);
  assert.equal(await readFile(place('a'), 'utf8'), 'old');
});

test('a link that was under way is made', async (t) => {
  const { place, runs, workspace } = await undoBench(t);
  await writeFile(place('a'), 'now');
  await runs.finish(entry([cutShort('a', text('now'), { state: { kind: 'link', target: 'x' } })]));
  assert.deepEqual((await readState(path.join(workspace, 'a'))).state, { kind: 'link', target: 'x' });
});

test('a link that took the place of a file or of another link, or a file that of a link, is made after all', async (t) => {
  const { place, runs, records, workspace, store } = await undoBench(t);
  await store.put(Buffer.from('old'));
  const [one, two] = ['one', 'two'].map((target): ReadState => ({ state: { kind: 'link', target } })) as [
    ReadState,
    ReadState,
  ];
  // Killed after the old one was removed.
  const files = [cutShort('a', text('now'), one), cutShort('b', one, two), cutShort('c', one, text('old'))];
  await runs.finish(entry([...files, cutShort('d', text('now'), text('old'))]));
  const [record] = await records();
  assert.ok(record?.type === 'undone');
  assert.deepEqual(
    record.files.map(({ path: name, outcome }) => `${name} ${outcome}`),
    ['a restored', 'b restored', 'c restored', 'd failed'],
  );
  assert.equal(await readlink(path.join(workspace, 'b')), 'two');
  assert.equal(await readFile(place('c'), 'utf8'), 'old');
});

/** Pretends that this process started that many ms from now. */
function startLater(t: TestContext, ms: number): void {
  Object.defineProperty(performance, 'timeOrigin', { value: Date.now() + ms, configurable: true });
  t.after(() => Reflect.deleteProperty(performance, 'timeOrigin'));
}

test('the file that the killed process was writing is removed, but no file that is older, newer or has another name', async (t) => {
  const { place, runs, workspace } = await undoBench(t);
  const began = Date.now();
  await mkdir(place('sub'));
  const [inRoot, inSub] = [temporaryName(), `sub/${temporaryName()}`];
  for (const name of [inRoot, inSub, 'other.tmp']) await writeFile(place(name), 'half');
  const files = [cutShort('a', gone, gone), cutShort('sub/b', gone, gone), cutShort('missing/c', gone, gone)];
  // Written by this process, so perhaps still under way.
  await runs.finish(entry(files, 0));
  assert.deepEqual((await readdir(workspace)).length, 3);
  startLater(t, 1000);
  await runs.finish(entry(files, Date.now() + 60_000));
  assert.deepEqual((await readdir(workspace)).length, 3);
  await runs.finish(entry(files, began));
  assert.deepEqual(await readdir(workspace, { recursive: true }), ['other.tmp', 'sub']);
});

test('the clock of the file system may lag behind by less than a second', async (t) => {
  const { place, runs, workspace } = await undoBench(t);
  const name = temporaryName();
  await writeFile(place(name), 'half');
  await utimes(place(name), new Date(), new Date());
  startLater(t, 5000);
  const { ctimeMs } = await stat(place(name));
  await runs.finish(entry([cutShort('a', gone, gone)], ctimeMs + 900));
  assert.deepEqual(await readdir(workspace), []);
});

test('no folder is made for a file whose content is lost', async (t) => {
  const { runs, workspace } = await undoBench(t);
  await runs.finish(entry([cutShort('new/lost', gone, text('never stored'))]));
  assert.deepEqual(await readdir(workspace), []);
});

test('no file and no folder stays open after an undo was finished', needsDescriptors, async (t) => {
  const { place, runs, workspace } = await undoBench(t);
  await mkdir(place('sub'));
  for (const name of ['a', 'sub/b']) await writeFile(place(name), 'now', { mode: 0o644 });
  await runs.finish(entry([cutShort('sub/b', text('now'), gone), cutShort('a', text('now'), gone)]));
  assert.deepEqual(await readdir(workspace), ['sub']);
  assert.deepEqual(openIn(workspace), []);
});

test('a renamed file stays if its earlier path was taken before the undo could be finished', async (t) => {
  const { place, runs, records, store } = await undoBench(t);
  await store.put(Buffer.from('content'));
  await writeFile(place('new'), 'content', { mode: 0o644 });
  await writeFile(place('old'), 'of the user');
  await runs.finish(entry([cutShort('new', text('content'), gone), cutShort('old', gone, text('content'))]));
  const [record] = await records();
  assert.ok(record?.type === 'undone');
  assert.deepEqual(
    record.files.map(({ path: name, outcome }) => `${name} ${outcome}`),
    ['new failed', 'old failed'],
  );
  assert.equal(await readFile(place('new'), 'utf8'), 'content');
});

test('a file that was killed with both names of its move keeps one, so that its content stays', async (t) => {
  const { place, runs, store } = await undoBench(t);
  for (const content of ['content', 'other']) await store.put(Buffer.from(content));
  const lift = temporaryName();
  const files = [
    { ...cutShort('new', gone, text('content')), from: 'old', lift },
    cutShort('old', text('content'), text('other')),
  ];
  // Killed after the temporary name was made, and before the old one was removed.
  await writeFile(place('old'), 'content', { mode: 0o644 });
  await link(place('old'), place(lift));
  await runs.finish(entry(files));
  const contents = (): Promise<string[]> =>
    Promise.all(['new', 'old'].map((name) => readFile(place(name), 'utf8')));
  assert.deepEqual(await contents(), ['content', 'other']);
  // Killed after the new name was made, and before the temporary one was removed.
  await rm(place('old'));
  await link(place('new'), place(lift));
  await runs.finish(entry(files));
  assert.deepEqual(await contents(), ['content', 'other']);
});

test('a file that was killed with both names of its move is only at the new one, whose content is written', async (t) => {
  const { place, runs, workspace, store } = await undoBench(t);
  await store.put(Buffer.from('before'));
  await writeFile(place('old'), 'after', { mode: 0o644 });
  await link(place('old'), place('new'));
  const moved = { ...cutShort('new', gone, text('before')), from: 'old' };
  await runs.finish(entry([moved, cutShort('old', text('after'), gone)]));
  assert.deepEqual(await readdir(workspace), ['new']);
  assert.equal(await readFile(place('new'), 'utf8'), 'before');
});

test('a lifted file that finds both of its paths taken gets a name that the user sees', async (t) => {
  const { place, runs, workspace } = await undoBench(t);
  const lift = temporaryName();
  for (const name of ['new', 'old', 'old.kept']) await writeFile(place(name), 'of the user');
  await writeFile(place(lift), 'content');
  await runs.finish(entry([{ ...cutShort('new', gone, text('content')), from: 'old', lift }]));
  assert.deepEqual((await readdir(workspace)).sort(), ['new', 'old', 'old.kept', 'old.kept-2']);
  assert.equal(await readFile(place('old.kept-2'), 'utf8'), 'content');
});

test('a lifted file goes where a folder was, which is not made again for another one', async (t) => {
  const { place, runs, workspace } = await undoBench(t);
  const folder: ReadState = { state: { kind: 'folder', mode: 0o755 } };
  const [one, other] = [temporaryName(), `d/${temporaryName()}`];
  await mkdir(place('d'));
  // Killed after the first folder was made for the files of the second one, whose path the first file takes.
  await mkdir(place('a'), { mode: 0o755 });
  await writeFile(place(one), 'file', { mode: 0o644 });
  await writeFile(place(other), 'inner', { mode: 0o644 });
  await runs.finish(
    entry([
      cutShort('a', text('file'), folder),
      { ...cutShort('a/b', gone, text('inner')), from: 'd/s/b', lift: other },
      { ...cutShort('d/s', folder, text('file')), from: 'a', lift: one },
      cutShort('d/s/b', text('inner'), gone),
    ]),
  );
  assert.deepEqual((await readdir(workspace, { recursive: true })).sort(), ['a', 'a/b', 'd', 'd/s']);
  assert.deepEqual(await Promise.all(['a/b', 'd/s'].map((name) => readFile(place(name), 'utf8'))), [
    'inner',
    'file',
  ]);
});
