import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { BlobStore } from './contents/blob-store.ts';
import { changesFolder } from './journal/changes-folder.ts';
import { fileState, type FileState } from './contents/file-state.ts';
import { TURN } from './fixtures/records.ts';
import { JournalReader, type JournalRecord } from './journal/journal.ts';
import { Recorder } from './recorder.ts';

type Of<T extends JournalRecord['type']> = Extract<JournalRecord, { type: T }>;

async function setUp(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-recorder-')));
  const workspace = path.join(root, 'project');
  await mkdir(workspace);
  const folder = changesFolder(path.join(root, 'state'), workspace);
  const recorder = new Recorder(workspace, folder);
  t.after(async () => {
    await recorder.close();
    await rm(root, { recursive: true, force: true });
  });
  const place = (name: string): string => path.join(workspace, name);
  const begin = (call: string, name?: string): Promise<void> =>
    recorder.begin({
      session: 's',
      turn: TURN,
      call,
      tool: name === undefined ? 'bash' : 'write',
      path: name,
    });
  const records = async <T extends JournalRecord['type']>(type: T): Promise<Of<T>[]> => {
    const all = await new JournalReader(folder.journal).records();
    return all.filter((record): record is Of<T> => record.type === type);
  };
  /** The path under which a tool that was asked for `asked` is recorded. */
  const pathOf = async (asked: string): Promise<string | undefined> => {
    await begin(asked, asked);
    return (await records('call')).at(-1)?.files[0]?.path;
  };
  return { root, recorder, place, begin, records, pathOf, store: new BlobStore(folder.blobs) };
}

function file(text: string): FileState {
  return fileState(Buffer.from(text), 0o644);
}

const write = (place: string, text: string): Promise<void> => writeFile(place, text, { mode: 0o644 });

test('tools that only read are not recorded, all others may write', () => {
  const tools = ['read', 'grep', 'find', 'ls', 'write', 'edit', 'bash', 'of an extension'];
  assert.deepEqual(
    tools.filter((tool) => Recorder.mayWrite(tool)),
    ['write', 'edit', 'bash', 'of an extension'],
  );
});

test('a tool that declares its file is recorded with the states before and after, and both contents', async (t) => {
  const { recorder, place, begin, records, store } = await setUp(t);
  await write(place('a'), 'old');
  await begin('c', 'a');
  await write(place('a'), 'new');
  assert.equal(await recorder.end('c'), true);
  const [call] = await records('call');
  const { at: _at, ...rest } = call!;
  assert.deepEqual(rest, {
    type: 'call',
    session: 's',
    turn: TURN,
    call: 'c',
    tool: 'write',
    files: [{ path: 'a', before: file('old') }],
  });
  const [result] = await records('result');
  assert.deepEqual(result?.files, [{ path: 'a', before: file('old'), after: file('new') }]);
  for (const text of ['old', 'new']) {
    const state = file(text);
    assert.equal(state.kind === 'file' && String(await store.get(state.hash)), text);
  }
});

test('a tool that leaves its file as it was changed nothing; a mode is a change', async (t) => {
  const { recorder, place, begin, records } = await setUp(t);
  await write(place('a'), 'x');
  await begin('same', 'a');
  await write(place('a'), 'x');
  assert.equal(await recorder.end('same'), false);
  await begin('mode', 'a');
  await chmod(place('a'), 0o755);
  assert.equal(await recorder.end('mode'), true);
  assert.deepEqual(
    (await records('result')).map(({ files }) => files.length),
    [0, 1],
  );
});

test('a call that has not begun, or has ended, ends without a record', async (t) => {
  const { recorder, begin, records } = await setUp(t);
  assert.equal(await recorder.end('unknown'), false);
  await begin('c', 'a');
  await recorder.end('c');
  assert.equal(await recorder.end('c'), false);
  assert.equal((await records('result')).length, 1);
});

test('of calls that were announced together, each has what the one before it left', async (t) => {
  const { recorder, place, begin, records } = await setUp(t);
  await write(place('a'), 'old');
  await begin('first', 'a');
  await begin('second', 'a');
  await begin('other', 'b');
  await write(place('a'), 'between');
  await recorder.end('first');
  await write(place('a'), 'new');
  await write(place('b'), 'made');
  await recorder.end('second');
  await recorder.end('other');
  assert.deepEqual(
    (await records('result')).map(({ files }) => files),
    [
      [{ path: 'a', before: file('old'), after: file('between') }],
      [{ path: 'a', before: file('between'), after: file('new') }],
      [{ path: 'b', before: { kind: 'absent' }, after: file('made') }],
    ],
  );
});

test('a path is recorded as pi resolves it: relative, without links, with its spaces and its @', async (t) => {
  const { root, place, pathOf } = await setUp(t);
  await mkdir(place('real'));
  await symlink('real', place('link'));
  assert.equal(await pathOf('a'), 'a');
  assert.equal(await pathOf('@a'), 'a');
  assert.equal(await pathOf('./sub/../a'), 'a');
  assert.equal(await pathOf(place('a')), 'a');
  assert.equal(await pathOf('link/new/a'), 'real/new/a');
  assert.equal(await pathOf('with\u00a0two\u202fspaces'), 'with two spaces');
  assert.equal(await pathOf('..hidden'), '..hidden');
  assert.equal(await pathOf('~a'), '~a');
  assert.equal(await pathOf('../outside'), path.join(root, 'outside'));
  assert.equal(await pathOf('..'), root);
  assert.equal(await pathOf('.'), place('').replace(/\/$/, ''));
  const home = await realpath(homedir());
  assert.equal(await pathOf('~/a-file-that-is-not-there'), path.join(home, 'a-file-that-is-not-there'));
  assert.equal(await pathOf('~'), home);
});

