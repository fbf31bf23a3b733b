import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutLongLines, partsOf, SHOWN_LENGTH } from './long-lines.ts';
import type { DiffLine } from '../../lib/format/diff-lines.ts';

const row = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, text, before: 1, after: 1 });
const NONE = new Map<number, number>();
const LONG = 'abcdefghi '.repeat(300_000);

test('of a line of 3 MB only the first part is shown, with the length of all of it', () => {
  const [short, long] = cutLongLines([row('same', 'short'), row('added', LONG)], NONE);
  assert.deepEqual(short, row('same', 'short'));
  assert.deepEqual(long?.cut, { from: 0, to: SHOWN_LENGTH, of: 3_000_000 });
  assert.equal(long?.text, LONG.slice(0, SHOWN_LENGTH));
});

test('more of a line, or all of it, can be opened', () => {
  const rows = [row('added', LONG)];
  assert.deepEqual(cutLongLines(rows, new Map([[0, 100_000]]))[0]?.cut, {
    from: 0,
    to: 100_000,
    of: 3_000_000,
  });
  assert.deepEqual(cutLongLines(rows, new Map([[0, Infinity]])), rows);
  assert.equal(partsOf(LONG).join(''), LONG);
});

test('of two long lines that begin alike, the part with their first difference is shown', () => {
  const changed = `${LONG.slice(0, 2_000_000)}X${LONG.slice(2_000_001)}`;
  const [old, now] = cutLongLines([row('removed', LONG), row('added', changed)], NONE);
  assert.notEqual(old?.text, now?.text);
  assert.ok(now?.text.includes('X'));
  const [all, start] = cutLongLines([row('removed', LONG), row('added', LONG.slice(0, 2_500_000))], NONE);
  assert.notEqual(all?.text, start?.text);
});
