import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Toasts, type Toast } from './toasts.svelte.ts';

const note = (id: string, message = id) => ({ id, kind: 'info' as const, message });

test('three toasts are shown, and the others are counted', () => {
  const toasts = new Toasts();
  for (let i = 0; i < 1_000; i++) toasts.add([note(`n${i}`)]);
  assert.deepEqual(
    toasts.shown.map(({ id }) => id),
    ['n997', 'n998', 'n999'],
  );
  assert.equal(toasts.droppedCount, 997);
});

test('a repeated message is a single toast with a count, and moves to the end', () => {
  const toasts = new Toasts();
  toasts.add([note('a', 'same'), note('b', 'other'), note('c', 'same')]);
  assert.deepEqual(
    toasts.shown.map(({ message, times }) => [message, times]),
    [
      ['other', 1],
      ['same', 2],
    ],
  );
  assert.equal(toasts.droppedCount, 0);
});

test('a message that both the page and pi report counts once, in either order', () => {
  const toasts = new Toasts();
  toasts.show('warning', 'Nothing to compact');
  toasts.add([note('n', 'Nothing to compact')]);
  toasts.show('warning', 'Nothing to compact');
  assert.deepEqual(
    toasts.shown.map(({ id, times }) => [id, times]),
    [['n', 1]],
  );
});

test('a message that the page shows again moves to the end', () => {
  const toasts = new Toasts();
  toasts.show('info', '1 file redone.');
  toasts.show('info', '1 file undone.');
  const [first] = toasts.shown;
  toasts.show('info', '1 file redone.');
  assert.deepEqual(
    toasts.shown.map(({ message }) => message),
    ['1 file undone.', '1 file redone.'],
  );
  assert.notEqual(toasts.shown[1]!.id, first!.id);
});

test('dismissing the last toast resets the count of the others', () => {
  const toasts = new Toasts();
  toasts.add(['a', 'b', 'c', 'd'].map((id) => note(id)));
  for (const { id } of toasts.shown) toasts.dismiss(id);
  assert.equal(toasts.droppedCount, 0);
});

test('only the page’s own messages are kept after their toasts are gone, since the view keeps pi’s notices', () => {
  const toasts = new Toasts();
  toasts.show('error', "The browser didn't allow copying.");
  toasts.add([note('a')]);
  toasts.dismissAll();
  assert.deepEqual(
    toasts.kept.map(({ message }) => message),
    ["The browser didn't allow copying."],
  );
});

test('the action of a toast stays in the list after the toast is gone, and runs once', () => {
  const toasts = new Toasts();
  let undone = 0;
  toasts.show('info', 'Deleted', { label: 'Undo', act: () => undone++ });
  const [{ id }] = toasts.shown as [Toast];
  toasts.dismiss(id);
  assert.equal(toasts.kept[0]?.action?.label, 'Undo');
  toasts.act(id);
  toasts.act(id);
  assert.deepEqual([undone, toasts.kept[0]?.action, toasts.kept[0]?.message], [1, undefined, 'Deleted']);
});

test('a toast shows the message in the JSON of an error', () => {
  const toasts = new Toasts();
  toasts.add([note('a', '529: {"type":"overloaded_error","message":"Overloaded"}')]);
  assert.equal(toasts.shown[0]?.message, '529: Overloaded');
});

test('a toast goes with its button once that was pressed, before the action shows what has become of it', () => {
  const toasts = new Toasts();
  toasts.show('info', 'Deleted', { label: 'Undo', act: () => toasts.show('info', 'Restored') });
  toasts.act(toasts.shown[0]!.id);
  assert.deepEqual(
    toasts.shown.map(({ message }) => message),
    ['Restored'],
  );
});
