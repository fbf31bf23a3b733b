import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '../../../shared/changes.ts';
import { isCommitted, openLines, sumLines } from './changed-lines.ts';

const file = (added: number, removed: number, committed?: [number, number]): ChangedFile =>
  ({
    ...{ added, removed },
    ...(committed && { committed: { added: committed[0], removed: committed[1] } }),
  }) as ChangedFile;

test('the lines that a commit has do not count any more', () => {
  assert.deepEqual(openLines(file(5, 3)), { added: 5, removed: 3 });
  assert.deepEqual(openLines(file(5, 3, [2, 1])), { added: 3, removed: 2 });
});

test('a file is committed only if all of its lines are, the added and the removed ones', () => {
  const all = [file(5, 3), file(5, 3, [5, 2]), file(5, 3, [4, 3]), file(5, 3, [5, 3])];
  assert.deepEqual(all.map(isCommitted), [false, false, false, true]);
});

test('the lines of several files are counted together', () => {
  assert.deepEqual(sumLines([file(1, 2), file(3, 4)]), { added: 4, removed: 6 });
  assert.deepEqual(sumLines([]), { added: 0, removed: 0 });
});
