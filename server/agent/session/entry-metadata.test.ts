import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
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

async function temporaryFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'entry-metadata-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'state', 'rows.jsonl');
}

function open(file: string | null, maxSize?: number): EntryMetadata {
  const onTrouble = (words: string): never => assert.fail(words);
  return new EntryMetadata({ file, onTrouble, ...(maxSize && { maxSize }) });
}

test('another panel finds the records, whether it starts later or runs at the same time', async (t) => {
  const file = await temporaryFile(t);
  const [first, beside] = [open(file), open(file)];
  await beside.refresh();
  first.addSaid(user('Fix a.ts', 5), { id: 'k', text: '/fix a.ts', lane: 'steer' });
  first.addCall({ command: 'date', call: 'c1', at: 1000 });
  await first.whenWritten();
  for (const other of [beside, open(file)]) {
    await other.refresh();
    assert.deepEqual(other.findSaid(user('Fix a.ts', 5)), { id: 'k', text: '/fix a.ts', lane: 'steer' });
    assert.equal(other.findSaid(user('Fix a.ts', 6)), undefined);
    assert.equal(other.findSaid(user('Fix b.ts', 5)), undefined);
    assert.equal(other.findCall(bash('date', 990))?.call, 'c1');
    assert.equal(other.findCall(bash('who', 990)), undefined);
  }
  assert.equal((await stat(file)).mode & 0o077, 0, 'only the owner may read it');
});

test('of a command that ran twice, each entry has the run that ended with it', async (t) => {
  const metadata = open(await temporaryFile(t));
  metadata.addCall({ command: 'date', call: 'c1', at: 1000 });
  metadata.addCall({ command: 'date', call: 'c2', at: 4000 });
  assert.equal(metadata.findCall(bash('date', 998))?.call, 'c1');
  assert.equal(metadata.findCall(bash('date', 3990))?.call, 'c2');
  assert.equal(metadata.findCall(bash('date', 60_000)), undefined);
});

test('a very long typed text is left out', async () => {
  const metadata = open(null);
  metadata.addSaid(user('one', 1), { id: 'k', text: 'x'.repeat(100_000), lane: 'steer' });
  assert.deepEqual(metadata.findSaid(user('one', 1)), { id: 'k', lane: 'steer' });
});

test('a line that was cut off does not affect the others', async (t) => {
  const file = await temporaryFile(t);
  const first = open(file);
  first.addSaid(user('one', 1), { id: 'k1' });
  await first.whenWritten();
  await appendFile(file, '\n{"row":"cut o');
  const second = open(file);
  second.addSaid(user('two', 2), { id: 'k2' });
  await second.whenWritten();
  const third = open(file);
  await third.refresh();
  assert.deepEqual([third.findSaid(user('one', 1))?.id, third.findSaid(user('two', 2))?.id], ['k1', 'k2']);
});

test('a file from an earlier build, which called the lane `steering`, is still read', async (t) => {
  const file = await temporaryFile(t);
  const first = open(file);
  first.addSaid(user('one', 1), { id: 'k', lane: 'steer' });
  await first.whenWritten();
  const older = (await readFile(file, 'utf8')).replace('"steer"', '"steering"').replace('"at":1', '"at":2');
  await appendFile(file, older);
  const second = open(file);
  await second.refresh();
  assert.deepEqual(second.findSaid(user('one', 2)), { id: 'k', lane: 'steer' });
});

test('the oldest records are forgotten first, in memory as well as on disk', async (t) => {
  const file = await temporaryFile(t);
  for (const metadata of [open(file, 4000), open(null, 4000)]) {
    for (let n = 0; n < 200; n++) metadata.addSaid(user(`message ${n}`, n), { id: `k${n}` });
    await metadata.whenWritten();
    assert.equal(metadata.findSaid(user('message 0', 0)), undefined);
    assert.equal(metadata.findSaid(user('message 199', 199))?.id, 'k199');
  }
  assert.ok((await readFile(file)).length <= 4200);
  assert.deepEqual(await readdir(path.dirname(file)), ['rows.jsonl']);
});

test('a file that cannot be written is reported once, and the records stay in memory', async (t) => {
  const file = await temporaryFile(t);
  await mkdir(path.dirname(path.dirname(file)), { recursive: true });
  await appendFile(path.dirname(file), 'a file where the folder should be');
  const troubles: string[] = [];
  const metadata = new EntryMetadata({ file, onTrouble: (words) => troubles.push(words) });
  for (const n of [1, 2]) metadata.addSaid(user('one', n), { id: `k${n}` });
  await metadata.whenWritten();
  await metadata.refresh();
  assert.equal(metadata.findSaid(user('one', 2))?.id, 'k2');
  assert.equal(troubles.length, 1);
  assert.match(troubles[0]!, /^After a restart the panel will not know how messages were typed: \S.*$/);
});
