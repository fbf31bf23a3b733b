import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Toasts } from './toasts.svelte.ts';

const note = (id: string, message = id) => ({ id, kind: 'info' as const, message });

test('however much is said, three toasts stand and the rest is a number', () => {
  const toasts = new Toasts();
  for (let i = 0; i < 1_000; i++) toasts.add([note(`n${i}`)]);
  assert.deepEqual(
    toasts.shown.map(({ id }) => id),
    ['n997', 'n998', 'n999'],
  );
  assert.equal(toasts.pushedOut, 997);
});

test('the same thing said again is one toast, counted, and comes last', () => {
  const toasts = new Toasts();
  toasts.add([note('a', 'same'), note('b', 'other'), note('c', 'same')]);
  assert.deepEqual(
    toasts.shown.map(({ message, times }) => [message, times]),
    [
      ['other', 1],
      ['same', 2],
    ],
  );
  assert.equal(toasts.pushedOut, 0);
});

test('what the page says and pi repeats, in whichever order, is said once', () => {
  const toasts = new Toasts();
  toasts.say('warning', 'Nothing to compact');
  toasts.add([note('n', 'Nothing to compact')]);
  toasts.say('warning', 'Nothing to compact');
  assert.deepEqual(
    toasts.shown.map(({ id, times }) => [id, times]),
    [['n', 1]],
  );
});

test('when the last toast is dismissed, the number goes with it', () => {
  const toasts = new Toasts();
  toasts.add(['a', 'b', 'c', 'd'].map((id) => note(id)));
  for (const { id } of toasts.shown) toasts.dismiss(id);
  assert.equal(toasts.pushedOut, 0);
});
