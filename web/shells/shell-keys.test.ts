import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withModifiers } from './shell-keys.ts';

test('Ctrl makes a letter its control character, and Alt puts Escape before it', () => {
  assert.equal(withModifiers('c', { ctrl: true, alt: false }), '\x03');
  assert.equal(withModifiers('[', { ctrl: true, alt: false }), '\x1b');
  assert.equal(withModifiers('b', { ctrl: false, alt: true }), '\x1bb');
  assert.equal(withModifiers('x', { ctrl: true, alt: true }), '\x1b\x18');
  assert.equal(withModifiers('é', { ctrl: true, alt: false }), 'é');
  assert.equal(withModifiers('\x1b[A', { ctrl: true, alt: false }), '\x1b[A');
});
