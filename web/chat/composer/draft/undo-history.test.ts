import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Written } from './draft-writing.svelte.ts';
import { caretAfter, UndoHistory } from './undo-history.ts';

const plain = (text: string): Written => ({ text, isPlain: false });

function write(history: UndoHistory, ...texts: string[]): Written {
  texts.slice(1).forEach((text, at) => history.record(plain(texts[at]!), plain(text)));
  return plain(texts.at(-1)!);
}

/** Undoes everything and returns the texts on the way. */
function undoAll(history: UndoHistory, now: Written): string[] {
  const texts: string[] = [];
  for (let next = history.undo(now); next; next = history.undo(next)) texts.push(next.text);
  return texts;
}

test('a word that is typed is one step, and a replaced text is another', () => {
  const history = new UndoHistory();
  const now = write(history, '', 'a', 'ab', 'ab ', 'ab c', 'ab cd', 'see @src/main.ts ');
  assert.deepEqual(undoAll(history, now), ['ab cd', 'ab ', '']);
});

test('deleting letter by letter is one step', () => {
  const history = new UndoHistory();
  assert.deepEqual(undoAll(history, write(history, 'word', 'wor', 'wo', 'w')), ['word']);
});

test('the letters that an input method tries are one step', () => {
  const history = new UndoHistory();
  history.startComposition();
  let now = write(history, 'a', 'aに', 'aにh', 'aにほ', 'a日本');
  history.endComposition();
  now = write(history, now.text, 'a日本!');
  assert.deepEqual(undoAll(history, now), ['a日本', 'a']);
});

test('what was sent does not come back', () => {
  const history = new UndoHistory();
  const now = write(history, '', 'secret plan', '');
  history.clear();
  assert.equal(history.undo(now), null);
  assert.equal(history.redo(now), null);
});

test('typing after an undo gives up what was undone', () => {
  const history = new UndoHistory();
  const undone = history.undo(write(history, '', 'one', 'one and two'))!;
  history.record(undone, plain('one or three'));
  assert.equal(history.redo(plain('one or three')), null);
});

test('the caret is placed after what an undo brings back', () => {
  assert.equal(caretAfter('see ', 'see @main.ts now'.slice(0, 12)), 12);
  assert.equal(caretAfter('ab cd', 'ab XX cd'), 6);
  assert.equal(caretAfter('same', 'same'), 4);
});

test('undo only ever shows texts of its own draft, and redo leads back through the same ones', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 40 }), (texts) => {
      const history = new UndoHistory();
      let now = write(history, ...texts);
      const [first, end] = [texts[0]!, now.text];
      const back = undoAll(history, now);
      assert.ok(back.every((text) => texts.includes(text)));
      now = plain(back.at(-1) ?? end);
      assert.equal(now.text, back.length > 0 ? first : end);
      const forth: string[] = [];
      for (let next = history.redo(now); next; next = history.redo(next)) forth.push(next.text);
      assert.deepEqual(forth, back.length > 0 ? [...back.slice(0, -1).reverse(), end] : []);
    }),
  );
});
