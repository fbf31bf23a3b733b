import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn } from './addresses.ts';

test('an address in output ends where the text around it goes on', () => {
  for (const [text, address] of [
    ['  Local:   http://localhost:5173/', 'http://localhost:5173/'],
    ['访问https://example.com/docs（中文说明）了解', 'https://example.com/docs'],
    ['打开 http://localhost:3000，然后', 'http://localhost:3000'],
    ['https://example.com/docsを開く', 'https://example.com/docs'],
    ['انظر https://example.com/a، ثم', 'https://example.com/a'],
    ['(see https://example.com/a).', 'https://example.com/a'],
    ['https://en.wikipedia.org/wiki/A_(b), too', 'https://en.wikipedia.org/wiki/A_(b)'],
    ['[link](https://example.com/x?y=1&z=[2]): done', 'https://example.com/x?y=1&z=[2]'],
    ['"https://example.com/q"', 'https://example.com/q'],
    ['at https://example.com/a.js:12:5', 'https://example.com/a.js:12:5'],
  ] as const)
    assert.deepEqual(
      addressesIn(text).map(({ url, start, end }) => [url, text.slice(start, end)]),
      [[address, address]],
    );
  for (const text of ['http://', 'https://:80', 'ftp://example.com', 'xhttps://a'])
    assert.deepEqual(addressesIn(text), [], text);
});

test('a line of many beginnings is searched quickly', () => {
  const before = process.cpuUsage();
  for (const text of [
    'http://'.repeat(20_000),
    `https://a${')'.repeat(20_000)}`,
    `https://a${'.'.repeat(50_000)}b`,
  ])
    addressesIn(text);
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});
