import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputLog, type ByteSource } from './output-log.ts';

async function collect(log: OutputLog): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of log.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A source whose bytes go elsewhere, by `leave`, while they are read. */
function leavingSource(leave: () => void): ByteSource {
  return {
    read: () => {
      leave();
      return Promise.reject(new Error('The file was closed.'));
    },
  };
}

test('bytes that move to another source while they are read are read from there', async () => {
  const log = new OutputLog();
  const kept: ByteSource = { read: (from, max) => Buffer.from('whole').subarray(from, from + max) };
  const leaving = leavingSource(() => log.move(leaving, kept));
  log.grow(leaving, 0, 5);
  log.complete();
  assert.equal(await collect(log), 'whole');
});

test('a reader ends without an error when the log is closed while it reads', async () => {
  const log = new OutputLog();
  log.grow(
    leavingSource(() => log.close()),
    0,
    5,
  );
  assert.equal(await collect(log), '');
});

test('a reader fails if a source that still has the bytes cannot be read', async () => {
  const log = new OutputLog();
  log.grow(
    leavingSource(() => undefined),
    0,
    5,
  );
  await assert.rejects(collect(log), { message: 'The file was closed.' });
});
