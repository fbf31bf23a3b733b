import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileAt, lookUp } from './source-map.ts';

// In the first line one segment, in the second one that goes to the other file, and back from column 4 on.
const MAP = { version: 3, sources: ['a.ts', 'file:///work/b.ts'], mappings: 'AAAA;ACEA,IDDA;;' };
const base = 'http://x.localhost:4317/src/made.js';

test('a place leads to the file and line where it was written', () => {
  assert.equal(lookUp(MAP, { line: 0, column: 9, base }), 'src/a.ts:1');
  assert.equal(lookUp(MAP, { line: 1, column: 0, base }), '/work/b.ts:3');
  assert.equal(lookUp(MAP, { line: 1, column: 3, base }), '/work/b.ts:3');
  assert.equal(lookUp(MAP, { line: 1, column: 4, base }), 'src/a.ts:2');
  assert.equal(lookUp({ ...MAP, sourceRoot: '../lib' }, { line: 0, column: 0, base }), 'lib/a.ts:1');
});

test('a place that nobody wrote leads nowhere, and so does what is no map', () => {
  for (const line of [2, 3, 9]) assert.equal(lookUp(MAP, { line, column: 0, base }), null);
  const odd = [null, [], 'x', {}, { sources: [1], mappings: 'AAAA' }, { sources: ['a'], mappings: '!!' }];
  for (const map of [...odd, { sources: ['a'], mappings: 'A' }, { sections: [{}, null] }])
    assert.equal(lookUp(map, { line: 0, column: 0, base }), null);
});

test('in a map of sections, the place is looked for in its own', () => {
  const sections = [
    { offset: { line: 2, column: 0 }, map: MAP },
    { offset: { line: 3, column: 10 }, map: { sources: ['c.ts'], mappings: 'AAAA' } },
  ];
  assert.equal(lookUp({ sections }, { line: 1, column: 0, base }), null);
  assert.equal(lookUp({ sections }, { line: 2, column: 0, base }), 'src/a.ts:1');
  assert.equal(lookUp({ sections }, { line: 3, column: 9, base }), 'src/a.ts:2');
  assert.equal(lookUp({ sections }, { line: 3, column: 10, base }), 'src/c.ts:1');
});

test('a file has the name that a developer knows', () => {
  for (const [address, expected] of [
    ['http://localhost:5173/src/My%20App.jsx?t=1', 'src/My App.jsx'],
    ['http://localhost:5173/@fs/home/me/lib/a.ts', '/home/me/lib/a.ts'],
    ['file:///home/me/app/%5Bid%5D/page.tsx', '/home/me/app/[id]/page.tsx'],
    ['webpack-internal:///(app-pages-browser)/./app/(shop)/page.jsx', 'app/(shop)/page.jsx'],
    ['webpack://_N_E/./app/page.jsx?1a2b', 'app/page.jsx'],
    ['turbopack:///[project]/app/page.jsx', 'app/page.jsx'],
  ] as const)
    assert.equal(fileAt(new URL(address)), expected);
});
