import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphOf, type GraphRow } from './commit-graph.ts';

/** `a:b,c` is a commit a with the parents b and c. */
const commits = (text: string): { id: string; parents: string[] }[] =>
  text.split(' ').map((one) => {
    const [id = '', parents = ''] = one.split(':');
    return { id, parents: parents.split(',').filter(Boolean) };
  });
const draw = (text: string): string[] =>
  graphOf(commits(text)).rows.map(
    ({ lane, passing, from, to }: GraphRow) => `${lane} | ${passing.join()} | ${from.join()} > ${to.join()}`,
  );

test('a line of commits is one lane', () => {
  assert.deepEqual(draw('c:b b:a a'), ['0 |  |  > 0', '0 |  | 0 > 0', '0 |  | 0 > ']);
});

test('a branch gets a lane of its own, from the merge to the commit where it began', () => {
  assert.deepEqual(draw('m:b,x x:a b:a a'), [
    '0 |  |  > 0,1',
    '1 | 0 | 1 > 1',
    '0 | 1 | 0 > 1',
    '1 |  | 1 > ',
  ]);
});

test('branches that are not merged begin in a free lane, which is used again', () => {
  assert.deepEqual(draw('b:a x:a a y'), ['0 |  |  > 0', '1 | 0 |  > 0', '0 |  | 0 > ', '0 |  |  > ']);
});

test('a parent that came first has no line, and a page continues the graph', () => {
  assert.deepEqual(draw('a b:a'), ['0 |  |  > ', '0 |  |  > ']);
  const all = commits('m:b,x x:a b:a a');
  const first = graphOf(all.slice(0, 2));
  const both = graphOf(all, first);
  assert.deepEqual(both.rows, graphOf(all).rows);
  assert.equal(both.rows[0], first.rows[0], 'known rows stay');
  assert.deepEqual(graphOf(commits('z:y y'), first).rows, graphOf(commits('z:y y')).rows);
  assert.equal(both.width, 2);
});
