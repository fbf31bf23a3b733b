import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { Draft } from './draft/draft.svelte.ts';
import { keepOwnHistory } from './own-history.ts';

class Input extends Event {
  readonly inputType: string;
  constructor(type: string, inputType: string) {
    super(type, { cancelable: true });
    this.inputType = inputType;
  }
}

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
  Object.assign(globalThis, { InputEvent: Input });
});

function setUp() {
  const draft = new Draft();
  draft.openSession('a', false);
  const field = Object.assign(new EventTarget(), { value: '' });
  const carets: number[] = [];
  const end = keepOwnHistory(field as unknown as HTMLTextAreaElement, draft, (caret) => carets.push(caret));
  draft.text = 'one';
  draft.text = 'one and two';
  /** Returns whether the browser does what it would do by itself. */
  const press = (key: string, keys: Partial<KeyboardEvent> = { ctrlKey: true }): boolean => {
    const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false };
    return field.dispatchEvent(
      Object.assign(new Event('keydown', { cancelable: true }), { ...plain, key, ...keys }),
    );
  };
  const input = (type: string, inputType: string): boolean => field.dispatchEvent(new Input(type, inputType));
  return { draft, field, carets, end, press, input };
}

test('the keys of undo and redo go through the texts of the draft, with the caret behind the change', () => {
  const { draft, press, carets } = setUp();
  assert.equal(press('z'), false, 'the browser does not undo as well');
  assert.equal(draft.text, 'one');
  press('Z', { ctrlKey: true, shiftKey: true });
  assert.equal(draft.text, 'one and two');
  press('z', { metaKey: true });
  assert.equal(draft.text, 'one');
  press('y');
  assert.equal(draft.text, 'one and two');
  assert.deepEqual(carets, [3, 11, 3, 11]);
});

test('other keys, and those of an input method, are left alone', () => {
  const { draft, press } = setUp();
  for (const [key, keys] of [
    ['z', {}],
    ['z', { ctrlKey: true, altKey: true }],
    ['y', { metaKey: true }],
    ['y', { ctrlKey: true, shiftKey: true }],
    ['a', { ctrlKey: true }],
    ['z', { ctrlKey: true, isComposing: true }],
  ] as const)
    assert.equal(press(key, keys), true, JSON.stringify([key, keys]));
  assert.equal(draft.text, 'one and two');
});

test('the menus of the browser do the same as the keys, and its own history never reaches the draft', () => {
  const { draft, field, input } = setUp();
  assert.equal(input('beforeinput', 'historyUndo'), false);
  assert.equal(draft.text, 'one');
  assert.equal(input('beforeinput', 'historyRedo'), false);
  assert.equal(draft.text, 'one and two');
  assert.equal(input('beforeinput', 'insertText'), true);
  field.value = 'what the browser brought back';
  let heard = 0;
  field.addEventListener('input', () => (heard += 1));
  input('input', 'historyUndo');
  assert.deepEqual([field.value, heard], ['one and two', 0]);
  input('input', 'insertText');
  assert.equal(heard, 1);
});

test('what an input method tries is one step', () => {
  const { draft, field, press } = setUp();
  field.dispatchEvent(new Event('compositionstart'));
  for (const text of ['one and twoに', 'one and twoにほ', 'one and two日本']) draft.text = text;
  field.dispatchEvent(new Event('compositionend'));
  press('z');
  assert.equal(draft.text, 'one and two');
});

test('a field that is gone listens no more', () => {
  const { draft, press, end } = setUp();
  end();
  assert.equal(press('z'), true);
  assert.equal(draft.text, 'one and two');
});

test('where there is nothing to undo, the caret stays', () => {
  const { draft, press, carets } = setUp();
  press('z');
  press('z');
  carets.length = 0;
  press('z');
  assert.deepEqual([draft.text, carets], ['', []]);
});
