// Plans: the files that they list, the choice among them, and the plans that wait for later.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { changesFolder } from './journal/changes-folder.ts';
import { Changes } from './changes.ts';
import { ABSENT, fileState, unknown, type FileState } from './contents/file-state.ts';
import { countFlushes, needsDescriptors, openIn } from './fixtures/disk.ts';
import { OpenChanges } from './open-changes.ts';
import type { ScopedFile } from './journal/scoped-file.ts';
import { STORE_LIMIT } from './contents/store-size.ts';

const REQUEST = { undo: { session: true as const } };

async function setUp(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-plans-')));
  const workspace = path.join(root, 'project');
  await mkdir(workspace);
  const state = path.join(root, 'state');
  const changes = new Changes({ workspace, folder: changesFolder(state, workspace) });
  t.after(async () => {
    await changes.close();
    await rm(root, { recursive: true, force: true });
  });
  const place = (name: string): string => path.join(workspace, name);
  /** A file that the agent changed from `old` to what it is now. */
  const changed = async (name: string, more: Partial<ScopedFile> = {}): Promise<ScopedFile> => {
    await writeFile(place(name), 'now', { mode: 0o644 });
    await changes.store.put(Buffer.from('old'));
    return {
      path: name,
      changes: [{ before: file('old'), after: file('now') }],
      steps: [name],
      isShared: false,
      ...more,
    };
  };
  return { root, workspace, state, changes, place, changed };
}

function file(text: string): FileState {
  return fileState(Buffer.from(text), 0o644);
}

test('a plan lists its files by path, with what is done to each, or why nothing is', async (t) => {
  const { changes, changed, place } = await setUp(t);
  const files = [await changed('b'), await changed('a', { isShared: true }), await changed('c')];
  await writeFile(place('c'), 'of the user');
  const plan = await changes.plan('s', REQUEST, files);
  assert.deepEqual(
    plan.files.map(({ path: name, action, shared, why }) => [name, action, shared, why !== undefined]),
    [
      ['a', 'restore', true, false],
      ['b', 'restore', undefined, false],
      ['c', 'conflict', undefined, true],
    ],
  );
  assert.deepEqual(['shared' in plan.files[1]!, 'why' in plan.files[1]!], [false, false]);
  assert.deepEqual([plan.session, plan.request, plan.files[1]!.writes[0]!.steps], ['s', REQUEST, ['b']]);
  assert.deepEqual(plan.files[1]!.sources, [files[0]]);
  assert.notEqual(plan.id, (await changes.plan('s', REQUEST, files)).id);
});

test('without names, all files that are not shared are undone; with names, exactly those files', async (t) => {
  const { changes, changed, place } = await setUp(t);
  const files = [await changed('a', { isShared: true }), await changed('b'), await changed('c')];
  const plan = () => changes.plan('s', REQUEST, files);
  const run = async (paths?: string[]) =>
    (await changes.run(await plan(), { paths })).files.map((one) => one.path);
  assert.deepEqual(await run(['a', 'c']), ['a', 'c']);
  assert.equal(await readFile(place('b'), 'utf8'), 'now');
  for (const name of ['a', 'c']) await changed(name);
  assert.deepEqual(await run(), ['b', 'c']);
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
});

test('a name that is not in the plan is refused before anything is written', async (t) => {
  const { changes, changed, place } = await setUp(t);
  const plan = await changes.plan('s', REQUEST, [await changed('a'), await changed('b')]);
  assert.throws(() => changes.run(plan, { paths: ['a', 'x'] }), { status: 400, code: 'bad_body' });
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
});

