import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TypedAhead } from './typed-ahead.svelte.ts';

test('what was typed before the palette was loaded is in it once', () => {
  const typed = new TypedAhead();
  typed.text = 'new';
  typed.isEntered = true;
  assert.deepEqual(typed.takeText(), { text: 'new', isEntered: true });
  assert.deepEqual(typed.takeText(), { text: '', isEntered: false });
});
