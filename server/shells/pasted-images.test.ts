import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { PastedImages } from './pasted-images.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');

test('a pasted image is a file that only its user can read, until the shell is closed', async (t) => {
  const images = new PastedImages();
  t.after(() => images.close());
  const first = await images.add(PNG);
  const second = await images.add(Buffer.from('RIFF\0\0\n\0WEBPVP8 ', 'latin1'));
  assert.deepEqual([path.basename(first), path.basename(second)], ['image-1.png', 'image-2.webp']);
  assert.deepEqual(await readFile(first), PNG);
  if (process.platform !== 'win32') assert.equal((await stat(first)).mode & 0o077, 0);
  await images.close();
  assert.equal(existsSync(path.dirname(first)), false);
});

test('what is no image is refused and not stored, and the number of images is bounded', async (t) => {
  const images = new PastedImages();
  t.after(() => images.close());
  for (const text of ['', 'hello', '<svg/>', 'xGIF89a', 'PNG'])
    await assert.rejects(images.add(Buffer.from(text)), { status: 415, code: 'no_image' });
  for (let n = 0; n < 100; n += 1) await images.add(PNG);
  await assert.rejects(images.add(PNG), { status: 409, code: 'too_many_images' });
});
