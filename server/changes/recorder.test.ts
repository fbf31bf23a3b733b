import assert from 'node:assert/strict';
import { chmod, mkdir, realpath, symlink, truncate, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openIn, needsDescriptors } from './fixtures/disk.ts';
import { file, TURN } from './fixtures/records.ts';
import { recorderBench, write } from './fixtures/recorder-bench.ts';

test('a tool that declares its file is recorded with the states before and after, and both contents', async (t) => {
  const { recorder, place, begin, records, store } = await recorderBench(t);
  await write(place('a'), 'old');
  await begin('c', 'a');
  await write(place('a'), 'new');
  assert.equal(await recorder.end('c'), true);
  const [call] = await records('call');
  const { at, from, ...rest } = call!;
  assert.ok(from !== undefined && from <= at);
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
  const { recorder, place, begin, records } = await recorderBench(t);
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

test('a call that ends while its beginning is still being recorded is recorded after it', async (t) => {
  const { recorder, place, begin, journal } = await recorderBench(t);
  await write(place('a'), 'old');
  const begun = begin('c', 'a');
  const ended = [recorder.end('c'), recorder.end('c')];
  await begun;
  assert.deepEqual(await Promise.all(ended), [false, false], 'the file has not changed');
  assert.deepEqual(
    (await journal()).map(({ type }) => type),
    ['call', 'result'],
  );
});

test('a call that has not begun, or has ended, ends without a record', async (t) => {
  const { recorder, begin, records } = await recorderBench(t);
  assert.equal(await recorder.end('unknown'), false);
  await begin('c', 'a');
  await recorder.end('c');
  assert.equal(await recorder.end('c'), false);
  assert.equal((await records('result')).length, 1);
});

test('calls that were announced together each begin with the contents that the previous one left', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
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
  const { root, place, pathOf } = await recorderBench(t);
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
  assert.equal(await pathOf('a@b'), 'a@b');
  assert.equal(await pathOf('../outside'), path.join(root, 'outside'));
  assert.equal(await pathOf('..'), root);
  assert.equal(await pathOf('.'), place('').replace(/\/$/, ''));
  const home = await realpath(homedir());
  assert.equal(await pathOf('~/a-file-that-is-not-there'), path.join(home, 'a-file-that-is-not-there'));
  assert.equal(await pathOf('~'), home);
});

test('a link to a file is recorded as the file that it leads to', async (t) => {
  const { place, pathOf } = await recorderBench(t);
  await write(place('file'), 'x');
  await symlink('file', place('link'));
  assert.equal(await pathOf('link'), 'file');
});

test('a content that cannot be stored counts as unknown, and the call continues', async (t) => {
  const { recorder, place, begin, records, store } = await recorderBench(t);
  await write(place('a'), 'old');
  await mkdir(path.dirname(store.folder), { recursive: true });
  await writeFile(store.folder, 'a file in its place');
  await begin('c', 'a');
  assert.deepEqual((await records('call'))[0]?.files[0]?.before, {
    kind: 'unknown',
    why: 'Its content could not be stored (ENOTDIR).',
  });
  await write(place('a'), 'new');
  assert.equal(await recorder.end('c'), true);
});

test('a file that is too large to store is recorded if it changed, and not otherwise', async (t) => {
  const { recorder, place, begin, records } = await recorderBench(t);
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

test('the branch of a session is recorded as reported', async (t) => {
  const { recorder, records } = await recorderBench(t);
  await recorder.branch('s', [TURN]);
  await recorder.branch('fork', [], 's');
  const [branch, fork] = await records('branch');
  assert.deepEqual([branch?.session, branch?.turns, branch?.origin], ['s', [TURN], undefined]);
  assert.deepEqual([fork?.session, fork?.turns, fork?.origin], ['fork', [], 's']);
});

test('a closed recorder has no file open, and watches nothing', needsDescriptors, async (t) => {
  const { root, recorder, place, begin } = await recorderBench(t);
  await recorder.warm();
  await begin('c');
  await recorder.end('c');
  await recorder.close();
  assert.deepEqual(openIn(root), []);
  await begin('d');
  await write(place('a'), 'new');
  assert.equal(await recorder.end('d'), false);
});
