import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { SessionMarks } from './session-marks.ts';

async function makeFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'session-marks-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'marks.json');
}

test('panels that share a file see and keep each other’s marks', async (t) => {
  const file = await makeFile(t);
  const [one, other] = [new SessionMarks(file), new SessionMarks(file)];
  await one.all();
  await other.set('a', { pinned: true });
  await one.set('b', { archived: true });
  await other.set('b', { pinned: true });
  const expected = { a: { pinned: true }, b: { pinned: true, archived: true } };
  for (const marks of [one, other]) assert.deepEqual(Object.fromEntries(await marks.all()), expected);
});

test('a damaged file counts as empty, but one that cannot be read is not overwritten', async (t) => {
  const file = await makeFile(t);
  await writeFile(file, '{');
  assert.equal((await new SessionMarks(file).all()).size, 0);
  await rm(file);
  await mkdir(file);
  await assert.rejects(new SessionMarks(file).set('a', { pinned: true }), { code: 'EISDIR' });
});

test('without a file the marks live as long as the panel', async () => {
  const marks = new SessionMarks(null);
  await marks.set('a', { pinned: true });
  await marks.set('a', { pinned: false });
  await marks.set('b', { archived: true });
  assert.deepEqual([...(await marks.all())], [['b', { archived: true }]]);
});
