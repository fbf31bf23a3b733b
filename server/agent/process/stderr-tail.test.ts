import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StderrTail } from './stderr-tail.ts';

function tailOf(...chunks: string[]): string {
  const tail = new StderrTail();
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  return tail.text;
}

test('the text is in the order in which it was written', () => {
  assert.equal(tailOf('one\n', 'two\n'), 'one\ntwo\n');
});

test('colors and cursor movements are removed', () => {
  assert.equal(tailOf('\x1b[31mError:\x1b[0m no\x1b[2K such file\n'), 'Error: no such file\n');
});

test('R-39: only the last 64 KiB of a flood are kept', () => {
  const line = `${'x'.repeat(999)}\n`;
  const text = tailOf(...Array<string>(5000).fill(line), 'the end');
  assert.equal(text.length, 64 * 1024);
  assert.ok(text.endsWith('x\nthe end'));
});

test('a cut never leaves half a character', () => {
  assert.match(tailOf('漢'.repeat(30_000)), /^漢+$/);
});

test('a character that arrives in two chunks is whole', () => {
  const tail = new StderrTail();
  const bytes = Buffer.from('é');
  tail.push(bytes.subarray(0, 1));
  tail.push(bytes.subarray(1));
  assert.equal(tail.text, 'é');
});
