// The files that let a phone or desktop install the page as an app. They are served as they are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const read = (name: string): Buffer => readFileSync(new URL(`../../web/public/${name}`, import.meta.url));

test('the manifest names icons that exist in the sizes it says, and addresses that work below any base path', () => {
  const { icons, start_url, scope } = JSON.parse(read('manifest.webmanifest').toString()) as {
    icons: { src: string; sizes: string }[];
    start_url: string;
    scope: string;
  };
  assert.deepEqual([start_url, scope], ['./', './']);
  assert.ok(icons.some(({ sizes }) => sizes === '192x192') && icons.some(({ sizes }) => sizes === '512x512'));
  for (const { src, sizes } of icons) {
    const png = read(src);
    // PNG: the width and height in the first chunk.
    assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes, src);
  }
});
