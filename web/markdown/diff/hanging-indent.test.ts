import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hangingIndent } from './hanging-indent.ts';

test('a wrapped line continues two columns after its indentation, at most 18 columns from the edge', () => {
  assert.equal(hangingIndent('text'), 2);
  assert.equal(hangingIndent('    text'), 6);
  assert.equal(hangingIndent(`${' '.repeat(40)}text`), 18);
});

test('a line indented with tabs continues at the next tab stop', () => {
  assert.equal(hangingIndent('\ttext'), 8);
  assert.equal(hangingIndent('\t\ttext'), 12);
  assert.equal(hangingIndent('\t  text'), 8);
  assert.equal(hangingIndent('  \ttext'), 8);
  assert.equal(hangingIndent('\t\t\t\t\t\t\ttext'), 20);
});

test('a line with tabs between its words does not hang, so that its columns stay below each other', () => {
  assert.equal(hangingIndent('name\ttype'), 0);
  assert.equal(hangingIndent('\tname\ttype'), 0);
});
