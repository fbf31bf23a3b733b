import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contextEdits, currentBranch, nodesById, shownBranch } from './session-tree.ts';

const node = (id: string, parentId: string | null): { id: string; parentId: string | null } => ({
  id,
  parentId,
});

test('the current branch leads from the root to the last entry, without other branches', () => {
  const nodes = [node('a', null), node('b', 'a'), node('left', 'b'), node('c', 'b'), node('d', 'c')];
  assert.deepEqual(
    currentBranch(nodes).map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  );
});

test('a branch of 200,000 entries is walked without overflowing the stack', () => {
  const nodes = Array.from({ length: 200_000 }, (_, i) => node(String(i), i === 0 ? null : String(i - 1)));
  assert.equal(currentBranch(nodes).length, 200_000);
});

const branch = (nodes: ReturnType<typeof node>[], leafId: string | null, skipped: string[] = []) => {
  const isSkipped = ({ id }: { id: string }): boolean => skipped.includes(id);
  const shown = shownBranch({ nodes, byId: nodesById(nodes), leafId, isSkipped });
  return { ids: shown.nodes.map(({ id }) => id).join(' '), cut: shown.cut?.id ?? null };
};

test('a branch continues with the line before a missing parent, where pi’s own branch begins', () => {
  const nodes = [node('a', null), node('b', 'a'), node('c', 'gone'), node('d', 'c')];
  assert.deepEqual(branch(nodes, 'd'), { ids: 'a b c d', cut: 'c' });
  assert.deepEqual(branch(nodes, 'b'), { ids: 'a b', cut: null });
  assert.deepEqual(branch(nodes, 'nobody'), { ids: '', cut: null });
});

test('a cycle ends, and the branch continues with the line before it', () => {
  const nodes = [node('a', null), node('x', 'y'), node('y', 'x')];
  assert.deepEqual(branch(nodes, 'y'), { ids: 'a x y', cut: 'x' });
  assert.deepEqual(branch([node('self', 'self')], 'self'), { ids: 'self', cut: null });
});

test('of two lines with one id, only the later one is in a branch', () => {
  const nodes = [node('a', 'gone'), node('x', ''), node('a', 'gone'), node('b', 'a')];
  assert.deepEqual(branch(nodes, 'b'), { ids: 'x a b', cut: 'a' });
});

test('a damaged line stays in its place, and only what follows it goes to the model', () => {
  const nodes = [node('a', null), node('b', 'a'), node('torn', 'b'), node('c', 'torn'), node('d', 'c')];
  assert.deepEqual(branch(nodes, 'd', ['torn']), { ids: 'a b torn c d', cut: 'c' });
});

test('a damaged line that nothing follows is shown where it is, unless it belongs to another branch', () => {
  const nodes = [
    node('a', null),
    node('torn', 'a'),
    node('headless', ''),
    node('b', 'a'),
    node('other', 'left'),
    node('left', 'b'),
    node('c', 'b'),
  ];
  assert.deepEqual(branch(nodes, 'c', ['torn', 'headless', 'other']), {
    ids: 'a torn headless b c',
    cut: null,
  });
});

test('in any tree, each entry of a branch is the child of the previous one', () => {
  const tree = fc
    .array(fc.nat(1000), { minLength: 1, maxLength: 60 })
    .map((picks) => picks.map((pick, i) => node(String(i), i === 0 ? null : String(pick % i))));
  fc.assert(
    fc.property(tree, (nodes) => {
      const branch = currentBranch(nodes);
      assert.equal(branch[0]?.parentId, null);
      assert.equal(branch.at(-1), nodes.at(-1));
      for (const [i, { parentId }] of branch.entries()) {
        if (i > 0) assert.equal(parentId, branch[i - 1]?.id);
      }
    }),
  );
});

test('a context edit with null omits its target, and the last edit of an entry counts', () => {
  const gone = { targetId: 'a', replacement: null };
  const changed = { targetId: 'a', replacement: { content: 'shorter' } };
  assert.deepEqual([...contextEdits([gone])], [['a', 'omitted']]);
  assert.deepEqual([...contextEdits([gone, changed])], [['a', 'replaced']]);
  assert.deepEqual([...contextEdits([changed, gone])], [['a', 'omitted']]);
});
