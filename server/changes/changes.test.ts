// Undo on real files: what is written, what is refused, and what a crash leaves behind.
import assert from 'node:assert/strict';
import {
  appendFile,
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { changesFolder } from './journal/changes-folder.ts';
import { Changes } from './changes.ts';
import { Recorder } from './recorder.ts';
import { diffOf } from './diff.ts';
import { toUndone, writesOf } from './undo/planned.ts';
import { undoScope } from './undo/scope.ts';
import { hunksOf } from '../../shared/hunks.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { trimStore } from './contents/store-size.ts';

const TURN = { id: 'e1', at: 1000 };
const UNDO = { turn: 'user-1000' };

async function setUp(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-changes-'));
  const workspace = path.join(root, 'project');
  await mkdir(workspace);
  const folder = changesFolder(path.join(root, 'state'), workspace);
  const recorder = new Recorder(workspace, folder);
  const open = (): Changes => new Changes({ workspace, folder });
  const file = (name: string): string => path.join(workspace, name);
  let calls = 0;
  /** Runs `work` as a tool that declares `name`, or as a command. */
  const asTool = async (name: string | undefined, work: () => Promise<unknown>): Promise<void> => {
    const call = `call-${++calls}`;
    await recorder.begin({ session: 's', turn: TURN, call, tool: name ? 'write' : 'bash', path: name });
    await work();
    await recorder.end(call);
  };
  t.after(async () => {
    await recorder.close();
    await rm(root, { recursive: true, force: true });
  });
  return { root, workspace, folder, open, file, asTool };
}

async function planTurn(changes: Changes) {
  const request = { undo: UNDO };
  return changes.plan('s', request, undoScope(await changes.history(), 's', UNDO));
}

test('an undo that is killed between any two of its steps is finished after the restart, except where the user wrote', async (t) => {
  const { open, file, asTool, folder, workspace } = await setUp(t);
  for (const name of ['a', 'b', 'c']) await asTool(name, () => writeFile(file(name), `${name} of the agent`));
  const before = open();
  const plan = await planTurn(before);
  // As if the process had been killed after the record and the first file.
  await before.journal.append({
    type: 'undo',
    id: 'killed',
    session: 's',
    request: plan.request,
    files: writesOf(plan.files, plan.folders).map(toUndone),
  });
  await rm(file('a'));
  await writeFile(file('c'), 'changed by the user since');
  await before.close();

  const after = open();
  await after.endInterrupted();
  const { undos, undone } = await after.history();
  assert.deepEqual(
    undos.get('killed')!.files.map(({ outcome }) => outcome),
    ['deleted', 'deleted', 'failed'],
  );
  assert.equal(undone.size, 2);
  assert.deepEqual(await readdir(workspace), ['c']);
  assert.equal(await readFile(file('c'), 'utf8'), 'changed by the user since');
  await after.close();
  assert.equal((await readdir(folder.journal)).length, 3);
});

test('a journal whose process was killed in the middle of a line is readable, and written on', async (t) => {
  const { open, file, asTool, folder } = await setUp(t);
  await asTool('a', () => writeFile(file('a'), 'agent'));
  const [segment] = await readdir(folder.journal);
  await appendFile(path.join(folder.journal, segment!), '{"at":1,"type":"undo","id":"ha');
  const changes = open();
  assert.equal((await changes.history()).steps.length, 1);
  const plan = await planTurn(changes);
  await changes.run(plan, {});
  await changes.close();
  const again = open();
  assert.equal((await again.history()).undone.size, 1);
  await again.close();
});

test('a damaged content is noticed: nothing is written', async (t) => {
  const { open, file, asTool, folder } = await setUp(t);
  await writeFile(file('a'), 'before');
  await asTool('a', () => writeFile(file('a'), 'after'));
  for (const name of await readdir(folder.blobs, { recursive: true })) {
    const blob = path.join(folder.blobs, name);
    if ((await stat(blob)).isFile()) await writeFile(blob, 'damaged');
  }
  const changes = open();
  const plan = await planTurn(changes);
  assert.deepEqual(
    plan.files.map(({ action }) => action),
    ['unknown'],
  );
  assert.deepEqual((await changes.run(plan, {})).files, []);
  assert.equal(await readFile(file('a'), 'utf8'), 'after');
  await changes.close();
});

test('recorded contents are stored outside of the workspace, and only their owner can read them', async (t) => {
  const { file, asTool, root, workspace } = await setUp(t);
  await asTool('a', () => writeFile(file('a'), 'agent'));
  const state = path.join(root, 'state');
  for (const name of await readdir(state, { recursive: true })) {
    const stats = await stat(path.join(state, name));
    assert.equal(stats.mode & 0o777, stats.isFile() ? 0o600 : 0o700, name);
  }
  assert.deepEqual(await readdir(workspace), ['a']);
});

test('modes, links and hard links survive an undo', async (t) => {
  const { open, file, asTool } = await setUp(t);
  await writeFile(file('script'), 'old');
  await chmod(file('script'), 0o755);
  await writeFile(file('one'), 'old');
  await link(file('one'), file('two'));
  await asTool(undefined, () => Promise.resolve());
  await asTool(undefined, async () => {
    await writeFile(file('script'), 'new');
    await chmod(file('script'), 0o644);
    await writeFile(file('one'), 'new');
    await symlink('one', file('link'));
  });
  const changes = open();
  const plan = await planTurn(changes);
  const { files } = await changes.run(plan, {});
  assert.deepEqual(
    files.map(({ path: name, outcome }) => [name, outcome]),
    [
      ['link', 'deleted'],
      ['one', 'restored'],
      ['script', 'restored'],
      ['two', 'restored'],
    ],
  );
  // Its other name shares the content, so it is overwritten in place.
  assert.equal((await stat(file('script'))).mode & 0o777, 0o755);
  assert.equal(await readFile(file('two'), 'utf8'), 'old');
  assert.equal((await stat(file('one'))).ino, (await stat(file('two'))).ino);
  await changes.close();
});

test('files outside the workspace and in .git are listed, and never written', async (t) => {
  const { open, file, asTool, root } = await setUp(t);
  await mkdir(file('.git'));
  await writeFile(file('.git/config'), 'old');
  await asTool('.git/config', () => writeFile(file('.git/config'), 'new'));
  await asTool('../outside', () => writeFile(path.join(root, 'outside'), 'new'));
  const changes = open();
  const plan = await planTurn(changes);
  assert.deepEqual(
    plan.files.map(({ action, why }) => [action, /git|outside/.test(why ?? '')]),
    [
      ['conflict', true],
      ['conflict', true],
    ],
  );
  await changes.run(plan, {});
  assert.equal(await readFile(file('.git/config'), 'utf8'), 'new');
  await changes.close();
});

test('when the store is too large, the oldest contents are removed first, but none from the last hour', async (t) => {
  const { folder, file, asTool } = await setUp(t);
  for (const name of ['a', 'b']) await asTool(name, () => writeFile(file(name), name.repeat(100)));
  const bytes = await trimStore(folder.blobs, 0);
  assert.ok(bytes > 0);
  const blobs = (await readdir(folder.blobs, { recursive: true })).filter((name) => name.includes('/'));
  assert.equal(blobs.length, 2);
});

test('the size of the first recorded contents is known at once, even if it was asked for before them', async (t) => {
  const { open, file, asTool } = await setUp(t);
  const changes = open();
  assert.equal((await changes.size()).bytes, 0);
  await asTool('a', () => writeFile(file('a'), 'agent'));
  assert.ok((await changes.size()).bytes > 0);
  await changes.close();
});

test('forgotten changes are gone from disk and from the history, and recording continues', async (t) => {
  const { open, file, asTool, folder } = await setUp(t);
  await asTool('a', () => writeFile(file('a'), 'agent'));
  const changes = open();
  assert.ok((await changes.size()).bytes > 0);
  await changes.forget();
  assert.equal((await changes.size()).bytes, 0);
  assert.deepEqual((await changes.history()).steps, []);
  await assert.rejects(readdir(folder.blobs), /ENOENT/);
  await asTool('a', () => writeFile(file('a'), 'later'));
  const { files } = await changes.run(await planTurn(changes), {});
  assert.deepEqual(
    files.map(({ outcome }) => outcome),
    ['restored'],
  );
  assert.equal(await readFile(file('a'), 'utf8'), 'agent');
  await changes.close();
});

const HAS_GIT = spawnSync('git', ['--version']).status === 0;

test(
  'hunks that a commit contains count as kept, those after it and those that equal an older commit do not',
  { skip: HAS_GIT ? false : 'git is not installed' },
  async (t) => {
    const { open, file, asTool, workspace } = await setUp(t);
    const git = (...args: string[]): void => {
      const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
      execFileSync('git', [...author, ...args], { cwd: workspace, stdio: 'ignore' });
    };
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
    git('init', '-q');
    await writeFile(file('a'), before.join(''));
    git('add', '-A');
    git('commit', '-qm', 'first', '--date', '2020-01-01T00:00:00');
    const changed = before.with(2, 'two\n');
    await asTool('a', () => writeFile(file('a'), changed.join('')));
    const changes = open();
    const committed = async (): Promise<boolean[]> => {
      const diff = await diffOf(changes, { session: 's', path: 'a' });
      assert.ok('before' in diff);
      return hunksOf('a', diff.before, diff.after).map(({ id }) => diff.committed?.includes(id) ?? false);
    };
    assert.deepEqual(await committed(), [false]);
    git('commit', '-qam', 'second');
    assert.deepEqual(await committed(), [true]);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    await asTool('a', () => writeFile(file('a'), changed.with(12, 'twelve\n').join('')));
    assert.deepEqual(await committed(), [true, false]);
    await changes.close();
  },
);

test('a change that the file no longer has is shown as it was, with the reason', async (t) => {
  const { open, file, asTool } = await setUp(t);
  await writeFile(file('a'), 'one\n');
  await asTool('a', () => writeFile(file('a'), 'two\n'));
  await writeFile(file('a'), 'three\n');
  const changes = open();
  const diff = await diffOf(changes, { session: 's', path: 'a' });
  assert.ok('before' in diff);
  const { before, after, isCurrent, why } = diff;
  assert.deepEqual([before, after, isCurrent], ['one\n', 'two\n', false]);
  assert.equal(why, 'The same lines were changed since.');
  await changes.close();
});
