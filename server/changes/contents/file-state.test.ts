import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { afterCalls, needsDescriptors, openIn } from '../fixtures/disk.ts';
import {
  ABSENT,
  fileState,
  isSameContent,
  isSameState,
  readState,
  unknown,
  type FileState,
} from './file-state.ts';

const MAX = 10 * 1024 * 1024;

async function setUp(t: TestContext): Promise<(name: string) => string> {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-state-'));
  t.after(() => rm(root, { recursive: true }));
  return (name) => path.join(root, name);
}

const file = (text: string, mode = 0o644): FileState => fileState(Buffer.from(text), mode);

test('a file, a link and a missing file are distinguished, and a link is not followed', async (t) => {
  const place = await setUp(t);
  await writeFile(place('a'), 'text');
  await chmod(place('a'), 0o4755);
  await symlink('a', place('link'));
  assert.deepEqual((await readState(place('a'))).state, file('text', 0o755));
  assert.deepEqual((await readState(place('link'))).state, { kind: 'link', target: 'a' });
  for (const name of ['missing', 'missing/a', 'a/below'])
    assert.deepEqual((await readState(place(name))).state, ABSENT);
});

test('the content of a pipe, or a file that cannot be read is not known, and it says why', async (t) => {
  const place = await setUp(t);
  await mkdir(place('folder'), { mode: 0o750 });
  execFileSync('mkfifo', [place('pipe')]);
  const { state } = await readState(place('folder'));
  assert.deepEqual(state, { kind: 'folder', mode: 0o750 });
  for (const name of ['pipe'])
    assert.deepEqual((await readState(place(name))).state, unknown('It is not a regular file.'), name);
  assert.deepEqual(
    (await readState(place('x'.repeat(300)))).state,
    unknown('It could not be read (ENAMETOOLONG).'),
  );
});

test('a file of 10 MiB is read; a larger one only has a signature, which differs after every write', async (t) => {
  const place = await setUp(t);
  await writeFile(place('a'), 'x');
  await truncate(place('a'), MAX);
  assert.equal((await readState(place('a'))).bytes?.length, MAX);
  await truncate(place('a'), MAX + 1);
  const signatures = new Set<string | undefined>();
  for (const seconds of [1, 2, 3]) {
    await utimes(place('a'), seconds, seconds);
    const { state, bytes, signature } = await readState(place('a'));
    assert.deepEqual([state, bytes], [unknown('It is larger than 10 MiB.'), undefined]);
    signatures.add(signature);
  }
  assert.equal(signatures.size, 3);
});

test('states are the same if content and mode are the same, and an unknown state equals no other state', () => {
  const states: FileState[] = [
    ABSENT,
    file('x'),
    file('x', 0o755),
    file('y'),
    { kind: 'link', target: 'x' },
    { kind: 'link', target: 'y' },
    { kind: 'folder', mode: 0o755 },
    { kind: 'folder', mode: 0o700 },
    unknown('Too large.'),
  ];
  for (const [i, a] of states.entries())
    for (const [j, b] of states.entries()) {
      const pair = `${JSON.stringify(a)} ${JSON.stringify(b)}`;
      const isKnown = a.kind !== 'unknown' && b.kind !== 'unknown';
      const isSameFile =
        [i, j].every((at) => at === 1 || at === 2) || [i, j].every((at) => at === 6 || at === 7);
      assert.equal(isSameState(a, { ...b }), isKnown && i === j, pair);
      assert.equal(isSameContent(a, { ...b }), isKnown && (i === j || isSameFile), pair);
    }
});

test('a file that was read does not stay open', needsDescriptors, async (t) => {
  const place = await setUp(t);
  await writeFile(place('a'), 'text');
  await readState(place('a'));
  assert.deepEqual(openIn(place('')), []);
});

test('a file that grows or shrinks while it is read is read to its end', async (t) => {
  const place = await setUp(t);
  for (const now of ['longer than before', '']) {
    await writeFile(place('a'), 'before');
    await afterCalls(t, 'stat', () => writeFileSync(place('a'), now));
    const { bytes, state } = await readState(place('a'));
    t.mock.restoreAll();
    assert.equal(String(bytes), now);
    assert.deepEqual(state, file(now));
  }
});
