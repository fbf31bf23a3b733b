import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../../shared/refusal.ts';
import { sessionText, writeFileIn } from './session-fixture.ts';
import { SessionTrash } from './session-trash.ts';

const memory = await stat('/dev/shm').catch(() => null);
const isOther = memory !== null && memory.dev !== (await stat(tmpdir())).dev;
const skip = isOther ? false : 'the system has one disk only';

async function setUp(t: TestContext, trashDisk: string) {
  const make = async (disk: string): Promise<string> => {
    const made = await mkdtemp(path.join(disk, 'session-trash-'));
    t.after(() => rm(made, { recursive: true, force: true }));
    return made;
  };
  const [stored, folder] = [await make(tmpdir()), await make(trashDisk)];
  return { stored, folder, trash: new SessionTrash(folder) };
}

test('a deleted session is put back where it was, and over nothing', async (t) => {
  const { trash, stored } = await setUp(t, tmpdir());
  const text = sessionText({ messages: ['Hi'] });
  const file = await writeFileIn(stored, 'sub/b.jsonl', text);
  assert.deepEqual(await trash.list(), { sessions: [] }, 'a folder that does not exist yet is empty');
  await trash.add('../b', file);
  const [deleted, ...others] = (await trash.list()).sessions;
  assert.deepEqual([deleted?.firstMessage, others], ['Hi', []]);
  assert.ok(Math.abs(deleted!.deletedAt - Date.now()) < 60_000);
  await assert.rejects(readFile(file));
  await writeFileIn(stored, 'sub/b.jsonl', 'another');
  await assert.rejects(trash.restore('../b'), (error) => error instanceof Refusal && error.status === 409);
  assert.equal(await readFile(file, 'utf8'), 'another');
  await rm(path.join(stored, 'sub'), { recursive: true });
  await trash.restore('../b');
  assert.equal(await readFile(file, 'utf8'), text);
  assert.deepEqual(await trash.list(), { sessions: [] });
  await assert.rejects(trash.restore('../b'), (error) => error instanceof Refusal && error.status === 404);
});

test('two sessions with the same id are both kept and put back one after the other', async (t) => {
  const { trash, stored, folder } = await setUp(t, tmpdir());
  const texts = ['one', 'two'].map((text) => sessionText({ id: 'a', messages: [text] }));
  const files = await Promise.all(texts.map((text, n) => writeFileIn(stored, `${n}/a.jsonl`, text)));
  for (const file of files) await trash.add('a', file);
  for (let left = 2; left > 0; left--) {
    assert.equal((await trash.list()).sessions.length, 1, 'a list of sessions has each id once');
    await trash.restore('a');
  }
  assert.deepEqual(await Promise.all(files.map((file) => readFile(file, 'utf8'))), texts);
  assert.deepEqual(await readdir(folder), []);
});

test('of two sessions with the same id, the one that was deleted last is listed and put back first', async (t) => {
  const { trash, stored, folder } = await setUp(t, tmpdir());
  const files = ['first', 'last'].map((name) => path.join(stored, `${name}.jsonl`));
  for (const [n, file] of files.entries()) {
    await writeFileIn(stored, path.basename(file), sessionText({ id: 'a', messages: [`${n}`] }));
    await trash.add('a', file);
    const kept = await Promise.all((await readdir(folder)).map((name) => stat(path.join(folder, name))));
    const at = Math.max(...kept.map(({ ctimeMs }) => ctimeMs));
    // The clock of the file system has to go on.
    while ((await stat(await writeFileIn(stored, 'clock', ''))).ctimeMs <= at) await setImmediate();
  }
  assert.deepEqual(
    (await trash.list()).sessions.map(({ firstMessage }) => firstMessage),
    ['1'],
  );
  await trash.restore('a');
  assert.deepEqual((await readdir(stored)).toSorted(), ['clock', 'last.jsonl']);
  await trash.restore('a');
  assert.deepEqual((await readdir(stored)).toSorted(), ['clock', 'first.jsonl', 'last.jsonl']);
});

test('a deleted session stays for at least 30 days, until a later one is deleted', async (t) => {
  const { trash, stored } = await setUp(t, tmpdir());
  const now = Date.now();
  const idsAfter = async (days: number): Promise<string[]> => {
    t.mock.method(Date, 'now', () => now + days * 24 * 60 * 60 * 1000);
    const file = await writeFileIn(stored, `${days}.jsonl`, sessionText({ id: `${days}`, messages: ['Hi'] }));
    await trash.add(`${days}`, file);
    return (await trash.list()).sessions.map(({ id }) => id).toSorted();
  };
  assert.deepEqual(await idsAfter(0), ['0']);
  assert.deepEqual(await idsAfter(29.9), ['0', '29.9']);
  assert.deepEqual(
    await idsAfter(31),
    ['31'],
    'to this clock, the files of the test are as old as the first one',
  );
});

