import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietRows } from './quiet-rows.ts';
import type { HunkRow } from '../../markdown/diff/hunk-rows.ts';

const row = (kind: HunkRow['kind'], text: string): HunkRow => ({ kind, text, before: 1, after: 1 });

test('rows that differ only in white space are found between others, even if more rows were added', () => {
  const rows = [
    row('same', 'if (x)'),
    row('removed', 'a();'),
    row('removed', 'b();'),
    row('added', '{'),
    row('added', '  a();'),
    row('added', '  c();'),
  ];
  const { removed, added } = quietRows(rows);
  assert.deepEqual([[...removed], [...added]], [[1], [4]]);
});
