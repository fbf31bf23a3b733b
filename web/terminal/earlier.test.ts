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
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 1 }), text.indexOf('fo'));
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 3 }), text.indexOf('two'));
  assert.equal(
    await startOfLines(output(`${text}\n`), { end: text.length + 1, lines: 3 }),
    text.indexOf('three'),
  );
});

test('what came after the end does not count, and there may be fewer lines than that', async () => {
  const text = 'one\ntwo\nthree\nfour\n';
  assert.equal(
    await startOfLines(output(text), { end: text.indexOf('three'), lines: 2 }),
    text.indexOf('two'),
  );
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 100 }), 0);
  assert.equal(await startOfLines(output(''), { end: 0, lines: 5 }), 0);
});

test('a long output is read from its end, no further than to where the lines begin', async () => {
  const line = `${'x'.repeat(99)}\n`;
  const long = output(line.repeat(20_000));
  assert.equal(await startOfLines(long, { end: 2_000_000, lines: 10_001 }), 1_000_000);
  assert.equal(Math.min(...long.asked), 2_000_000 - 2 * 512 * 1024);
  assert.equal(await startOfLines(long, { end: 2_000_000, lines: 10_001, least: 1_500_000 }), 1_500_000);
});
