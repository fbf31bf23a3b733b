import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { BashExecutionMessage, UserMessage } from '../../../shared/pi/messages.ts';
import { EntryMetadata } from './entry-metadata.ts';

const user = (text: string, timestamp: number): UserMessage => ({ role: 'user', content: text, timestamp });
const bash = (command: string, timestamp: number): BashExecutionMessage => ({
  role: 'bashExecution',
  command,
  output: '',
  exitCode: 0,
  cancelled: false,
  truncated: false,
  timestamp,
});

async function place(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'row-notes-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'state', 'rows.jsonl');
}

function open(file: string | null, maxSize?: number): EntryMetadata {
  const onTrouble = (words: string): never => assert.fail(words);
  return new EntryMetadata({ file, onTrouble, ...(maxSize && { maxSize }) });
}

test('what was noted of a row is known to a panel that comes later, and to one that runs beside', async (t) => {
  const file = await place(t);
  const [first, beside] = [open(file), open(file)];
  await beside.refresh();
  first.noteSaid(user('Fix a.ts', 5), { id: 'k', text: '/fix a.ts', lane: 'steer' });
  first.noteCall({ command: 'date', call: 'c1', at: 1000 });
  await first.written();
  for (const other of [beside, open(file)]) {
    await other.refresh();
    assert.deepEqual(other.saidOf(user('Fix a.ts', 5)), { id: 'k', text: '/fix a.ts', lane: 'steer' });
    assert.equal(other.saidOf(user('Fix a.ts', 6)), undefined);
    assert.equal(other.saidOf(user('Fix b.ts', 5)), undefined);
    assert.equal(other.callOf(bash('date', 990)), 'c1');
    assert.equal(other.callOf(bash('who', 990)), undefined);
  }
  assert.equal((await stat(file)).mode & 0o077, 0, 'nobody else may read it');
});

test('of one command run twice each row has the run that ended with it, and an old one has none', async (t) => {
  const notes = open(await place(t));
  notes.noteCall({ command: 'date', call: 'c1', at: 1000 });
  notes.noteCall({ command: 'date', call: 'c2', at: 4000 });
  assert.equal(notes.callOf(bash('date', 998)), 'c1');
  assert.equal(notes.callOf(bash('date', 3990)), 'c2');
  assert.equal(notes.callOf(bash('date', 60_000)), undefined);
});

test('a text that would take the room of all others is known as pi has it only', async () => {
  const notes = open(null);
  notes.noteSaid(user('one', 1), { id: 'k', text: 'x'.repeat(100_000), lane: 'steer' });
  assert.deepEqual(notes.saidOf(user('one', 1)), { id: 'k', lane: 'steer' });
});

test('a line that was cut off costs itself only', async (t) => {
  const file = await place(t);
  const first = open(file);
  first.noteSaid(user('one', 1), { id: 'k1' });
  await first.written();
  await appendFile(file, '\n{"row":"cut o');
  const second = open(file);
  second.noteSaid(user('two', 2), { id: 'k2' });
  await second.written();
  const third = open(file);
  await third.refresh();
  assert.deepEqual([third.saidOf(user('one', 1))?.id, third.saidOf(user('two', 2))?.id], ['k1', 'k2']);
});

test('it stays within its bounds, in memory too, and forgets the oldest first', async (t) => {
  const file = await place(t);
  for (const notes of [open(file, 4000), open(null, 4000)]) {
    for (let n = 0; n < 200; n++) notes.noteSaid(user(`message ${n}`, n), { id: `k${n}` });
    await notes.written();
    assert.equal(notes.saidOf(user('message 0', 0)), undefined);
    assert.equal(notes.saidOf(user('message 199', 199))?.id, 'k199');
  }
  assert.ok((await readFile(file)).length <= 4200);
  assert.deepEqual(await readdir(path.dirname(file)), ['rows.jsonl']);
});

test('where nothing can be written it says so once, and knows what it saw', async (t) => {
  const file = await place(t);
  await appendFile(path.dirname(file), 'a file where the folder should be');
  const troubles: string[] = [];
  const notes = new EntryMetadata({ file, onTrouble: (words) => troubles.push(words) });
  for (const n of [1, 2]) notes.noteSaid(user('one', n), { id: `k${n}` });
  await notes.written();
  await notes.refresh();
  assert.equal(notes.saidOf(user('one', 2))?.id, 'k2');
  assert.match(troubles.join('\n'), /^How messages were typed will not be known after a restart: \S.*$/);
});
