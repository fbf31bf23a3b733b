import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedImages } from './saved-images.ts';

test('the files of pictures are found in a result, each once, in their order', () => {
  const text = [
    'Script completed in 0.1s',
    '[Image saved to /tmp/pi-codemode-1.png (image/png, 1.2KB)]',
    '[Image saved to /tmp/with space (1)/b.webp (image/webp, 70B)]',
    '[Image saved to C:\\Temp\\c.jpg (image/jpeg, 3MB)]',
    '[Image saved to /tmp/pi-codemode-1.png (image/png, 1.2KB)]',
  ].join('\n');
  assert.deepEqual(savedImages(text), [
    '/tmp/pi-codemode-1.png',
    '/tmp/with space (1)/b.webp',
    'C:\\Temp\\c.jpg',
  ]);
});

test('a picture that could not be saved, and text that only looks alike, have no file', () => {
  assert.deepEqual(savedImages('[Image (image/png, 1KB) could not be saved: disk full]'), []);
  assert.deepEqual(savedImages('see [Image saved to /a.png (image/png, 1KB)] there'), []);
  assert.deepEqual(savedImages('[Image saved to /a.png]'), []);
});
