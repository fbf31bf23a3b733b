import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { countFlushes, needsDescriptors, openIn } from '../fixtures/disk.ts';
import { JournalReader, JournalWriter, type JournalRecord } from './journal.ts';

/** A folder that does not exist yet. */
async function missingFolder(t: TestContext): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-journal-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  return path.join(root, 'state', 'journal');
}

function writer(t: TestContext, folder: string): JournalWriter {
  const journal = new JournalWriter(folder);
  t.after(() => journal.close());
  return journal;
}

const dropped = (id: string) => ({ type: 'dropped' as const, id });

async function idsIn(reader: JournalReader): Promise<string[]> {
  return (await reader.records()).map((record) => ('id' in record ? record.id : record.type));
}

function line(at: number, id: string): string {
  return `${JSON.stringify({ at, ...dropped(id) } satisfies JournalRecord)}\n`;
}

test('the folder and its file are made with the first record, and are private', async (t) => {
  const folder = await missingFolder(t);
  const journal = writer(t, folder);
  await assert.rejects(stat(folder));
  await journal.append(dropped('a'));
  await journal.append(dropped('b'), { isDurable: true });
  const names = await readdir(folder);
  assert.equal(names.length, 1);
  assert.deepEqual(
    [(await stat(folder)).mode & 0o777, (await stat(path.join(folder, names[0]!))).mode & 0o777],
    [0o700, 0o600],
  );
  assert.equal((await readFile(path.join(folder, names[0]!), 'utf8')).split('\n').length, 3);
});

test('a record gets the current time unless it has one', async (t) => {
  const folder = await missingFolder(t);
  const journal = writer(t, folder);
  const before = Date.now();
  await journal.append({ at: 7, ...dropped('a') });
  await journal.append(dropped('b'));
  const [early, late] = await new JournalReader(folder).records();
  assert.equal(early!.at, 7);
  assert.ok(late!.at >= before && late!.at <= Date.now());
});

test('records that are appended at once are all there, in their order', async (t) => {
  const folder = await missingFolder(t);
  const journal = writer(t, folder);
  const ids = Array.from({ length: 20 }, (_, i) => String(i));
  await Promise.all(ids.map((id) => journal.append(dropped(id))));
  assert.deepEqual(await idsIn(new JournalReader(folder)), ids);
});

test('a folder that cannot be made fails each record, and works as soon as it can', async (t) => {
  const folder = await missingFolder(t);
  await writeFile(path.dirname(folder), 'a file');
  const journal = writer(t, folder);
  await assert.rejects(journal.append(dropped('a')));
  await assert.rejects(journal.append(dropped('b')));
  await rm(path.dirname(folder));
  await journal.append(dropped('c'));
  assert.deepEqual(await idsIn(new JournalReader(folder)), ['c']);
});

test('a closed journal has written everything, and writes on in a new file', async (t) => {
  const folder = await missingFolder(t);
  const journal = writer(t, folder);
  void journal.append(dropped('a'));
  await journal.close();
  await journal.close();
  await journal.append(dropped('b'));
  assert.equal((await readdir(folder)).length, 2);
  assert.deepEqual((await idsIn(new JournalReader(folder))).toSorted(), ['a', 'b']);
});

test('a journal that never wrote can be closed', async (t) => {
  const folder = await missingFolder(t);
  await new JournalWriter(folder).close();
  await assert.rejects(stat(folder));
});

test('without a folder there are no records, and a folder that cannot be read is an error', async (t) => {
  const folder = await missingFolder(t);
  assert.deepEqual(await new JournalReader(folder).records(), []);
  await writeFile(path.dirname(folder), 'a file');
  const file = new JournalReader(path.dirname(folder));
  await assert.rejects(file.records());
});

test('the records of several processes are in the order of their times; each process keeps its own order', async (t) => {
  const folder = await missingFolder(t);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '2.jsonl'), line(5, 'e') + line(1, 'a') + line(1, 'b'));
  await writeFile(path.join(folder, '1.jsonl'), line(3, 'd') + line(1, 'first'));
  await writeFile(path.join(folder, 'notes.txt'), line(2, 'other'));
  assert.deepEqual(await idsIn(new JournalReader(folder)), ['first', 'a', 'b', 'd', 'e']);
});

