import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendChord } from './send-chord.ts';

test('the editor has the focus again before it gets the keys, with the codes that Monaco reads', async () => {
  class FakeEvent {
    constructor(type: string, init: object) {
      Object.assign(this, { type }, init);
    }
  }
  Object.assign(globalThis, { KeyboardEvent: FakeEvent });
  const done: unknown[] = [];
  const target = {
    focus: () => done.push('focus'),
    dispatchEvent: ({ type, key, keyCode, ctrlKey }: KeyboardEvent) =>
      done.push([type, key, keyCode, ctrlKey]),
  };
  const pressed = { ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  const keys = [
    { ...pressed, key: 'k', code: 'KeyK', keyCode: 75 },
    { ...pressed, key: 'c', code: 'KeyC', keyCode: 67 },
  ];
  await sendChord(target as unknown as HTMLElement, keys as KeyboardEvent[]);
  assert.deepEqual(done, ['focus', ['keydown', 'k', 75, true], ['keydown', 'c', 67, true]]);
});