test('a link to a file is recorded as the file that it leads to', async (t) => {
  const { place, pathOf } = await setUp(t);
  await write(place('file'), 'x');
  await symlink('file', place('link'));
  assert.equal(await pathOf('link'), 'file');
});

test('a content that cannot be stored is not known, and the call goes on', async (t) => {
  const { recorder, place, begin, records, store } = await setUp(t);
  await write(place('a'), 'old');
  await mkdir(path.dirname(store.folder), { recursive: true });
  await writeFile(store.folder, 'a file in its place');
  await begin('c', 'a');
  assert.equal((await records('call'))[0]?.files[0]?.before.kind, 'unknown');
  await write(place('a'), 'new');
  assert.equal(await recorder.end('c'), true);
});

test('a change of a file that is too large to be kept is recorded, and only a change', async (t) => {
  const { recorder, place, begin, records } = await setUp(t);
  await write(place('a'), 'x');
  await truncate(place('a'), 10 * 1024 * 1024 + 1);
  await begin('same', 'a');
  assert.equal(await recorder.end('same'), false);
  await begin('changed', 'a');
  await truncate(place('a'), 10 * 1024 * 1024 + 2);
  assert.equal(await recorder.end('changed'), true);
  const [, result] = await records('result');
  assert.deepEqual(
    result?.files.map(({ before, after }) => [before.kind, after.kind]),
    [['unknown', 'unknown']],
  );
});

test('a command is recorded with every file that it changed, as found', async (t) => {
  const { recorder, place, begin, records } = await setUp(t);
  for (const name of ['changed', 'deleted', 'moved', 'same']) await write(place(name), `${name} before`);
  await recorder.warm();
  await begin('c');
  assert.deepEqual((await records('call'))[0]?.files, []);
  await write(place('changed'), 'after');
  await rm(place('deleted'));
  await rename(place('moved'), place('there'));
  await mkdir(place('sub'));
  await write(place('sub/made'), 'made');
  assert.equal(await recorder.end('c'), true);
  const [result] = await records('result');
  const absent = { kind: 'absent' };
  assert.deepEqual(
    result?.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    [
      { path: 'changed', before: file('changed before'), after: file('after'), isFound: true },
      { path: 'deleted', before: file('deleted before'), after: absent, isFound: true },
      { path: 'moved', before: file('moved before'), after: absent, isFound: true },
      { path: 'sub/made', before: absent, after: file('made'), isFound: true },
      { path: 'there', before: absent, after: file('moved before'), isFound: true },
    ],
  );
  assert.equal('lack' in result, false);
});

test('what somebody else changed between two commands belongs to neither, and its content is known to the second', async (t) => {
  const { recorder, place, begin, records } = await setUp(t);
  await write(place('a'), 'first');
  await recorder.warm();
  await begin('one');
  assert.equal(await recorder.end('one'), false);
  await write(place('a'), 'of the user');
  await begin('two');
  await write(place('a'), 'of the agent');
  await recorder.end('two');
  const files = (await records('result')).flatMap((record) => record.files);
  assert.deepEqual(
    files.map(({ before, after }) => [before, after]),
    [[file('of the user'), file('of the agent')]],
  );
});

test('a file that a tool wrote is known to the command after it', async (t) => {
  const { recorder, place, begin, records } = await setUp(t);
  await recorder.warm();
  await begin('tool', 'a');
  await write(place('a'), 'of the tool');
  await recorder.end('tool');
  await begin('command');
  await write(place('a'), 'of the command');
  await recorder.end('command');
  const [, found] = await records('result');
  assert.deepEqual(found?.files, [
    { path: 'a', before: file('of the tool'), after: file('of the command'), isFound: true },
  ]);
});

test('a file of which no copy is kept, such as a large one, is recorded without its content before', async (t) => {
  const { recorder, place, begin, records } = await setUp(t);
  await write(place('large'), 'x'.repeat(256 * 1024 + 1));
  await write(place('small'), 'x'.repeat(256 * 1024));
  await symlink('small', place('link'));
  await recorder.warm();
  await begin('c');
  await write(place('large'), 'new');
  await write(place('small'), 'new');
  await rm(place('link'));
  await symlink('large', place('link'));
  await recorder.end('c');
  const [result] = await records('result');
  const before = new Map(result?.files.map((one) => [one.path, one.before.kind]));
  assert.deepEqual(
    [before.get('large'), before.get('small'), before.get('link')],
    ['unknown', 'file', 'unknown'],
  );
});

test('the branch of a session is recorded as it is told', async (t) => {
  const { recorder, records } = await setUp(t);
  await recorder.branch('s', [TURN]);
  const [branch] = await records('branch');
  assert.deepEqual([branch?.session, branch?.turns], ['s', [TURN]]);
});
