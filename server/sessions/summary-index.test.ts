import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { listSessions, type SessionFile } from './list.ts';
import { sessionText, writeFileIn } from './session-fixture.ts';
import { exportSummaries, summarize } from './session-summary.ts';
import { SummaryIndex } from './summary-index.ts';
import { SessionMarks } from './session-marks.ts';

let folder = '';
before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-index-'))));
after(() => rm(folder, { recursive: true }));
const fail = (error: unknown): void => assert.fail(String(error));

test('only the two ends of a large file are read for a list that must not wait', async () => {
  const sessionDir = path.join(folder, 'large');
  const messages = Array.from({ length: 400 }, (_, n) => `${n} ${'x'.repeat(2000)}`);
  await writeFileIn(sessionDir, 'large.jsonl', sessionText({ id: 'large', messages, name: 'At the end' }));
  const partial: SessionFile[] = [];
  const wanted = { agentDir: folder, sessionDir };
  const [quick] = await listSessions({ ...wanted, onPartial: (file) => partial.push(file) });
  assert.deepEqual(
    [quick?.name, quick?.isPartial, quick?.firstMessage.slice(0, 2)],
    ['At the end', true, '0 '],
  );
  assert.ok(quick!.messageCount < 100);
  await summarize(partial[0]!.path, partial[0]!.stats, { withText: false });
  const [whole] = await listSessions({ ...wanted, onPartial: (file) => partial.push(file) });
  assert.deepEqual([whole?.messageCount, whole?.isPartial, partial.length], [400, undefined, 1]);
  assert.equal(whole?.modified, quick?.modified);
});

test('a search finds what is between the ends of a large file, also right after a list that did not wait', async () => {
  const sessionDir = path.join(folder, 'searched');
  const words = (n: number): string => (n === 200 ? 'needle' : n % 2 === 0 ? `${n}` : 'x'.repeat(4000));
  const text = sessionText({ id: 'searched', messages: Array.from({ length: 400 }, (_, n) => words(n)) });
  await writeFileIn(sessionDir, 'large.jsonl', text);
  const wanted = { agentDir: folder, sessionDir, onPartial: () => undefined };
  const [quick] = await listSessions(wanted);
  assert.equal(quick?.isPartial, true);
  const found = await listSessions({ ...wanted, query: 'needle' });
  assert.deepEqual(
    found.map(({ id }) => id),
    ['searched'],
  );
});

test('a session that was rewritten with the same length is listed as it is now', async () => {
  const sessionDir = path.join(folder, 'rewritten');
  const file = await writeFileIn(sessionDir, 'a.jsonl', sessionText({ id: 'a', messages: ['Hi'] }));
  const first = async (): Promise<string | undefined> =>
    (await listSessions({ agentDir: folder, sessionDir }))[0]?.firstMessage;
  assert.equal(await first(), 'Hi');
  await writeFile(file, sessionText({ id: 'a', messages: ['Ho'] }));
  await utimes(file, 1, 1);
  assert.equal(await first(), 'Ho');
});

test('a session is as new as its newest message, wherever that is in the file', async () => {
  const sessionDir = path.join(folder, 'order');
  const began = Date.UTC(2026, 10, 21);
  const [header, ...lines] = sessionText({ id: 'a', began, messages: ['Hi', 'Hello', 'More'] }).split('\n');
  await writeFileIn(sessionDir, 'a.jsonl', [header, lines[2], lines[0], lines[1], ''].join('\n'));
  const [listed] = await listSessions({ agentDir: folder, sessionDir });
  assert.equal(listed?.modified, began + 3000);
});

test('the index on disk saves reading a file that has not changed since', async () => {
  const sessionDir = path.join(folder, 'some');
  const file = await writeFileIn(sessionDir, 'one.jsonl', sessionText({ id: 'one', messages: ['Hi'] }));
  await listSessions({ agentDir: folder, sessionDir });
  const stored = path.join(folder, 'index.json');
  const index = new SummaryIndex(stored, fail);
  await index.save();
  // The index looks as another panel would leave it, for a file that this process has never read.
  const other = await writeFileIn(sessionDir, 'two.jsonl', sessionText({ id: 'two', messages: ['Hi'] }));
  const { size, mtimeMs } = await stat(other);
  const text = (await readFile(stored, 'utf8'))
    .replaceAll(file, other)
    .replaceAll('"one"', '"from the index"');
  const { version, summaries } = JSON.parse(text) as { version: number; summaries: unknown[][] };
  const known = summaries.map((one) => (one[0] === other ? [other, size, mtimeMs, one[3]] : one));
  await writeFile(stored, JSON.stringify({ version, summaries: known }));
  await new SummaryIndex(stored, fail).load();
  const ids = async (): Promise<string[]> =>
    (await listSessions({ agentDir: folder, sessionDir })).map(({ id }) => id).toSorted();
  assert.deepEqual(await ids(), ['from the index', 'one']);
  await writeFile(other, sessionText({ id: 'two', messages: ['Hi', 'Hello'] }));
  assert.deepEqual(await ids(), ['one', 'two']);
});

test('a damaged index counts as empty, and the next save repairs it', async () => {
  const sessionDir = path.join(folder, 'known');
  await writeFileIn(sessionDir, 'known.jsonl', sessionText({ id: 'known', messages: ['Hi'] }));
  await listSessions({ agentDir: folder, sessionDir });
  const { summaries } = exportSummaries();
  const stored = path.join(folder, 'damaged.json');
  for (const damaged of [
    '{"version":1,"summ',
    'null',
    '{"version":1}',
    '{"version":0,"summaries":[["/a"]]}',
  ]) {
    await writeFile(stored, damaged);
    const index = new SummaryIndex(stored, fail);
    await index.load();
    assert.deepEqual(exportSummaries().summaries, summaries, damaged);
    await index.save();
    assert.equal(await readFile(stored, 'utf8'), JSON.stringify({ version: 1, summaries }), damaged);
  }
});

test('marks outlive the panel, and setting one mark keeps the others', async () => {
  const file = path.join(folder, 'marks.json');
  const marks = new SessionMarks(file);
  await Promise.all([
    marks.set('a', { pinned: true }),
    marks.set('a', { archived: true }),
    marks.set('b', {}),
  ]);
  const again = new SessionMarks(file);
  assert.deepEqual([...(await again.all())], [['a', { pinned: true, archived: true }]]);
  await again.set('a', { pinned: false, archived: false });
  assert.deepEqual([...(await new SessionMarks(file).all())], []);
});
