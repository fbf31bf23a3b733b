import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLineFeeds, skipPartialLine, startOfLines, type OutputRoute } from './output-lines.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The route of an output with this text; `requests` holds the first byte of each request. */
function output(text: string): OutputRoute & { requests: number[] } {
  const requests: number[] = [];
  return {
    requests,
    path: 'output',
    api: {
      fetch(path) {
        const from = Number(/from=(\d+)$/.exec(path)?.[1]);
        requests.push(from);
        return Promise.resolve(new Response(bytes(text).subarray(from)));
      },
    },
  };
}

test('a line counts where it ends', () => {
  assert.equal(countLineFeeds(bytes('')), 0);
  assert.equal(countLineFeeds(bytes('no end')), 0);
  assert.equal(countLineFeeds(bytes('a\nb\r\n\nc')), 3);
});

test('a partial line is skipped up to the next line', () => {
  assert.deepEqual(skipPartialLine(bytes('31mred\nwhole\n'), 100), bytes('whole\n'));
  assert.deepEqual(skipPartialLine(bytes('no end'), 100), bytes(''));
});

test('a partial line longer than the bound is cut at a whole character', () => {
  assert.deepEqual(skipPartialLine(bytes('aaéb and so on\n'), 3), bytes('b and so on\n'));
  assert.deepEqual(skipPartialLine(bytes('aab and so on'), 3), bytes(' and so on'));
});

test('lines are counted back from the end, including the unfinished one', async () => {
  const text = 'one\ntwo\nthree\nfo';
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 1 }), text.indexOf('fo'));
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 3 }), text.indexOf('two'));
  assert.equal(
    await startOfLines(output(`${text}\n`), { end: text.length + 1, lines: 3 }),
    text.indexOf('three'),
  );
});

test('output after the end does not count, and there may be fewer lines than requested', async () => {
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
  assert.equal(Math.min(...long.requests), 2_000_000 - 2 * 512 * 1024);
  assert.equal(await startOfLines(long, { end: 2_000_000, lines: 10_001, min: 1_500_000 }), 1_500_000);
});
