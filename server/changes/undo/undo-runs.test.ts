import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { PlannedFile } from '../../../shared/changes.ts';
import { temporaryName } from '../../workspace/replace-file.ts';
import { BlobStore } from '../contents/blob-store.ts';
import {
  ABSENT,
  fileState,
  hashOf,
  readState,
  type FileState,
  type ReadState,
} from '../contents/file-state.ts';
import type { UndoEntry } from '../journal/history.ts';
import { JournalReader, JournalWriter, type JournalRecord } from '../journal/journal.ts';
import { UndoRuns, type OpenPlan } from './undo-runs.ts';

const REQUEST = { undo: { session: true as const } };

async function setUp(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-undo-')));
  const workspace = path.join(root, 'project');
  await mkdir(workspace);
  const store = new BlobStore(path.join(root, 'blobs'));
  const journal = new JournalWriter(path.join(root, 'journal'));
  t.after(async () => {
    await journal.close();
    await rm(root, { recursive: true, force: true });
  });
  const place = (name: string): string => path.join(workspace, name);
  const read = (name: string): Promise<ReadState> => readState(place(name));
  const runs = new UndoRuns({ root: { real: workspace }, store, journal, read });
  const records = (): Promise<readonly JournalRecord[]> =>
    new JournalReader(path.join(root, 'journal')).records();
  return { workspace, store, place, runs, records };
}

function text(content: string): ReadState & { state: FileState } {
  const bytes = Buffer.from(content);
  return { state: fileState(bytes, 0o644), bytes };
}

const gone: ReadState = { state: ABSENT };

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
      current,
      target,
      steps: [`step of ${name}`],
      changes: [],
    })),
  };
}

test('an undo says of each file what it did, in the journal before and after', async (t) => {
  const { place, runs, records } = await setUp(t);
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
  const { place, runs } = await setUp(t);
  for (const name of ['a', 'b']) await writeFile(place(name), 'now');
  const open = plan(['a', 'restore', text('now'), text('old')], ['b', 'restore', text('now'), text('old')]);
  const { files } = await runs.run(open, { chosen: open.files.slice(1), entry: 'u' });
  assert.deepEqual(files, [{ path: 'b', outcome: 'restored' }]);
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
});

test('if one file is not as planned nothing is written, not even to the journal', async (t) => {
  const { place, runs, records } = await setUp(t);
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

test('what an undo overwrites and what it writes is stored, so that both can come back', async (t) => {
  const { place, runs, store } = await setUp(t);
  await writeFile(place('a'), 'of the user');
  const open = plan(['a', 'merge', text('of the user'), text('merged')]);
  await runs.run(open, { chosen: open.files, entry: 'u' });
  for (const content of ['of the user', 'merged'])
    assert.equal(String(await store.get(hashOf(Buffer.from(content)))), content);
});

test('a file that cannot be written fails alone, with the reason; a merge that fails is no merge', async (t) => {
  const { place, runs } = await setUp(t);
  await writeFile(place('folder'), 'a file in its place');
  await writeFile(place('b'), 'now');
  const open = plan(['folder/a', 'merge', gone, text('old')], ['b', 'restore', text('now'), text('old')]);
  // The state of a path below a file is as if nothing were there.
  const { files } = await runs.run(open, { chosen: open.files, entry: 'u' });
  assert.deepEqual(
    files.map(({ outcome, why }) => [outcome, why !== undefined]),
    [
      ['failed', true],
      ['restored', false],
    ],
  );
});

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
  const { place, runs, records, store } = await setUp(t);
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

test('an hour later nobody expects an undo to go on: what is not done stays', async (t) => {
  const { place, runs, store } = await setUp(t);
  await store.put(Buffer.from('old'));
  await writeFile(place('a'), 'now');
  const finish = (minutes: number): Promise<void> =>
    runs.finish(entry([cutShort('a', text('now'), text('old'))], Date.now() - minutes * 60_000));
  await finish(61);
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
  await finish(59);
  assert.equal(await readFile(place('a'), 'utf8'), 'old');
});

test('a link that was under way is made', async (t) => {
  const { place, runs, workspace } = await setUp(t);
  await writeFile(place('a'), 'now');
  await runs.finish(entry([cutShort('a', text('now'), { state: { kind: 'link', target: 'x' } })]));
  assert.deepEqual((await readState(path.join(workspace, 'a'))).state, { kind: 'link', target: 'x' });
});

/** As if this process had started that many ms from now. */
function startLater(t: TestContext, ms: number): void {
  Object.defineProperty(performance, 'timeOrigin', { value: Date.now() + ms, configurable: true });
  t.after(() => Reflect.deleteProperty(performance, 'timeOrigin'));
}

test('what the killed process was writing is removed, and nothing that is older, newer or of another name', async (t) => {
  const { place, runs, workspace } = await setUp(t);
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
  await runs.finish(entry(files, Date.now()));
  assert.deepEqual(await readdir(workspace, { recursive: true }), ['other.tmp', 'sub']);
});

test('the clock of the file system may lag behind by less than a second', async (t) => {
  const { place, runs, workspace } = await setUp(t);
  const name = temporaryName();
  await writeFile(place(name), 'half');
  await utimes(place(name), new Date(), new Date());
  startLater(t, 5000);
  await runs.finish(entry([cutShort('a', gone, gone)], Date.now() + 500));
  assert.deepEqual(await readdir(workspace), []);
});
