import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onReviewKey } from './review-keys.ts';

class Field {}
class Select {}

before(() => Object.assign(globalThis, { HTMLTextAreaElement: Field, HTMLSelectElement: Select }));

function setUp() {
  const did: string[] = [];
  const keys = ['j', 'k', 'J', 'K', 'y', 'Y', 'u', 'U', 'c', 'r', 'Escape', 'Mod+Enter'] as const;
  const acts = Object.fromEntries(keys.map((key) => [key, () => did.push(key)])) as never;
  const handle = onReviewKey(acts);
  /** Returns what was done, and whether the browser does what it would do by itself. */
  const press = (key: string, more: object = {}): [string[], boolean] => {
    const pressed = { key, ctrlKey: false, metaKey: false, altKey: false, target: {}, ...more };
    const event = new Event('keydown', { cancelable: true });
    for (const [name, value] of Object.entries(pressed)) Object.defineProperty(event, name, { value });
    handle(event as unknown as KeyboardEvent);
    return [did.splice(0), !event.defaultPrevented];
  };
  return { press };
}

test('the keys act on the change, with Shift on the file, and Ctrl+Z takes the last undo back', () => {
  const { press } = setUp();
  assert.deepEqual(press('u'), [['u'], false]);
  assert.deepEqual(press('U'), [['U'], false]);
  assert.deepEqual(press('z', { ctrlKey: true }), [['r'], false]);
  assert.deepEqual(press('z', { metaKey: true }), [['r'], false]);
  assert.deepEqual(press('Enter', { ctrlKey: true }), [['Mod+Enter'], false]);
});

test('other keys, and letters that are typed into a field, change nothing', () => {
  const { press } = setUp();
  for (const [key, more] of [
    ['z', {}],
    ['Enter', {}],
    ['u', { ctrlKey: true }],
    ['u', { altKey: true }],
    ['u', { target: new Field() }],
    ['y', { target: new Select() }],
    ['toString', {}],
  ] as const)
    assert.deepEqual(press(key, more), [[], true], key);
});
