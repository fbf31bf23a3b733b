// Grouping of agents by repository.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverviewAgent } from '../../shared/overview.ts';
import { groupByRepository, isInCheckout } from './repository-groups.ts';

const agent = (id: string, repository?: string, worktree?: string): OverviewAgent => ({
  ...{ id, workspace: `/${id}`, session: null, state: 'idle', line: '', since: 0, cost: null, unread: 0 },
  ...{ model: null, dialog: null, endedAt: null },
  ...(repository !== undefined && { git: { branch: 'x', repository, ...(worktree && { worktree }) } }),
});

test('the agents of a repository and its worktrees are listed together, at the position of the first', () => {
  const agents = [agent('a', '/shop', '/shop-1'), agent('b'), agent('c', '/api'), agent('d', '/shop')];
  assert.deepEqual(
    groupByRepository(agents).map(({ agent: { id }, heading, isInGroup }) => [id, heading, isInGroup]),
    [
      ['a', '/shop', true],
      ['d', null, true],
      ['b', null, false],
      ['c', null, false],
    ],
  );
});

test('agents in one folder, and an agent in a worktree alone, are not a group', () => {
  for (const agents of [[agent('a', '/shop'), agent('b', '/shop')], [agent('a', '/shop', '/shop-1')]])
    assert.ok(groupByRepository(agents).every(({ heading, isInGroup }) => heading === null && !isInGroup));
});

test('an agent in a worktree is not in the checkout beside it, even if the name of its folder begins the same', () => {
  const worktree = agent('a', '/shop', '/shop-1');
  assert.deepEqual([isInCheckout(worktree, '/shop'), isInCheckout(worktree, '/shop-1')], [false, true]);
  assert.deepEqual(
    [isInCheckout(agent('b', '/shop'), '/shop'), isInCheckout(agent('c'), '/shop')],
    [true, false],
  );
});
