import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../shared/view/conversation.ts';
import { FollowedRun } from './followed-run.svelte.ts';

/** Parses `a b+`: newest first, with a plus for a run that is still running. */
function runs(text: string): ToolRun[] {
  return text.split(' ').map((name) => {
    const state = name.endsWith('+') ? 'running' : 'ok';
    return { id: name.replace('+', ''), name: 'bash', state } as ToolRun;
  });
}

function shown(...moments: string[]): (string | undefined)[] {
  const followed = new FollowedRun();
  return moments.map((moment) => followed.pick(runs(moment))?.id);
}

test('the followed run is the one that started last', () => {
  assert.deepEqual(shown('a+', 'b+ a+', 'c+ b+ a+'), ['a', 'b', 'c']);
  assert.deepEqual(shown('b a+'), ['a'], 'a page that opens later shows the running one');
  assert.deepEqual(shown('b a'), ['b']);
});

test('the followed run stays when it ends, whatever else runs', () => {
  assert.deepEqual(shown('b+ a+', 'b a+', 'b a'), ['b', 'b', 'b']);
  assert.deepEqual(shown('a+', 'a', 'b+ a'), ['a', 'a', 'b']);
});

test('a run that started and ended between two calls counts as new; an older one that is loaded later does not', () => {
  assert.deepEqual(shown('a', 'b a'), ['a', 'b']);
  assert.deepEqual(shown('b', 'b a', 'b a+'), ['b', 'b', 'b']);
});

test('the runs of another session replace the followed run, and after `restart` a running one is picked', () => {
  assert.deepEqual(shown('b+ a+', 'd c+'), ['b', 'c']);
  const followed = new FollowedRun();
  followed.pick(runs('b+ a+'));
  followed.restart();
  assert.equal(followed.pick(runs('b a+'))?.id, 'a');
});
