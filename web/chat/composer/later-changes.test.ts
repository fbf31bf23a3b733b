import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, ChangedTurn } from '../../../shared/changes.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import { laterChanges } from './later-changes.ts';

const user = (at: number): Entry => ({
  key: `user-${at}`,
  message: { role: 'user', content: 'x', timestamp: at },
});

function left(at: number, paths: string[], { undone = false } = {}): ChangedTurn {
  const files = paths.map((path) => ({ path, undone }) as ChangedFile);
  return { id: `user-${at}`, at, coverage: 'full', isOnOtherBranch: true, files };
}

test('the later changes are those of the turns that were left, each file once, without those that were undone', () => {
  const turns = [left(1, ['early']), left(3, ['a', 'b']), left(4, ['b']), left(5, ['c'], { undone: true })];
  assert.deepEqual(laterChanges(turns, [user(2)]), { from: 'user-3', files: 2 });
  assert.deepEqual(laterChanges(turns, []), { from: 'user-1', files: 3 }, 'of the first message');
});

test('there are none on the branch itself, before its end, or once they are undone', () => {
  const { isOnOtherBranch, ...own } = left(3, ['a']);
  assert.equal(isOnOtherBranch, true);
  for (const turns of [[], [own], [left(1, ['a'])], [left(3, ['a'], { undone: true })]])
    assert.equal(laterChanges(turns, [user(2)]), null);
});
