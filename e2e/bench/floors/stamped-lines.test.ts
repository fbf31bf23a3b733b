// The reader of stamped output, tested with the program that writes it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { completeness, latencies, LINE_BYTES, linesIn } from './stamped-lines.ts';

const program = fileURLToPath(new URL('stamped-output.mjs', import.meta.url));

async function written(bytes: number, rate: number): Promise<Buffer> {
  const run = promisify(execFile)(process.execPath, [program, String(bytes), String(rate)], {
    encoding: 'buffer',
    maxBuffer: 2 * bytes,
  });
  return (await run).stdout;
}

test('the output of the program is complete, paced or not', async () => {
  for (const rate of [0, 1_000_000]) {
    const bytes = await written(200_000, rate);
    assert.equal(bytes.length, 200_000);
    assert.equal(completeness(bytes, 200_000), 100);
  }
});

test('a missing, repeated or foreign line makes the output incomplete', async () => {
  const bytes = await written(10_000, 0);
  const line = bytes.subarray(0, LINE_BYTES);
  assert.equal(completeness(bytes.subarray(LINE_BYTES), 10_000), 99);
  assert.ok(completeness(Buffer.concat([line, bytes]), 10_000) < 100);
  assert.ok(completeness(Buffer.concat([bytes, Buffer.from('[cut]\n')]), 10_000) < 100);
  assert.ok(completeness(Buffer.concat([bytes.subarray(LINE_BYTES), line]), 10_000) < 100);
});

test('a damaged line does not count as arrived', async () => {
  const bytes = await written(10_000, 0);
  bytes[50] = 0x78;
  assert.equal(completeness(bytes, 10_000), 99);
});

test('the latency of a line ends with its last byte', () => {
  const line = (number: number, stamp: number) =>
    `${String(number).padStart(8, '0')} ${String(stamp).padStart(16, '0')} ${'.'.repeat(73)}\n`;
  const lines = linesIn(Buffer.from(line(0, 1000) + line(1, 2000)));
  const progress = [
    { offset: 150, at: 3000 },
    { offset: 200, at: 9000 },
  ];
  assert.deepEqual([...latencies(lines, progress)], [2, 7]);
});