test('files that cannot be undone are left out, even if they are named', async (t) => {
  const { changes, changed, place } = await setUp(t);
  const files = [
    await changed('same'),
    await changed('user'),
    await changed('unknown'),
    await changed('made'),
  ];
  await writeFile(place('same'), 'old');
  await writeFile(place('user'), 'of the user');
  files[2]!.changes[0]!.before = unknown('Not read.');
  files[3]!.changes[0]!.before = ABSENT;
  const plan = await changes.plan('s', REQUEST, files);
  const { files: done } = await changes.run(plan, { paths: files.map((one) => one.path), entry: 'mine' });
  assert.deepEqual(done, [{ path: 'made', outcome: 'deleted' }]);
  assert.equal((await changes.history()).undos.has('mine'), true);
});

test('paths of git, in any spelling and at any depth, are never written, others that look like them are', async (t) => {
  const { changes, place } = await setUp(t);
  const action = async (name: string) => {
    const { action: found } = await changes.planReversal(name, [{ before: file('old'), after: ABSENT }]);
    return found;
  };
  await changes.store.put(Buffer.from('old'));
  await mkdir(place('sub'));
  for (const name of ['.git/config', '.GIT/config', 'sub/.git', '/etc/passwd'])
    assert.equal(await action(name), 'conflict', name);
  for (const name of ['.gitignore', 'sub/git', 'sub/.github'])
    assert.equal(await action(name), 'restore', name);
});

test('nothing is there behind a link, nor in a folder that is gone', async (t) => {
  const { changes, place, root } = await setUp(t);
  await mkdir(path.join(root, 'outside'));
  await symlink(path.join(root, 'outside'), place('link'));
  await writeFile(path.join(root, 'outside/a'), 'now');
  assert.deepEqual(await changes.read('link/a'), { state: ABSENT, blockedBy: 'link' });
  assert.deepEqual(await changes.read('gone/a'), { state: ABSENT });
  await mkdir(place('sub'));
  for (const name of ['a', 'sub/a']) {
    await writeFile(place(name), 'now', { mode: 0o644 });
    assert.deepEqual((await changes.read(name)).state, file('now'));
  }
});

test('a queued undo is there after a restart, until it is dropped', async (t) => {
  const { changes, workspace, state } = await setUp(t);
  await changes.enqueue({ id: 'q', session: 's', request: REQUEST, files: [] });
  const again = new Changes({ workspace, folder: changesFolder(state, workspace) });
  assert.deepEqual([...(await again.history()).queued.keys()], ['q']);
  await again.drop('q');
  assert.equal((await changes.history()).queued.size, 0);
  await again.close();
});

test('the history is the same object until there is another record', async (t) => {
  const { changes } = await setUp(t);
  const before = await changes.history();
  assert.equal(await changes.history(), before);
  await changes.drop('x');
  const after = await changes.history();
  assert.notEqual(after, before);
  assert.equal(await changes.history(), after);
});

test('the size is counted once a minute, and at each call while nothing is stored', async (t) => {
  const { changes } = await setUp(t);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  assert.deepEqual(await changes.size(), { bytes: 0, limit: STORE_LIMIT });
  await changes.store.put(Buffer.from('content'));
  assert.equal((await changes.size()).bytes, 8);
  await changes.store.put(Buffer.from('another'));
  t.mock.timers.tick(60_000);
  assert.equal((await changes.size()).bytes, 8);
  t.mock.timers.tick(1);
  assert.equal((await changes.size()).bytes, 16);
  await changes.forget();
  assert.equal((await changes.size()).bytes, 0);
});

test('a workspace is opened once for all of its agents, by its real folder, and again after it was closed', async (t) => {
  const { root, state, workspace } = await setUp(t);
  const link = path.join(root, 'link');
  await symlink(workspace, link);
  const all = new OpenChanges(state);
  const [one, two] = await Promise.all([all.of(workspace), all.of(link)]);
  assert.ok(one);
  assert.equal(one, two);
  assert.equal(one.workspace, workspace);
  assert.equal(await all.of(path.join(root, 'gone')), null);
  await all.close();
  assert.notEqual(await all.of(workspace), one);
  await all.close();
  assert.equal(await new OpenChanges(null).of(workspace), null);
});

