// The lines that show the difference of two texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiffLine } from '../../lib/format/diff-lines.ts';
import { linesBetween } from './hunk-rows.ts';

const SIGNS = { same: ' ', added: '+', removed: '-', gap: '…' };
const show = (lines: readonly DiffLine[]): string[] =>
  lines.map(({ kind, text, before, after }) => `${SIGNS[kind]}${after ?? before ?? ''}${text}`);
const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `line${i + 1}\n`);

test('changes are shown with three lines around them, and a gap between distant ones', () => {
  const before = numbered(20);
  const after = before.with(1, 'new\n').with(18, 'newer\n').join('');
  assert.deepEqual(show(linesBetween(before.join(''), after)), [
    ...[' 1line1', '-2line2', '+2new', ' 3line3', ' 4line4', ' 5line5', '…'],
    ...[' 16line16', ' 17line17', ' 18line18', '-19line19', '+19newer', ' 20line20'],
  ]);
});

test('lines between two close changes are shown once, without a gap', () => {
  const before = numbered(9);
  const after = before.with(1, 'x\n').with(7, 'y\n').join('');
  const lines = show(linesBetween(before.join(''), after));
  assert.equal(lines.filter((line) => line.startsWith(' ')).length, 7);
  assert.ok(!lines.some((line) => line.startsWith('…')));
});

test('a new file is all added, a deleted one all removed, and equal texts have no lines', () => {
  assert.deepEqual(show(linesBetween(null, 'a\nb')), ['+1a', '+2b']);
  assert.deepEqual(show(linesBetween('a\r\nb\n', null)), ['-1a', '-2b']);
  assert.deepEqual(linesBetween('a\n', 'a\n'), []);
});

test('a change of nothing but line endings is shown, with both endings', () => {
  assert.deepEqual(
    linesBetween('a\nb\n', 'a\r\nb\n').map(({ kind, text, end }) => [kind, text, end]),
    [
      ['removed', 'a', '\n'],
      ['added', 'a', '\r\n'],
      ['same', 'b', undefined],
    ],
  );
});
