import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodesById } from '../../shared/pi/session-tree.ts';
import { branchesIn } from './branches.ts';

const entry = (id: string, parentId: string | null, role?: string) => ({
  id,
  parentId,
  type: role ? 'message' : 'label',
  ...(role && { role }),
});
const branches = (entries: ReturnType<typeof entry>[]) =>
  Object.fromEntries(branchesIn(entries, nodesById(entries)));

test('messages of the user after the same answer are branches, each with the ends of its neighbors', () => {
  const tree = [
    entry('q', null, 'user'),
    entry('a', 'q', 'assistant'),
    entry('one', 'a', 'user'),
    entry('one-a', 'one', 'assistant'),
    entry('two', 'a', 'user'),
    entry('two-a', 'two', 'assistant'),
    entry('three', 'a', 'user'),
  ];
  assert.deepEqual(branches(tree), {
    one: { at: 1, count: 3, next: 'two-a' },
    two: { at: 2, count: 3, previous: 'one-a', next: 'three' },
    three: { at: 3, count: 3, previous: 'two-a' },
  });
});

test('labels and settings between an answer and a message do not make another point', () => {
  const tree = [
    entry('a', null, 'assistant'),
    entry('one', 'a', 'user'),
    entry('label', 'a'),
    entry('two', 'label', 'user'),
  ];
  assert.deepEqual(Object.keys(branches(tree)), ['one', 'two']);
});

test('two first messages of a session are branches of its start', () => {
  const tree = [entry('one', null, 'user'), entry('one-a', 'one', 'assistant'), entry('two', null, 'user')];
  assert.deepEqual(branches(tree).two, { at: 2, count: 2, previous: 'one-a' });
});

test('a conversation without branches lists none, and parents that form a cycle end the search', () => {
  assert.deepEqual(branches([entry('q', null, 'user'), entry('a', 'q', 'assistant')]), {});
  assert.deepEqual(branches([entry('x', 'y'), entry('y', 'x'), entry('q', 'x', 'user')]), {});
});

test('a message after a compaction or a summary follows that, and is no branch of one before it', () => {
  for (const type of ['compaction', 'branch_summary']) {
    const tree = [
      entry('a', null, 'assistant'),
      entry('one', 'a', 'user'),
      { ...entry('point', 'a'), type },
      entry('two', 'point', 'user'),
    ];
    assert.deepEqual(branches(tree), {}, type);
  }
});

test('the neighbor of a branch is shown at the end that was written last, whatever it branches into', () => {
  const tree = [
    entry('a', null, 'assistant'),
    entry('one', 'a', 'user'),
    entry('early', 'one', 'assistant'),
    entry('late', 'one', 'assistant'),
    entry('two', 'a', 'user'),
    entry('latest', 'late', 'user'),
  ];
  assert.equal(branches(tree).two?.previous, 'latest');
});
