import assert from 'node:assert/strict';
import { test } from 'node:test';
import { menuPlace } from './menu-place.ts';

const ROW = { getBoundingClientRect: () => ({ left: 12, bottom: 340 }) as DOMRect };

test('a menu opens where the pointer is, and below its row when the menu key has opened it', () => {
  assert.deepEqual(menuPlace({ clientX: 80, clientY: 330 }, ROW), { x: 80, y: 330 });
  assert.deepEqual(menuPlace({ clientX: 0, clientY: 0 }, ROW), { x: 12, y: 340 });
});
