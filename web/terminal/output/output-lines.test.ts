import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLineFeeds, endOfLines, skipPartialLine, startOfLines } from './output-lines.ts';
import type { OutputRoute } from './run-addresses.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The route of an output with this text. `requests` lists the first byte of each request. */
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

test('line feeds are counted, so an unfinished line does not count', () => {
  assert.equal(countLineFeeds(bytes('')), 0);
  assert.equal(countLineFeeds(bytes('no end')), 0);
  assert.equal(countLineFeeds(bytes('a\nb\r\n\nc')), 3);
});

test('bytes up to the first line feed are skipped', () => {
  assert.deepEqual(skipPartialLine(bytes('31mred\nwhole\n'), 100), bytes('whole\n'));
  assert.deepEqual(skipPartialLine(bytes('no end'), 100), bytes(''));
});

test('after the bound, the rest of a partial line is kept from the next whole character on', () => {
  assert.deepEqual(skipPartialLine(bytes('aaéb and so on\n'), 3), bytes('b and so on\n'));
  assert.deepEqual(skipPartialLine(bytes('aab and so on'), 3), bytes(' and so on'));
});

test('lines are counted backwards from the end, including the unfinished one', async () => {
  const text = 'one\ntwo\nthree\nfo';
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 1 }), text.indexOf('fo'));
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 3 }), text.indexOf('two'));
  assert.equal(
    await startOfLines(output(`${text}\n`), { end: text.length + 1, lines: 3 }),
    text.indexOf('three'),
  );
});

test('lines after `end` do not count, and the output may have fewer lines than requested', async () => {
  const text = 'one\ntwo\nthree\nfour\n';
  assert.equal(
    await startOfLines(output(text), { end: text.indexOf('three'), lines: 2 }),
    text.indexOf('two'),
  );
  assert.equal(await startOfLines(output(text), { end: text.length, lines: 100 }), 0);
  assert.equal(await startOfLines(output(''), { end: 0, lines: 5 }), 0);
});

test('an output that is shorter than the run wrote is read from its own end', async () => {
  const text = 'left one\nleft two\nleft three\n';
  const route = output(text);
  const { api } = route;
  route.api = {
    fetch: async (...asked) => {
      const response = await api.fetch(...asked);
      response.headers.set('X-Output-Bytes', String(text.length));
      return response;
    },
  };
  const end = 50_000_000;
  assert.equal(await startOfLines(route, { end, lines: 3, min: end - 4_000_000 }), text.indexOf('left two'));
  assert.equal(await startOfLines(route, { end, lines: 100, min: end - 4_000_000 }), 0);
  assert.equal(route.requests.length, 4);
});

test('a long output is read from its end, and only as far back as the lines begin', async () => {
  const line = `${'x'.repeat(99)}\n`;
  const long = output(line.repeat(20_000));
  assert.equal(await startOfLines(long, { end: 2_000_000, lines: 10_001 }), 1_000_000);
  assert.equal(Math.min(...long.requests), 2_000_000 - 2 * 512 * 1024);
  assert.equal(await startOfLines(long, { end: 2_000_000, lines: 10_001, min: 1_500_000 }), 1_500_000);
});

test('no lines are an empty range, before the end and after the start', async () => {
  const text = 'one\ntwo\nthree\n';
  assert.equal(await startOfLines(output(text), { end: 8, lines: 0 }), 8);
  assert.equal(await endOfLines(output(text), { start: 4, lines: 0, max: 100 }), 4);
  assert.equal(await endOfLines(output(text), { start: 4, lines: 1, max: 100 }), 8);
});
