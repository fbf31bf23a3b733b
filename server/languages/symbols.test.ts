import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSymbols } from './symbols.ts';

test('symbols in the folder are kept, with lines and columns from 1; anything else is left out', () => {
  const at = (uri: string) => ({
    uri,
    range: { start: { line: 2, character: 4 }, end: { line: 2, character: 9 } },
  });
  const found = parseSymbols(
    [
      { name: 'area', kind: 12, location: at('file:///work/a%20b.ts'), containerName: 'Shape' },
      { name: 'lazy', kind: 12, location: { uri: 'file:///work/c.ts' } },
      { name: 'lib', kind: 12, location: at('file:///usr/lib.d.ts') },
      { name: 'jar', kind: 12, location: at('jdt://contents/x') },
      { kind: 12 },
      null,
    ],
    '/work',
  );
  assert.deepEqual(found, [
    { name: 'area', container: 'Shape', path: 'a b.ts', line: 3, column: 5 },
    { name: 'lazy', container: '', path: 'c.ts', line: 1, column: 1 },
  ]);
  assert.deepEqual(parseSymbols(null, '/work'), []);
});
