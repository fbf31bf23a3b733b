import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askToResolve } from './ask-to-resolve.ts';

test('pi is told which files have conflicts, and leaves it to the user to continue', () => {
  const text = askToResolve('rebase', ['a.ts', 'lib/b.ts']);
  assert.match(text, /^A rebase stopped with conflicts in these files:\n- a\.ts\n- lib\/b\.ts\n\n/);
  assert.match(text, / Do not continue the rebase yourself\.$/);
});

test('conflicts of a stash have nothing to continue', () => {
  const text = askToResolve(undefined, ['a.ts']);
  assert.match(text, /^A stash stopped with conflicts in these files:\n- a\.ts\n/);
  assert.doesNotMatch(text, /continue/);
});
