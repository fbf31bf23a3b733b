import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf } from '../../../shared/hunks.ts';
import { hunkComment } from './hunk-comment.ts';
import { hunkRows, textsOf } from '../../markdown/diff/hunk-rows.ts';

const BEFORE = 'a\nb\nc\nd\n';
const AFTER = 'a\nB\nC\nX\nd\n';

const rowsBetween = (before: string, after: string) =>
  hunkRows(textsOf({ before, after }), hunksOf('x', before, after), 0);

test('a comment on a hunk quotes its changed lines and has their present line numbers in its title', () => {
  const rows = rowsBetween(BEFORE, AFTER);
  const whole = hunkComment('Why?', { path: 'src/x', hunk: 'h', rows, isWhole: true });
  assert.equal(whole.title, 'src/x:2-4');
  assert.equal(whole.quote, '-b\n-c\n+B\n+C\n+X');
  assert.deepEqual(whole.place, { path: 'src/x', line: 2, hunk: 'h' });
});

test('a comment on selected lines quotes exactly these, including unchanged ones', () => {
  const rows = rowsBetween(BEFORE, AFTER).slice(-2);
  const some = hunkComment('Why?', { path: 'x', hunk: 'h', turn: 't', rows, isWhole: false });
  assert.equal(some.title, 'x:4-5');
  assert.equal(some.quote, '+X\n d');
  assert.deepEqual(some.place, { path: 'x', line: 4, hunk: 'h', turn: 't' });
});

test('a comment on removed lines has their former line numbers in its title', () => {
  const rows = rowsBetween(BEFORE, 'a\nd\n');
  const { title, quote } = hunkComment('Why?', { path: 'x', hunk: 'h', rows, isWhole: true });
  assert.equal(title, 'x:2-3 before the change');
  assert.equal(quote, '-b\n-c');
});

test('a comment on a long change quotes only its first lines', () => {
  const rows = rowsBetween('', 'x\n'.repeat(100));
  const { quote, title } = hunkComment('Why?', { path: 'x', hunk: 'h', rows, isWhole: true });
  assert.equal(quote.split('\n').length, 61);
  assert.match(quote, /… 40 more lines$/);
  assert.equal(title, 'x:1-100');
});
