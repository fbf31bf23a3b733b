import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLog } from './event-log.ts';
import { readRecordings, RECORDED } from '../fixtures/recordings.ts';

function add(log: EventLog, text: string, isBad = false): void {
  log.add(Buffer.from(text), text, isBad);
}

test('the lines after a line are listed in the order in which pi wrote them', () => {
  const log = new EventLog();
  for (const text of ['{"type":"a"}', '{"type":"b"}', 'not json']) add(log, text, !text.startsWith('{'));
  const { lines, count } = log.since(1);
  assert.deepEqual(
    lines.map(({ n, text, isBad }) => [n, text, isBad ?? false]),
    [
      [2, '{"type":"b"}', false],
      [3, 'not json', true],
    ],
  );
  assert.equal(count, 3);
  assert.deepEqual(log.since(3).lines, []);
});

test('only the last 2,000 lines are kept, and the numbering continues', () => {
  const log = new EventLog();
  for (let i = 1; i <= 2500; i++) add(log, `{"n":${i}}`);
  const { lines, count } = log.since(0);
  assert.equal(lines.length, 2000);
  assert.equal(lines[0]?.n, 501);
  assert.equal(lines.at(-1)?.text, '{"n":2500}');
  assert.equal(count, 2500);
});

test('a line over 64 KiB is cut in the list and whole on its own', () => {
  const log = new EventLog();
  add(log, 'ä'.repeat(50_000));
  assert.equal(log.line(1), 'ä'.repeat(50_000));
  add(log, 'short');
  assert.equal(log.line(2), 'short');
  assert.equal(log.line(3), undefined);
  const [line] = log.since(0).lines;
  assert.equal(line?.bytes, 100_000);
  assert.equal(line?.isCut, true);
  assert.equal(line?.text.length, 32 * 1024);
});

test('newer lines push long ones out of the log', () => {
  const log = new EventLog();
  for (let i = 0; i < 5; i++) add(log, String(i).repeat(5 * 1024 * 1024));
  assert.deepEqual(
    log.since(0).lines.map(({ n }) => n),
    [3, 4, 5],
  );
  assert.equal(log.line(2), undefined);
  assert.equal(log.line(3)?.length, 5 * 1024 * 1024);
});

test('many long lines stay within 16 MiB, and one page within 1 MiB', () => {
  const log = new EventLog();
  const long = 'x'.repeat(60_000);
  for (let i = 0; i < 500; i++) add(log, long);
  let n = 0;
  let kept = 0;
  let pages = 0;
  for (let hasMore = true; hasMore; pages++) {
    const page = log.since(n);
    const bytes = page.lines.reduce((sum, { text }) => sum + text.length, 0);
    assert.ok(bytes <= 1024 * 1024, `a page of ${bytes} bytes`);
    kept += bytes;
    n = page.lines.at(-1)!.n;
    hasMore = page.hasMore;
  }
  assert.equal(n, 500);
  assert.ok(pages > 1);
  assert.ok(kept <= 16 * 1024 * 1024 && kept > 15 * 1024 * 1024, `${kept} bytes kept`);
});

for (const version of RECORDED) {
  test(`the log returns every recorded record of pi ${version} whole`, () => {
    for (const { scenario, lines } of readRecordings(version)) {
      const log = new EventLog();
      const written = lines.filter(({ dir }) => dir === 'out').map(({ rec }) => JSON.stringify(rec));
      for (const [at, text] of written.entries()) {
        add(log, text);
        const [listed] = log.since(at).lines;
        assert.ok(text.startsWith(listed!.text), scenario);
        assert.equal(log.line(at + 1), text, scenario);
      }
    }
  });
}
