import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../shared/view/conversation.ts';
import { nestedRuns } from './chat-context.ts';

test('runs that another run started are listed under that run, in the order of their starts', () => {
  const run = (id: string, parentId?: string): ToolRun => ({ id, parentId }) as ToolRun;
  const runs = { a: run('a'), b: run('b', 'a'), c: run('c', 'x'), d: run('d', 'a') };
  const nested = nestedRuns(runs);
  assert.deepEqual(
    nested.get('a')?.map(({ id }) => id),
    ['b', 'd'],
  );
  assert.deepEqual([...nested.keys()], ['a', 'x']);
});

test('without nested runs the same map is returned, so that nothing is updated', () => {
  assert.equal(nestedRuns({}), nestedRuns({ a: { id: 'a' } as ToolRun }));
});
