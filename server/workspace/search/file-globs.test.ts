import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFileGlobs } from './file-globs.ts';

const FILES = ['a.ts', 'a.test.ts', 'src/b.ts', 'src/deep/c.js', 'docs/src.md', '..odd.ts'];

const matching = (globs: string): string[] => FILES.filter(parseFileGlobs(globs) ?? (() => true));

test('a glob covers files by name in every folder, a folder all that is in it, and `!` leaves files out', () => {
  assert.deepEqual(matching('*.ts'), ['a.ts', 'a.test.ts', 'src/b.ts', '..odd.ts']);
  assert.deepEqual(matching('src'), ['src/b.ts', 'src/deep/c.js']);
  assert.deepEqual(matching('src/, *.md'), ['src/b.ts', 'src/deep/c.js', 'docs/src.md']);
  assert.deepEqual(matching('./src/*'), ['src/b.ts', 'src/deep/c.js']);
  assert.deepEqual(matching('*.ts, !*.test.ts, !./src'), ['a.ts', '..odd.ts']);
  assert.deepEqual(matching('!*.ts'), ['src/deep/c.js', 'docs/src.md']);
});

test('braces stand for several globs, and a comma in them does not end one', () => {
  assert.deepEqual(matching('*.{js,md}'), ['src/deep/c.js', 'docs/src.md']);
  assert.deepEqual(matching('{src,docs}/*.{ts,md},a.ts'), ['a.ts', 'src/b.ts', 'docs/src.md']);
  assert.deepEqual(matching('*.{js,{md,x}}, a.ts'), ['a.ts', 'src/deep/c.js', 'docs/src.md']);
  assert.deepEqual(matching('{src/{b,x},a.{test,x}}.ts'), ['a.test.ts', 'src/b.ts']);
  assert.deepEqual(matching('{x, *.md'), ['docs/src.md']);
  assert.throws(() => matching('{a,b}'.repeat(9)), { status: 400 });
});

test('without globs, all files are covered', () => {
  for (const none of ['', ' ', ', ,', '!']) assert.equal(parseFileGlobs(none), undefined);
});

test('S-73: a glob of many `**` is refused, since one file far down could take it minutes', () => {
  assert.deepEqual(matching('**/src/**/deep/**'), ['src/deep/c.js']);
  assert.throws(() => matching('a/**/a/**/a/**/a/**/b'), { status: 400 });
});

test('a glob covers a name however its letters are stored', () => {
  for (const form of ['NFC', 'NFD'] as const)
    for (const other of ['NFC', 'NFD'] as const) {
      const covers = parseFileGlobs('résumé*, !*.한국'.normalize(form));
      assert.equal(covers?.('docs/résumé.txt'.normalize(other)), true);
      assert.equal(covers('résumé.한국'.normalize(other)), false);
    }
});
