import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { MAX_TOTAL_TEXT } from './attachment.ts';
import { readAttachment } from './read-attachment.ts';

const file = (content: BlobPart, name: string, type = ''): File => new File([content], name, { type });

/** A browser that decodes images of this size, and draws them. */
function withImages(t: TestContext, size: { width: number; height: number } | null): number[][] {
  const drawn: number[][] = [];
  class Canvas {
    getContext = () => ({ drawImage: (_image: unknown, ...place: number[]) => drawn.push(place) });
    convertToBlob = ({ type }: { type: string }) => Promise.resolve(new Blob(['small'], { type }));
    readonly width: number;
    readonly height: number;
    constructor(width: number, height: number) {
      [this.width, this.height] = [width, height];
    }
  }
  const decode = (): Promise<unknown> =>
    size ? Promise.resolve({ ...size, close: () => undefined }) : Promise.reject(new Error('no image'));
  Object.assign(globalThis, { createImageBitmap: decode, OffscreenCanvas: Canvas });
  t.after(() =>
    ['createImageBitmap', 'OffscreenCanvas'].forEach((name) => Reflect.deleteProperty(globalThis, name)),
  );
  return drawn;
}

test('a text file is attached with its name and its whole text', async () => {
  const { id, ...read } = (await readAttachment(file('a\nü\n', 'a.csv', 'text/csv'))) as { id: string };
  assert.notEqual(id, '');
  assert.deepEqual(read, { title: 'a.csv', text: 'a\nü\n' });
});

test('a file that is neither text nor an image, or too large, is refused with its name', async () => {
  for (const bytes of [
    [0xff, 0xd8],
    [0x61, 0, 0x62],
  ])
    await assert.rejects(
      readAttachment(file(Uint8Array.from(bytes), 'a.bin')),
      /^Error: a\.bin is neither text/,
    );
  await assert.rejects(
    readAttachment(file('x'.repeat(MAX_TOTAL_TEXT + 1), 'big.log')),
    /big\.log is too large/,
  );
});

test('an image is attached as it is, and one of more than 4 MB is made smaller', async (t) => {
  const drawn = withImages(t, { width: 4000, height: 1000 });
  const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => n % 256);
  const small = await readAttachment(file(bytes, 'a.png', 'image/png'));
  assert.ok('data' in small);
  assert.deepEqual([small.name, small.mimeType, small.bytes], ['a.png', 'image/png', 100_000]);
  assert.deepEqual(new Uint8Array(Buffer.from(small.data, 'base64')), bytes);
  assert.deepEqual(drawn, []);

  const large = await readAttachment(file(new Uint8Array(4 * 1024 * 1024 + 1), 'big.png', 'image/png'));
  assert.ok('data' in large);
  assert.deepEqual([large.mimeType, large.bytes, drawn], ['image/jpeg', 5, [[0, 0, 2000, 500]]]);
});

test('an image that cannot be decoded is refused, because a provider would refuse every later message', async (t) => {
  withImages(t, null);
  await assert.rejects(readAttachment(file('no image', 'a.png', 'image/png')), /a\.png cannot be read/);
});
