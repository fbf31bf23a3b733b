import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOfLines } from './earlier.ts';

/** The route of an output of these bytes; `sent` counts those that somebody took. */
function output(text: string): Parameters<typeof startOfLines>[0] & { asked: number[] } {
  const bytes = new TextEncoder().encode(text);
  const asked: number[] = [];
  return {
    asked,
    path: 'output',
    api: {
      fetch(path) {
        const from = Number(/from=(\d+)$/.exec(path)?.[1]);
        asked.push(from);
        return Promise.resolve(new Response(bytes.subarray(from)));
      },
    },
  };
}

test('the lines are counted back from the end, the one that is being written among them', async () => {
  const text = 'one\ntwo\nthree\nfo';
  assert.equal(await startOfLines(output(text), text.length, 1), text.indexOf('fo'));
  assert.equal(await startOfLines(output(text), text.length, 3), text.indexOf('two'));
  assert.equal(await startOfLines(output(`${text}\n`), text.length + 1, 3), text.indexOf('three'));
});

test('what came after the end does not count, and there may be fewer lines than that', async () => {
  const text = 'one\ntwo\nthree\nfour\n';
  assert.equal(await startOfLines(output(text), text.indexOf('three'), 2), text.indexOf('two'));
  assert.equal(await startOfLines(output(text), text.length, 100), 0);
  assert.equal(await startOfLines(output(''), 0, 5), 0);
});

test('a long output is read from its end, no further than to where the lines begin', async () => {
  const line = `${'x'.repeat(99)}\n`;
  const long = output(line.repeat(20_000));
  assert.equal(await startOfLines(long, 2_000_000, 10_001), 1_000_000);
  assert.equal(Math.min(...long.asked), 2_000_000 - 2 * 512 * 1024);
});