test('files in the trash that cannot be read are counted, with their folder, and none of them is lost', async (t) => {
  const { trash, stored, folder } = await setUp(t, tmpdir());
  await trash.add('a', await writeFileIn(stored, 'a.jsonl', 'not a session\n'));
  assert.deepEqual(await trash.list(), { sessions: [], unreadable: { count: 1, folder } });
  await trash.add('b', await writeFileIn(stored, 'b.jsonl', sessionText({ id: 'b', messages: ['Hi'] })));
  const { sessions, unreadable } = await trash.list();
  assert.deepEqual([sessions.length, unreadable?.count], [1, 1]);
  await trash.restore('a');
  assert.equal(await readFile(path.join(stored, 'a.jsonl'), 'utf8'), 'not a session\n');
});

test('a session that an earlier version deleted is put back', async (t) => {
  const { trash, stored, folder } = await setUp(t, tmpdir());
  const file = path.join(stored, 'a.jsonl');
  await writeFileIn(folder, 'a%2Eb.jsonl', 'text');
  await writeFileIn(folder, 'a%2Eb.json', JSON.stringify({ file }));
  await trash.restore('a.b');
  assert.equal(await readFile(file, 'utf8'), 'text');
});

test('a trash on another disk gives back content and time, and keeps nothing', { skip }, async (t) => {
  const { trash, stored, folder } = await setUp(t, '/dev/shm');
  const text = sessionText({ messages: ['Hi', 'Hello'] });
  const file = await writeFileIn(stored, 'a.jsonl', text);
  const longAgo = new Date('2020-01-01');
  await utimes(file, longAgo, longAgo);
  await trash.add('a', file);
  assert.deepEqual(await readdir(stored), []);
  await trash.restore('a');
  assert.equal(await readFile(file, 'utf8'), text);
  assert.deepEqual((await stat(file)).mtime, longAgo);
  assert.deepEqual([await readdir(stored), await readdir(folder)], [['a.jsonl'], []]);
});

/** Puts back the session `a`. */
const SCRIPT = `
  const { SessionTrash } = await import(${JSON.stringify(new URL('session-trash.ts', import.meta.url).href)});
  await new SessionTrash(process.argv[1]).restore('a');`;

test('a session whose copying to another disk was killed can still be put back', { skip }, async (t) => {
  const { trash, stored, folder } = await setUp(t, '/dev/shm');
  // Large enough to be killed in the middle.
  const text = sessionText({ messages: ['x'.repeat(20_000_000)] });
  const file = await writeFileIn(stored, 'a.jsonl', text);
  await trash.add('a', file);
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT, folder];
  const restoring = spawn(process.execPath, args, { stdio: 'ignore' });
  t.after(() => restoring.kill('SIGKILL'));
  const ended = once(restoring, 'exit');
  while (restoring.exitCode === null && (await readdir(stored)).length === 0) await setImmediate();
  restoring.kill('SIGKILL');
  await ended;
  assert.deepEqual(
    (await readdir(stored)).filter((name) => name.endsWith('.jsonl')),
    [],
  );
  await trash.restore('a');
  assert.equal((await stat(file)).size, text.length);
  assert.deepEqual(await readdir(stored), ['a.jsonl']);
});

test('nobody else can read what is in the trash', async (t) => {
  const { trash, stored, folder } = await setUp(t, tmpdir());
  const own = path.join(folder, 'trash');
  await new SessionTrash(own).add('a', await writeFileIn(stored, 'a.jsonl', sessionText()));
  assert.equal((await stat(own)).mode & 0o777, 0o700);
  assert.deepEqual(await trash.list(), { sessions: [] });
});

test('a session whose place cannot be written down stays where it is, and is not in the trash', async (t) => {
  const { trash, stored, folder } = await setUp(t, tmpdir());
  const file = await writeFileIn(stored, 'a.jsonl', sessionText({ messages: ['Hi'] }));
  const full = new Error('ENOSPC: no space left on device, write');
  const mock = t.mock.method(fs, 'writeFile', () => Promise.reject(full));
  syncBuiltinESMExports();
  try {
    await assert.rejects(trash.add('a', file), full);
  } finally {
    mock.mock.restore();
    syncBuiltinESMExports();
  }
  assert.deepEqual([await readdir(stored), await readdir(folder)], [['a.jsonl'], []]);
});
