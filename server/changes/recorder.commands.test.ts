// Tests how the recorder notices changes of commands, which may change any file.
import assert from 'node:assert/strict';
import { chmod, mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { test } from 'node:test';
import { WorkspaceTree } from './contents/workspace-tree.ts';
import { callAt, file, LATER } from './fixtures/records.ts';
import { recorderBench, write } from './fixtures/recorder-bench.ts';
import { foldRecords } from './journal/history.ts';
import type { JournalRecord } from './journal/journal.ts';

test('a command is recorded with every file that it changed, as found', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
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
      { path: 'sub', before: absent, after: { kind: 'folder', mode: 0o755 }, isFound: true },
      { path: 'sub/made', before: absent, after: file('made'), isFound: true },
      { path: 'there', before: absent, after: file('moved before'), isFound: true },
    ],
  );
  assert.equal('gap' in result, false);
});

test('a change by somebody else between two commands belongs to neither, and the second one knows the new content', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
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
  const { recorder, place, begin, records } = await recorderBench(t);
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

test('a file without a copy, such as a large one, is recorded without its previous content', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
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
    ['unknown', 'file', 'link'],
  );
});

test('a command that begins before the workspace was read says that it is not recorded', async (t) => {
  const { recorder, begin, records } = await recorderBench(t, { startMs: 1, files: 1 });
  const reading = Promise.withResolvers<void>();
  t.mock.method(WorkspaceTree.prototype, 'start', () => reading.promise);
  await begin('early');
  reading.resolve();
  await recorder.end('early');
  await recorder.warm();
  await begin('later');
  const [early, later] = await records('call');
  assert.equal(early?.gap, 'A command started before the workspace was read to the end.');
  assert.equal('gap' in later!, false);
});

test('if a command changes very many files, the first ones are recorded, and the number of the others', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t, { startMs: 1500, files: 4 });
  await recorder.warm();
  for (const [call, count] of Object.entries({ most: 4, more: 7 })) {
    await begin(call);
    for (let i = 0; i < count; i++) await write(place(`${call}-${i}`), 'new');
    await recorder.end(call);
  }
  const [most, more] = await records('result');
  assert.deepEqual([most?.files.length, most && 'gap' in most], [4, false]);
  assert.deepEqual([more?.files.length, more?.gap], [4, 'A command changed 3 more files than are recorded.']);
});

test('a tool that ends while a command runs is recorded for itself', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
  await write(place('a'), 'old');
  await recorder.warm();
  await begin('tool', 'a');
  await begin('command');
  await write(place('a'), 'new');
  assert.equal(await recorder.end('tool'), true);
  const [result] = await records('result');
  assert.deepEqual(result?.files, [{ path: 'a', before: file('old'), after: file('new') }]);
});

test('a change by a command stays its own when a tool changes the file while the command runs', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
  await write(place('a'), 'old');
  await recorder.warm();
  await begin('command');
  await write(place('a'), 'of the command');
  await begin('tool', 'a');
  await write(place('a'), 'of the tool');
  await recorder.end('tool');
  await recorder.end('command');
  const [, result] = await records('result');
  assert.deepEqual(
    result?.files.map(({ path: name, after }) => [name, after]),
    [['a', file('of the tool')]],
  );
});

test('a write by a tool just before a command is not a change by the command', async (t) => {
  const { recorder, place, begin } = await recorderBench(t);
  await recorder.warm();
  await begin('tool', 'a');
  await write(place('a'), 'new');
  // With a time in the future, the tree cannot tell by the time whether the file was written again.
  const later = new Date(Date.now() + 60_000);
  await utimes(place('a'), later, later);
  await recorder.end('tool');
  await begin('command');
  await chmod(place('a'), 0o644);
  assert.equal(await recorder.end('command'), false);
});

test('a large file that a tool wrote is known to the command after it', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
  const large = 'x'.repeat(300_000);
  await recorder.warm();
  await begin('tool', 'a');
  await write(place('a'), large);
  await recorder.end('tool');
  await begin('command');
  await rm(place('a'));
  await recorder.end('command');
  const [, result] = await records('result');
  assert.deepEqual(result?.files, [
    { path: 'a', before: file(large), after: { kind: 'absent' }, isFound: true },
  ]);
});

test('a file that somebody deleted before a command is not a change by the command', async (t) => {
  const { recorder, place, begin } = await recorderBench(t);
  await write(place('a'), 'old');
  await recorder.warm();
  await rm(place('a'));
  await begin('command');
  assert.equal(await recorder.end('command'), false);
});

test('a folder that a tool makes for its file is a change of that tool', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
  await mkdir(place('mine'));
  await begin('c', 'mine/new/deep/a');
  await mkdir(place('mine/new/deep'), { recursive: true });
  await write(place('mine/new/deep/a'), 'made');
  await recorder.end('c');
  const [result] = await records('result');
  const made = { before: { kind: 'absent' }, after: { kind: 'folder', mode: 0o755 } };
  assert.deepEqual(result?.files, [
    { path: 'mine/new', ...made },
    { path: 'mine/new/deep', ...made },
    { path: 'mine/new/deep/a', before: { kind: 'absent' }, after: file('made') },
  ]);
});

test('a link that a command removes, or leads elsewhere, is recorded with the path that it had', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
  for (const name of ['gone', 'led']) await symlink('v1/f', place(name));
  await recorder.warm();
  await begin('c');
  await rm(place('gone'));
  await rm(place('led'));
  await symlink('v2/f', place('led'));
  await recorder.end('c');
  const [result] = await records('result');
  assert.deepEqual(
    result?.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ before, after }) => [before, after]),
    [
      [{ kind: 'link', target: 'v1/f' }, { kind: 'absent' }],
      [
        { kind: 'link', target: 'v1/f' },
        { kind: 'link', target: 'v2/f' },
      ],
    ],
  );
});

test('what someone else writes while the beginning of a command is being recorded is not taken for the command’s', async (t) => {
  const { recorder, place, begin, journal } = await recorderBench(t);
  await recorder.warm();
  let ended = 0;
  const mocked = t.mock.method(WorkspaceTree.prototype, 'collect', async function (this: WorkspaceTree) {
    mocked.mock.restore();
    const changes = await this.collect();
    await write(place('mine'), 'of the user');
    ended = Date.now();
    while (Date.now() === ended) await new Promise(setImmediate);
    return changes;
  });
  await begin('command');
  await recorder.end('command');
  const records = await journal();
  const shared = (...others: JournalRecord[]): (string | boolean)[][] =>
    foldRecords([...records, ...others].toSorted((a, b) => a.at - b.at)).steps.map(({ path, isShared }) => [
      path,
      isShared,
    ]);
  assert.deepEqual(shared(), [['mine', false]]);
  assert.deepEqual(shared({ at: ended, type: 'command', call: 'c', from: ended - 1, to: ended }), [
    ['mine', true],
  ]);
  const other = callAt(ended - 1, {}, { session: 't', turn: LATER, isFound: true, ms: 1 });
  assert.deepEqual(shared(...other), [['mine', true]]);
});
