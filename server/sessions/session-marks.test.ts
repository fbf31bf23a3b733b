import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { SessionHold } from './session-hold.ts';
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

test('panels that mark sessions at the same time keep all marks', async (t) => {
  const file = await makeFile(t);
  const script = `
    const { SessionMarks } = await import(${JSON.stringify(new URL('session-marks.ts', import.meta.url).href)});
    const [file, name] = process.argv.slice(1);
    for (let n = 0; n < 20; n++) await new SessionMarks(file).set(name + n, { pinned: true });`;
  const panel = (name: string): Promise<unknown> =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, file, name]);
  await Promise.all([panel('a'), panel('b')]);
  assert.equal((await new SessionMarks(file).all()).size, 40);
});

test('a damaged file counts as empty, and is kept beside the new one when a mark is set', async (t) => {
  for (const damaged of ['{"a":{"pinned":tr', '{"a":{"pinned":"yes"}}']) {
    const file = await makeFile(t);
    await writeFile(file, damaged);
    const marks = new SessionMarks(file);
    assert.equal((await marks.all()).size, 0);
    await marks.set('b', { pinned: true });
    assert.deepEqual([...(await marks.all())], [['b', { pinned: true }]]);
    const names = await readdir(path.dirname(file));
    const [aside] = names.filter((name) => name.startsWith('marks.json.broken-'));
    assert.equal(await readFile(path.join(path.dirname(file), aside!), 'utf8'), damaged);
  }
});

test('a file that cannot be read is not overwritten', async (t) => {
  const file = await makeFile(t);
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

test('a session whose agent the user ended is known as ended until the user continues it', async (t) => {
  const file = await makeFile(t);
  const marks = new SessionMarks(file);
  await marks.set('a', { ended: true });
  await marks.set('b', { ended: true });
  await marks.set('b', { pinned: true });
  assert.deepEqual(Object.fromEntries(await new SessionMarks(file).all()), {
    a: { ended: true },
    b: { pinned: true, ended: true },
  });
  await marks.set('a', { ended: false });
  await marks.set('b', { ended: false });
  assert.deepEqual(Object.fromEntries(await new SessionMarks(file).all()), { b: { pinned: true } });
});

test('a mark waits while another panel changes the file', async (t) => {
  const file = await makeFile(t);
  const other = new SessionHold();
  assert.ok(await other.claim(`${file} lock`));
  const setting = new SessionMarks(file).set('a', { pinned: true });
  // What a panel that does not wait needs for its own change.
  for (let n = 0; n < 50; n += 1) await readdir(path.dirname(file));
  await writeFile(file, '{"b":{"pinned":true}}');
  other.release();
  await setting;
  assert.deepEqual([...(await new SessionMarks(file).all()).keys()].toSorted(), ['a', 'b']);
});