test('a reader continues where it stopped, and finds each record once', async (t) => {
  const folder = await missingFolder(t);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, '1.jsonl');
  const reader = new JournalReader(folder);
  await writeFile(file, line(1, 'a') + line(3, 'ü'));
  assert.deepEqual(await idsIn(reader), ['a', 'ü']);
  assert.deepEqual(await idsIn(reader), ['a', 'ü']);
  await appendFile(file, line(4, 'd'));
  await writeFile(path.join(folder, '2.jsonl'), line(2, 'b'));
  assert.deepEqual(await idsIn(reader), ['a', 'b', 'ü', 'd']);
});

test('a reader that has read a journal many times finds each new record once', async (t) => {
  const folder = await missingFolder(t);
  const [journal, reader] = [writer(t, folder), new JournalReader(folder)];
  const ids = ['a', 'bb', 'ccc', 'dddd', 'e'];
  for (const [n, id] of ids.entries()) {
    await journal.append({ at: n, ...dropped(id) });
    assert.deepEqual(await idsIn(reader), ids.slice(0, n + 1));
  }
});

test('a line counts when it is complete', async (t) => {
  const folder = await missingFolder(t);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, '1.jsonl');
  const reader = new JournalReader(folder);
  const whole = line(1, 'a');
  await writeFile(file, whole.slice(0, 10));
  assert.deepEqual(await idsIn(reader), []);
  await appendFile(file, whole.slice(10, -1));
  assert.deepEqual(await idsIn(reader), []);
  await appendFile(file, `\n${line(2, 'b').slice(0, 5)}`);
  assert.deepEqual(await idsIn(reader), ['a']);
  await appendFile(file, line(2, 'b').slice(5));
  assert.deepEqual(await idsIn(reader), ['a', 'b']);
});

test('lines that are not records are skipped', async (t) => {
  const folder = await missingFolder(t);
  await mkdir(folder, { recursive: true });
  const lines = ['null', '3', '{}', '{"at":"1","type":"dropped"}', '{"at":1}', '{"at":1,"type":2}', '', '{'];
  await writeFile(path.join(folder, '1.jsonl'), `${lines.join('\n')}\n${line(1, 'a')}`);
  assert.deepEqual(await idsIn(new JournalReader(folder)), ['a']);
});

test('two requests at the same time read each record once', async (t) => {
  const folder = await missingFolder(t);
  const journal = writer(t, folder);
  const reader = new JournalReader(folder);
  for (const id of ['a', 'b']) await journal.append(dropped(id));
  assert.deepEqual(await Promise.all([idsIn(reader), idsIn(reader), idsIn(reader)]), [
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('a record that must survive a power failure is flushed, others are not', async (t) => {
  const folder = await missingFolder(t);
  const journal = writer(t, folder);
  const flushes = await countFlushes(t);
  await journal.append(dropped('a'));
  assert.equal(flushes(), 0);
  await journal.append(dropped('b'), { isDurable: true });
  assert.equal(flushes(), 1);
});

test('records of one millisecond are in the order of the names of their files', async (t) => {
  const folder = await missingFolder(t);
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 20 }, (_, i) => `${10 + ((i * 7) % 20)}`);
  for (const name of names) await writeFile(path.join(folder, `${name}.jsonl`), line(1, name));
  assert.deepEqual(await idsIn(new JournalReader(folder)), names.toSorted());
});

test(
  'no file of a journal stays open after it was read, or after it was closed',
  needsDescriptors,
  async (t) => {
    const folder = await missingFolder(t);
    const journal = writer(t, folder);
    await journal.append(dropped('a'));
    assert.equal(openIn(folder).length, 1);
    await journal.close();
    await new JournalReader(folder).records();
    assert.deepEqual(openIn(folder), []);
  },
);
