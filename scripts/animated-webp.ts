// Makes one animated WebP of screenshots: each frame holds only the rectangle that differs from the one before.
// Chromium compares and compresses the pixels, because a library for that would be larger than the panel.
import type { Browser } from 'playwright';

/** A PNG, and how long it is shown, in ms. */
export interface Frame {
  png: Buffer;
  ms: number;
}

interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  /** A WebP file, in Base64. */
  webp: string;
}

/** `quality`: from 0 to 1. */
export async function animatedWebp(
  browser: Browser,
  frames: readonly Frame[],
  quality: number,
): Promise<Buffer> {
  const page = await browser.newPage();
  const parts: (Part & { ms: number })[] = [];
  for (const [index, { png, ms }] of frames.entries()) {
    const before = frames[index - 1]?.png.toString('base64') ?? null;
    const part = await page.evaluate(differingPart, { png: png.toString('base64'), before, quality });
    const last = parts.at(-1);
    if (part) parts.push({ ...part, ms });
    else if (last) last.ms += ms;
  }
  await page.close();
  const [first] = parts;
  if (!first) throw new Error('An animation needs a frame.');
  return riff([
    header(first),
    chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
    ...parts.map(frameChunk),
  ]);
}

/** Runs in the browser. Returns null if the pictures are the same. */
async function differingPart(given: {
  png: string;
  before: string | null;
  quality: number;
}): Promise<Part | null> {
  const read = async (base64: string): Promise<ImageBitmap> =>
    createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const picture = await read(given.png);
  const { width, height } = picture;
  const pixels = (bitmap: ImageBitmap): Uint32Array => {
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };
  let [left, top, right, bottom] = [0, 0, width, height];
  if (given.before !== null) {
    const now = pixels(picture);
    const then = pixels(await read(given.before));
    [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = 0; at < now.length; at++) {
      if (now[at] === then[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
    if (right === 0) return null;
    // The format can only place a frame at even coordinates.
    [left, top] = [left - (left % 2), top - (top % 2)];
  }
  const canvas = new OffscreenCanvas(right - left, bottom - top);
  canvas.getContext('2d')!.drawImage(picture, -left, -top);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: given.quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const webp = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { x: left, y: top, width: canvas.width, height: canvas.height, webp };
}

function header({ width, height }: Part): Buffer {
  const data = Buffer.alloc(10);
  data[0] = 0b10; // animated
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', data);
}

function frameChunk({ x, y, width, height, ms, webp }: Part & { ms: number }): Buffer {
  const place = Buffer.alloc(16);
  for (const [index, value] of [x / 2, y / 2, width - 1, height - 1, Math.round(ms)].entries())
    place.writeUIntLE(value, index * 3, 3);
  place[15] = 0b10; // replaces the pixels below, without blending
  return chunk('ANMF', Buffer.concat([place, pictureOf(Buffer.from(webp, 'base64'))]));
}

/** Returns the chunks of a still WebP that hold its pixels. */
function pictureOf(file: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 12; at < file.length;) {
    const end = at + 8 + Math.ceil(file.readUInt32LE(at + 4) / 2) * 2;
    if (['VP8 ', 'VP8L', 'ALPH'].includes(file.toString('latin1', at, at + 4)))
      kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function riff(chunks: readonly Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}
