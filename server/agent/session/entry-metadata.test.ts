import assert from 'node:assert/strict';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { BashExecutionMessage, UserMessage } from '../../../shared/pi/messages.ts';
import { asNobody } from '../../workspace/fixtures/as-nobody.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
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

/** Those that the test has opened, which may still write. */
const opened: EntryMetadata[] = [];

async function temporaryFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'entry-metadata-'));
  t.after(async () => {
    for (const metadata of opened.splice(0)) await metadata.whenWritten();
    await rm(folder, { recursive: true });
  });
  return path.join(folder, 'state', 'rows.jsonl');
}

function open(file: string | null, maxSize?: number): EntryMetadata {
  const onTrouble = (words: string): never => assert.fail(words);
  const metadata = new EntryMetadata({ file, onTrouble, ...(maxSize && { maxSize }) });
  opened.push(metadata);
  return metadata;
}

test('another panel finds the records, whether it starts later or runs at the same time', async (t) => {
  const file = await temporaryFile(t);
  const [first, beside] = [open(file), open(file)];
  await beside.refresh();
  first.addTypedMessage(user('Fix a.ts', 5), { id: 'k', text: '/fix a.ts', lane: 'steer' });
  first.addUserBash({ command: 'date', call: 'c1', at: 1000 });
  await first.whenWritten();
  for (const other of [beside, open(file)]) {
    await other.refresh();
    assert.deepEqual(other.findTypedMessage(user('Fix a.ts', 5)), {
      id: 'k',
      text: '/fix a.ts',
      lane: 'steer',
    });
    assert.equal(other.findTypedMessage(user('Fix a.ts', 6)), undefined);
    assert.equal(other.findTypedMessage(user('Fix b.ts', 5)), undefined);
    assert.equal(other.findUserBash(bash('date', 990))?.call, 'c1');
    assert.equal(other.findUserBash(bash('who', 990)), undefined);
  }
  assert.equal((await stat(file)).mode & 0o077, 0, 'only the owner may read it');
});

test('if a command ran twice, each entry has the run that ended with it', async (t) => {
  const metadata = open(await temporaryFile(t));
  metadata.addUserBash({ command: 'date', call: 'c1', at: 1000 });
  metadata.addUserBash({ command: 'date', call: 'c2', at: 4000 });
  assert.equal(metadata.findUserBash(bash('date', 998))?.call, 'c1');
  assert.equal(metadata.findUserBash(bash('date', 3990))?.call, 'c2');
  assert.equal(metadata.findUserBash(bash('date', 60_000)), undefined);
});

test('a very long typed text is left out', async () => {
  const metadata = open(null);
  metadata.addTypedMessage(user('one', 1), { id: 'k', text: 'x'.repeat(100_000), lane: 'steer' });
  assert.deepEqual(metadata.findTypedMessage(user('one', 1)), { id: 'k', lane: 'steer' });
});

test('a line that was cut off does not affect the others', async (t) => {
  const file = await temporaryFile(t);
  const first = open(file);
  first.addTypedMessage(user('one', 1), { id: 'k1' });
  await first.whenWritten();
  await appendFile(file, '\n{"row":"cut o');
  const second = open(file);
  second.addTypedMessage(user('two', 2), { id: 'k2' });
  await second.whenWritten();
  const third = open(file);
  await third.refresh();
  assert.deepEqual(
    [third.findTypedMessage(user('one', 1))?.id, third.findTypedMessage(user('two', 2))?.id],
    ['k1', 'k2'],
  );
});

test('a file from an earlier build, which called the lane `steering`, is still read', async (t) => {
  const file = await temporaryFile(t);
  const first = open(file);
  first.addTypedMessage(user('one', 1), { id: 'k', lane: 'steer' });
  await first.whenWritten();
  const older = (await readFile(file, 'utf8')).replace('"steer"', '"steering"').replace('"at":1', '"at":2');
  await appendFile(file, older);
  const second = open(file);
  await second.refresh();
  assert.deepEqual(second.findTypedMessage(user('one', 2)), { id: 'k', lane: 'steer' });
});

test('the oldest records are forgotten first, in memory as well as on disk', async (t) => {
  const file = await temporaryFile(t);
  for (const metadata of [open(file, 4000), open(null, 4000)]) {
    for (let n = 0; n < 200; n++) metadata.addTypedMessage(user(`message ${n}`, n), { id: `k${n}` });
    await metadata.whenWritten();
    assert.equal(metadata.findTypedMessage(user('message 0', 0)), undefined);
    assert.equal(metadata.findTypedMessage(user('message 199', 199))?.id, 'k199');
  }
  assert.ok((await readFile(file)).length <= 4200);
  assert.deepEqual(await readdir(path.dirname(file)), ['rows.jsonl']);
});

