import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textParts } from './text-places.ts';

const placesIn = (text: string): unknown[] => textParts(text, '/w').flatMap(({ place }) => place ?? []);

test('a path with a line number in a sentence is a place, without the punctuation around it', () => {
  assert.deepEqual(placesIn('See src/app.ts:12, (lib/a.py:3:7) and /w/b.rs#L9.'), [
    { path: 'src/app.ts', line: 12 },
    { path: 'lib/a.py', line: 3 },
    { path: 'b.rs', line: 9 },
  ]);
});

test('a mention of a file is a place, with or without lines, and with spaces if it is quoted', () => {
  assert.deepEqual(placesIn('Look at @src/app.ts, @lib/a.py:10-20 and (@README.md). Why @Makefile?'), [
    { path: 'src/app.ts' },
    { path: 'lib/a.py', line: 10 },
    { path: 'README.md' },
    { path: 'Makefile' },
  ]);
  assert.deepEqual(placesIn('@"my notes/to do.md:3" and @"a b.ts"'), [
    { path: 'my notes/to do.md', line: 3 },
    { path: 'a b.ts' },
  ]);
  for (const text of ['me@example.ts', '@someone', '@angular/core', '@src/', '@', '@"'])
    assert.deepEqual(placesIn(text), [], text);
});

test('the parts join to the whole text', () => {
  for (const text of ['a.ts:1', 'x a.ts:1 y', 'no place', '', 'a.ts:1 b.ts:2', 'x @a.ts. @"b c.ts"'])
    assert.equal(
      textParts(text, '/w')
        .map((part) => part.text)
        .join(''),
      text,
    );
});

test('addresses, times, ratios, names without a line number and paths outside the workspace stay text', () => {
  for (const text of [
    'https://example.org/a.ts:8080',
    'at 10:30 it was 3:2',
    'open src/app.ts now',
    '../other.ts:3',
    '/etc/hosts.txt:1',
    'localhost.dev:3000',
  ])
    assert.deepEqual(placesIn(text), [], text);
});
