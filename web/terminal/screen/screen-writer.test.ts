import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScreenWriter } from './screen-writer.ts';

const AS_IT_IS = { rewrite: (bytes: Uint8Array) => bytes };

/** An xterm that parses the next piece only when the test calls `parseNext`. */
function slowTerminal() {
  const waiting: (() => void)[] = [];
  const sizes: number[] = [];
  const write = (piece: string | Uint8Array, onParsed?: () => void): void => {
    sizes.push(piece.length);
    waiting.push(onParsed!);
  };
  return { write, sizes, parseNext: () => waiting.shift()!() };
}

test('the pieces grow from 1 kB to 16 kB and together contain all bytes', () => {
  const terminal = slowTerminal();
  new ScreenWriter(terminal, AS_IT_IS).write(new Uint8Array(60_000));
  assert.deepEqual(terminal.sizes.slice(0, 5), [1024, 2048, 4096, 8192, 16_384]);
  assert.equal(Math.max(...terminal.sizes), 16_384);
  assert.equal(
    terminal.sizes.reduce((sum, size) => sum + size),
    60_000,
  );
});

test('the writer is full above a megabyte, and drained once half of that is parsed', async () => {
  const terminal = slowTerminal();
  const writer = new ScreenWriter(terminal, AS_IT_IS);
  writer.write(new Uint8Array(1_100_000));
  assert.equal(writer.isFull, true);
  let isDrained = false;
  const drained = writer.whenDrained().then(() => (isDrained = true));
  while (writer.pending > 520_000) terminal.parseNext();
  await Promise.resolve();
  assert.deepEqual([writer.isFull, isDrained], [false, false]);
  while (writer.pending > 500_000) terminal.parseNext();
  await drained;
  assert.equal(isDrained, true);
});

test('`dispose` resolves every pending `drained`', async () => {
  const writer = new ScreenWriter(slowTerminal(), AS_IT_IS);
  writer.write(new Uint8Array(2_000_000));
  const drained = writer.whenDrained();
  writer.dispose();
  await drained;
});