test('the oldest records are the ones with the earliest times, whenever they were added', async () => {
  const metadata = open(null, 400);
  const times = [1000, 1001, 1002, 1003, 6, 7, 8];
  for (const at of times) {
    metadata.addTypedMessage(user('x', at), { id: `k${at}` });
    await metadata.whenWritten();
  }
  const known = times.filter((at) => metadata.findTypedMessage(user('x', at)));
  assert.ok(known.length > 0 && known.length < times.length);
  assert.deepEqual(
    known,
    times.filter((at) => at >= Math.min(...known)),
  );
});

test('the file stays bounded although each panel knows only its own records', async (t) => {
  const file = await temporaryFile(t);
  for (let n = 0; n < 40; n++) {
    const panel = open(file, 600);
    panel.addTypedMessage(user('x', n), { id: `k${n}` });
    await panel.whenWritten();
    assert.ok((await stat(file)).size <= 600);
  }
  const last = open(file);
  await last.refresh();
  assert.equal(last.findTypedMessage(user('x', 39))?.id, 'k39');
});

test('records that several panels add while the file is rewritten are not lost', async (t) => {
  const file = await temporaryFile(t);
  const panels = Array.from({ length: 6 }, () => open(file, 1500));
  for (let n = 0; n < 60; n++) {
    for (const [i, panel] of panels.entries())
      panel.addTypedMessage(user(`${i}`, n), { id: `k${n} of ${i}` });
    await Promise.all(panels.map((panel) => panel.whenWritten()));
    const reader = open(file);
    await reader.refresh();
    for (const i of panels.keys())
      assert.equal(reader.findTypedMessage(user(`${i}`, n))?.id, `k${n} of ${i}`);
  }
});

test('a file that cannot be read at the moment is neither replaced nor given up', async (t) => {
  const file = await temporaryFile(t);
  const first = open(file);
  for (let n = 0; n < 5; n++) first.addTypedMessage(user('x', n), { id: `k${n}` });
  await first.whenWritten();
  const before = await readFile(file, 'utf8');
  const troubles: string[] = [];
  const second = new EntryMetadata({ file, maxSize: 300, onTrouble: (words) => troubles.push(words) });
  await asNobody([path.dirname(path.dirname(file)), path.dirname(file), file], async () => {
    await chmod(file, 0o200);
    await second.refresh();
    second.addTypedMessage(user('x', 9), { id: 'k9' });
    await second.whenWritten();
    assert.equal(second.findTypedMessage(user('x', 4)), undefined);
    await chmod(file, 0o600);
    assert.equal(await readFile(file, 'utf8'), before);
    await second.refresh();
  });
  assert.equal(troubles.length, 1);
  assert.equal(second.findTypedMessage(user('x', 4))?.id, 'k4');
});

test('records that could not be written are written with the next ones', async (t) => {
  const file = await temporaryFile(t);
  const folder = path.dirname(file);
  await writeFile(folder, 'a file where the folder should be');
  const troubles: string[] = [];
  const metadata = new EntryMetadata({ file, onTrouble: (words) => troubles.push(words) });
  metadata.addTypedMessage(user('x', 1), { id: 'k1' });
  await metadata.whenWritten();
  await rm(folder);
  metadata.addTypedMessage(user('x', 2), { id: 'k2' });
  await metadata.whenWritten();
  const reader = open(file);
  await reader.refresh();
  assert.deepEqual(
    [1, 2].map((at) => reader.findTypedMessage(user('x', at))?.id),
    ['k1', 'k2'],
  );
  assert.equal(troubles.length, 1);
});

test('a file that cannot be written is reported once, and the records stay in memory', async (t) => {
  const file = await temporaryFile(t);
  await mkdir(path.dirname(path.dirname(file)), { recursive: true });
  await appendFile(path.dirname(file), 'a file where the folder should be');
  const troubles: string[] = [];
  const metadata = new EntryMetadata({ file, onTrouble: (words) => troubles.push(words) });
  for (const n of [1, 2]) metadata.addTypedMessage(user('one', n), { id: `k${n}` });
  await metadata.whenWritten();
  await metadata.refresh();
  assert.equal(metadata.findTypedMessage(user('one', 2))?.id, 'k2');
  assert.equal(troubles.length, 1);
  assert.match(troubles[0]!, /^After a restart the panel will not know how messages were typed: \S.*$/);
});

test('the values of a result are kept, for the hundred newest calls', () => {
  const metadata = new EntryMetadata({ file: null, onTrouble: (words) => assert.fail(words) });
  const end = (toolCallId: string): ViewEvent => ({
    ...{ type: 'tool_execution_end', toolCallId, toolName: 'count', isError: false },
    ...{ panel_text: '', panel_bytes: 0, panel_at: 1, panel_structured: { of: toolCallId } },
  });
  for (let n = 0; n <= 100; n++) metadata.onEvent(end(`c${n}`), { toolRuns: {}, entries: [] });
  assert.deepEqual(metadata.findValues('c100'), { of: 'c100' });
  assert.deepEqual(metadata.findValues('c1'), { of: 'c1' });
  assert.equal(metadata.findValues('c0'), undefined);
});
