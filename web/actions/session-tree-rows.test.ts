import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionNode } from '../../shared/companion.ts';
import { treeRows } from './session-tree-rows.ts';

const node = (id: string, parentId: string | null): SessionNode => ({
  id,
  parentId,
  kind: 'user',
  text: id,
  at: 0,
});
const shown = (nodes: SessionNode[], leafId: string | null): string[] =>
  treeRows({ nodes, leafId, omitted: 0 }).map(
    ({ node: { id }, depth, isOnPath, isLeaf }) =>
      `${'>'.repeat(depth)}${id}${isOnPath ? '*' : ''}${isLeaf ? '!' : ''}`,
  );

test('a session that never forked is a plain list, whatever its length', () => {
  const nodes = Array.from({ length: 20_000 }, (_, n) => node(`${n}`, n === 0 ? null : `${n - 1}`));
  const rows = shown(nodes, '19999');
  assert.equal(rows.length, 20_000);
  assert.deepEqual([rows[0], rows.at(-1)], ['0*', '19999*!']);
});

test('each way on from a fork is moved in, with what follows it, in the order they were taken', () => {
  const nodes = [node('a', null), node('b', 'a'), node('c', 'b'), node('d', 'a'), node('e', 'd')];
  assert.deepEqual(shown(nodes, 'e'), ['a*', '>b', '>c', '>d*', '>e*!']);
});

test('an entry whose parent is not in the list comes first', () => {
  assert.deepEqual(shown([node('b', 'gone'), node('c', 'b')], null), ['b', 'c']);
});