test('an undo that was cut short is ended when its workspace is opened', async (t) => {
  const { changes, state, workspace } = await setUp(t);
  await changes.journal.append({ type: 'undo', id: 'u', session: 's', request: REQUEST, files: [] });
  const all = new OpenChanges(state);
  const opened = await all.of(workspace);
  assert.equal((await opened!.history()).undos.get('u')?.isEnded, true);
  await all.close();
});

test('each session is told once of its undos that were cut short', async (t) => {
  const { changes, state, workspace } = await setUp(t);
  for (const [id, session] of [
    ['u', 's'],
    ['v', 'other'],
    ['w', 's'],
  ] as const)
    await changes.journal.append({ type: 'undo', id, session, request: REQUEST, files: [] });
  const all = new OpenChanges(state);
  const opened = (await all.of(workspace))!;
  const told = (session: string): string[] => opened.takeFinished(session).map(({ id }) => id);
  assert.deepEqual([told('s'), told('s'), told('other'), told('other')], [['u', 'w'], [], ['v'], []]);
  await all.close();
});

test('an undo that was cut short is ended although a folder became a link out of the workspace since', async (t) => {
  const { changes, changed, root, place, state, workspace } = await setUp(t);
  await mkdir(path.join(root, 'outside'));
  await symlink(path.join(root, 'outside'), place('folder'));
  await changed('a');
  const change = { before: file('now'), after: file('old'), steps: [] };
  const files = ['a', 'folder/b'].map((name) => ({ path: name, ...change }));
  await changes.journal.append({ type: 'undo', id: 'u', session: 's', request: REQUEST, files });
  const all = new OpenChanges(state);
  const { undos } = await (await all.of(workspace))!.history();
  assert.deepEqual(
    undos.get('u')?.files.map(({ outcome }) => outcome),
    ['restored', 'failed'],
  );
  await all.close();
});

test('a workspace that could not be opened is tried again', async (t) => {
  const { state, workspace } = await setUp(t);
  const { journal } = changesFolder(state, workspace);
  await mkdir(path.dirname(journal), { recursive: true });
  await writeFile(journal, 'a file in its place');
  const all = new OpenChanges(state);
  await assert.rejects(all.of(workspace));
  await rm(journal);
  assert.ok(await all.of(workspace));
  await all.close();
});

test('a file that is never written has no state in its plan', async (t) => {
  const { changes } = await setUp(t);
  const { action, target, current } = await changes.planReversal('/etc/passwd', []);
  assert.deepEqual([action, target, current], ['conflict', { state: ABSENT }, { state: ABSENT }]);
});

test('an undo that has ended is not carried out again when its workspace is opened', async (t) => {
  const { changes, changed, place, workspace, state } = await setUp(t);
  await changes.run(await changes.plan('s', REQUEST, [await changed('a')]), { entry: 'u' });
  await writeFile(place('a'), 'now');
  const all = new OpenChanges(state);
  const { undos } = await (await all.of(workspace))!.history();
  assert.deepEqual(
    undos.get('u')?.files.map(({ outcome }) => outcome),
    ['restored'],
  );
  assert.equal(await readFile(place('a'), 'utf8'), 'now');
  await all.close();
});

test('the records of queued, dropped and forgotten undos survive a power failure', async (t) => {
  const { changes } = await setUp(t);
  const flushes = await countFlushes(t);
  await changes.enqueue({ id: 'q', session: 's', request: REQUEST, files: [] });
  await changes.drop('q');
  await changes.forget();
  assert.equal(flushes(), 3);
});

test('no file and no folder stays open once the changes are closed', needsDescriptors, async (t) => {
  const { root, state, workspace, changed } = await setUp(t);
  const all = new OpenChanges(state);
  const changes = (await all.of(workspace))!;
  await changes.run(await changes.plan('s', REQUEST, [await changed('a')]), {});
  await all.close();
  assert.deepEqual(openIn(root), []);
});
