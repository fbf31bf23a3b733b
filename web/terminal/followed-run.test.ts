import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../shared/view/view.ts';
import { FollowedRun } from './followed-run.svelte.ts';

/** `a b+`: the newest first, with a plus while it runs. */
function runs(text: string): ToolRun[] {
  return text.split(' ').map((name) => {
    const state = name.endsWith('+') ? 'running' : 'ok';
    return { id: name.replace('+', ''), name: 'bash', state } as ToolRun;
  });
}

function shown(...moments: string[]): (string | undefined)[] {
  const followed = new FollowedRun();
  return moments.map((moment) => followed.among(runs(moment))?.id);
}

test('who follows sees the run that began last', () => {
  assert.deepEqual(shown('a+', 'b+ a+', 'c+ b+ a+'), ['a', 'b', 'c']);
  assert.deepEqual(shown('b a+'), ['a'], 'who comes later sees what runs');
  assert.deepEqual(shown('b a'), ['b']);
});

test('the end of a run moves nobody, whatever else runs', () => {
  assert.deepEqual(shown('b+ a+', 'b a+', 'b a'), ['b', 'b', 'b']);
  assert.deepEqual(shown('a+', 'a', 'b+ a'), ['a', 'a', 'b']);
});

test('a run that came and went unseen is the newest all the same, an older one that turns up is not', () => {
  assert.deepEqual(shown('a', 'b a'), ['a', 'b']);
  assert.deepEqual(shown('b', 'b a', 'b a+'), ['b', 'b', 'b']);
});

test('of another session nothing is known yet, and on demand what runs is shown', () => {
  assert.deepEqual(shown('b+ a+', 'd c+'), ['b', 'c']);
  const followed = new FollowedRun();
  followed.among(runs('b+ a+'));
  followed.restart();
  assert.equal(followed.among(runs('b a+'))?.id, 'a');
});
