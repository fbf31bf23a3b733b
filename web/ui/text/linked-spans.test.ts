import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkedSpans } from './linked-spans.ts';

const linked = (text: string): (readonly [text: string, url?: string])[] =>
  linkedSpans(text).map((span) => (span.url === undefined ? [span.text] : [span.text, span.url]));
const named = (url: string, text: string): string => `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\`;

test('an address in output is a link, and what is around it is text', () => {
  assert.deepEqual(linked('Open http://localhost:5173/ now.'), [
    ['Open '],
    ['http://localhost:5173/', 'http://localhost:5173/'],
    [' now.'],
  ]);
  assert.deepEqual(linked('nothing to open'), [['nothing to open']]);
  assert.deepEqual(linked(''), []);
});

test('an address in several colors is one address, in parts', () => {
  const [before, first, second, after] = linkedSpans('see \x1b[36mhttps://a.test/\x1b[1mpage\x1b[0m, please');
  assert.deepEqual([before?.url, after?.url], [undefined, undefined]);
  assert.deepEqual(
    [first, second].map((part) => [part?.text, part?.url]),
    [
      ['https://a.test/', 'https://a.test/page'],
      ['page', 'https://a.test/page'],
    ],
  );
  assert.match(second?.style ?? '', /font-weight/);
  assert.equal(after?.text, ', please');
});

test('a text with an address of its own is a link, among colors and other text', () => {
  assert.deepEqual(
    linked(`\x1b[32m✓\x1b[0m see ${named('https://a.test/x', 'the \x1b[1mdocs\x1b[22m')}, or not`),
    [['✓'], [' see '], ['the ', 'https://a.test/x'], ['docs', 'https://a.test/x'], [', or not']],
  );
});

test('a text that is an address leads there, and only web addresses are links', () => {
  assert.deepEqual(linked(named('https://evil.test/', 'https://good.test/')), [
    ['https://good.test/', 'https://good.test/'],
  ]);
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'https://:80', 'http://'])
    assert.deepEqual(linked(named(url, 'here')), [['here']], url);
});

test('a link without an end goes to the end of the text, and a rewritten line has only written addresses', () => {
  assert.deepEqual(linked('\x1b]8;id=1;https://a.test/\x07rest'), [['rest', 'https://a.test/']]);
  assert.deepEqual(linked(`10 %\r${named('https://a.test/', 'done')}`), [['done']]);
});
