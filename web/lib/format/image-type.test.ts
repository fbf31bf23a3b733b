import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitmapType, imageType } from './image-type.ts';

test('images are recognized by their extension in any case, and an SVG is not a bitmap', () => {
  assert.equal(imageType('a/b.PNG'), 'image/png');
  assert.equal(imageType('a.png/b'), null);
  assert.equal(imageType('noextension'), null);
  assert.equal(imageType('icon.svg'), 'image/svg+xml');
  assert.equal(bitmapType('icon.svg'), null);
});
