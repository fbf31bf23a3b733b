import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hunk } from '../../../shared/hunks.ts';
import { blocksOf } from './hunk-blocks.ts';

const hunk = (id: number, lines: number): Hunk => ({
  id: String(id),
  beforeStart: id * 1000,
  beforeEnd: id * 1000,
  afterStart: id * 1000,
  afterEnd: id * 1000 + lines,
});

test('50,000 hunks of a file are rendered a few hundred rows at a time', () => {
  const hunks = Array.from({ length: 50_000 }, (_, id) => hunk(id, 1));
  const blocks = blocksOf(hunks, 300);
  assert.deepEqual(
    blocks.flatMap((block) => block.hunks),
    hunks,
  );
  assert.ok(blocks.every(({ rows }) => rows <= 200));
  assert.ok(blocks.every(({ from, hunks: [first] }) => hunks[from] === first));
  assert.equal(blocks.length, 2000);
});

test('a hunk that is longer than a block has its own block, which counts only the rows that are shown', () => {
  const blocks = blocksOf([hunk(0, 1), hunk(1, 50_000), hunk(2, 1)], 300);
  assert.deepEqual(
    blocks.map(({ from, rows }) => [from, rows]),
    [
      [0, 8],
      [1, 300],
      [2, 8],
    ],
  );
});
