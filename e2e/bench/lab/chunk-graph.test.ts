// The files that the entry of a build needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staticClosure } from './chunk-graph.ts';

test('the closure holds everything that the entry imports statically, once, and nothing lazy', () => {
  const manifest = {
    'index.html': { file: 'entry.js', isEntry: true, imports: ['_a', '_b'] },
    _a: { file: 'a.js', imports: ['_b'] },
    _b: { file: 'b.js', imports: ['_a'] },
    'lazy.ts': { file: 'lazy.js', isDynamicEntry: true, imports: ['_a'] },
    'look.css': { file: 'look.css' },
  };
  assert.deepEqual(staticClosure(manifest), ['entry.js', 'a.js', 'b.js']);
});

test('an inconsistent manifest is an error', () => {
  assert.throws(() => staticClosure({}), /0 entries/);
  assert.throws(
    () => staticClosure({ 'index.html': { file: 'entry.js', isEntry: true, imports: ['_gone'] } }),
    /no chunk _gone/,
  );
});
