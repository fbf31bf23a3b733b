import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { branchTo, contextEdits, currentBranch, nodesById } from './session-tree.ts';

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

test('a branch starts below a missing parent, ends at a cycle, and is empty for an unknown leaf', () => {
  const byId = nodesById([node('b', 'gone'), node('c', 'b'), node('x', 'y'), node('y', 'x')]);
  assert.deepEqual(
    branchTo(byId, 'c').map(({ id }) => id),
    ['b', 'c'],
  );
  assert.deepEqual(
    branchTo(byId, 'x').map(({ id }) => id),
    ['y', 'x'],
  );
  assert.deepEqual(branchTo(byId, 'nobody'), []);
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
