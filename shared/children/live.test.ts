import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveChild } from '../view/live-child.ts';
import { isSameChild, startedWith } from './live.ts';

const live: LiveChild = {
  ...{ id: 'c', name: 'Explore', task: 'Look', model: '', state: 'running', turns: 0, tokens: null, cost: 0 },
  ...{ last: '', failure: '', acts: [] },
};

test('a child of a result is the one with its id, or, without one, the one that does the same', () => {
  const told = { name: 'Explore', task: 'Look', state: 'running' as const };
  assert.equal(isSameChild(live, { ...told, id: 'c' }), true);
  assert.equal(isSameChild(live, { ...told, id: 'd' }), false);
  assert.equal(isSameChild(live, told), true);
  assert.equal(isSameChild(live, { ...told, task: 'Else' }), false);
  assert.equal(isSameChild({ ...live, group: 'r' }, told), false);
});

test('a result that names only a run or a batch has the children of it', () => {
  const all = [live, { ...live, group: 'r' }, { ...live, group: 'b' }];
  assert.deepEqual(startedWith({ asyncId: 'r', results: [] }, all), [all[1]]);
  assert.deepEqual(startedWith({ batchRunId: 'b' }, all), [all[2]]);
  assert.deepEqual(startedWith({}, all), []);
  assert.deepEqual(startedWith(null, all), []);
});
