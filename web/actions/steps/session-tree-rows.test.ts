import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionNode } from '../../../shared/session-tree.ts';
import { foldPlace, treeRows, type TreeRow, type TreeView } from './session-tree-rows.ts';

const node = (id: string, parentId: string | null, more: Partial<SessionNode> = {}): SessionNode => ({
  id,
  parentId,
  kind: 'user',
  text: id,
  at: 0,
  ...more,
});

const EVERYTHING: TreeView = { filter: 'all', query: '', folded: new Set() };

function rowsOf(nodes: SessionNode[], leafId: string | null, view: Partial<TreeView> = {}): TreeRow[] {
  return treeRows({ nodes, leafId, omitted: 0 }, { ...EVERYTHING, ...view });
}

function shown(nodes: SessionNode[], leafId: string | null, view: Partial<TreeView> = {}): string[] {
  return rowsOf(nodes, leafId, view).map(
    ({ node: { id }, depth, isOnPath, isLeaf, below, isFolded }) =>
      `${'>'.repeat(depth)}${id}${isOnPath ? '*' : ''}${isLeaf ? '!' : ''}${isFolded ? ` +${below}` : ''}`,
  );
}

/** A user message, a tool call with its result, and the answer; then another branch from the user message. */
const WORK = [
  node('model', null, { kind: 'other' }),
  node('ask', 'model'),
  node('calls', 'ask', { kind: 'calls' }),
  node('tool', 'calls', { kind: 'tool' }),
  node('done', 'tool', { kind: 'assistant', label: 'good' }),
  node('sum', 'ask', { kind: 'summary' }),
  node('more', 'sum'),
  node('name', 'more', { kind: 'other' }),
];

test('a session that never forked is a plain list, whatever its length', () => {
  const nodes = Array.from({ length: 20_000 }, (_, n) => node(`${n}`, n === 0 ? null : `${n - 1}`));
  const rows = shown(nodes, '19999');
  assert.equal(rows.length, 20_000);
  assert.deepEqual([rows[0], rows.at(-1)], ['0*', '19999*!']);
});

test('each branch of a fork is indented with its descendants, oldest branch first', () => {
  const nodes = [node('a', null), node('b', 'a'), node('c', 'b'), node('d', 'a'), node('e', 'd')];
  assert.deepEqual(shown(nodes, 'e'), ['a*', '>b', '>c', '>d*', '>e*!']);
});

test('an entry whose parent is missing is a root', () => {
  assert.deepEqual(shown([node('b', 'gone'), node('c', 'b')], null), ['b', 'c']);
});

test('a filtered entry is below its nearest shown ancestor, and the leaf is the last shown entry of the path', () => {
  const by = (filter: TreeView['filter']) => shown(WORK, 'name', { filter });
  assert.deepEqual(by('default'), ['ask*', '>tool', '>done', '>sum*', '>more*!']);
  assert.deepEqual(by('no-tools'), ['ask*', '>done', '>sum*', '>more*!']);
  assert.deepEqual(by('user-only'), ['ask*', 'more*!']);
  assert.deepEqual(by('labeled-only'), ['done']);
  assert.deepEqual(by('all'), ['model*', 'ask*', '>calls', '>tool', '>done', '>sum*', '>more*', '>name*!']);
});

test('the words of a query are found in texts and labels, even in folded branches', () => {
  const folded = new Set(['calls', 'sum']);
  assert.deepEqual(shown(WORK, 'name', { query: 'GOOD assist', folded }), ['done']);
  assert.deepEqual(shown(WORK, 'name', { query: 'summary', folded }), ['sum*']);
  assert.deepEqual(shown(WORK, 'sum', { query: 'summary', folded }), ['sum*!']);
  assert.deepEqual(shown(WORK, 'name', { query: 'nowhere' }), []);
});

test('forks and the first entries of branches can be folded, and show how many rows they hide', () => {
  const foldable = rowsOf(WORK, 'name').filter(({ below }) => below > 0);
  assert.deepEqual(
    foldable.map(({ node: { id }, below }) => `${id} ${below}`),
    ['ask 6', 'calls 2', 'sum 2'],
  );
  assert.deepEqual(shown(WORK, 'name', { folded: new Set(['calls']) }), [
    'model*',
    'ask*',
    '>calls +2',
    '>sum*',
    '>more*',
    '>name*!',
  ]);
  assert.deepEqual(shown(WORK, 'name', { folded: new Set(['ask', 'calls']) }), ['model*', 'ask* +6']);
});

test('folding inside a branch folds that branch; on a folded one, the next foldable row above it', () => {
  const at = (rows: TreeRow[], id: string) => rows.findIndex((row) => row.node.id === id);
  const place = (id: string, folded: string[] = []) => {
    const rows = rowsOf(WORK, 'name', { folded: new Set(folded) });
    return rows[foldPlace(rows, at(rows, id))]?.node.id;
  };
  assert.equal(place('done'), 'calls');
  assert.equal(place('name'), 'sum');
  assert.equal(place('sum', ['sum']), 'ask');
  assert.equal(place('model'), undefined);
});
