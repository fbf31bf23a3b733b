import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageType } from '../lib/format/image-type.ts';
import { mediaType } from './media/media-type.ts';
import { opensAsText, VIEWERS, viewerOf } from './viewers.ts';

test('a file is shown by the viewer of its extension, in lower or upper case, and others only as text', () => {
  assert.equal(viewerOf('docs/README.md')?.kind, 'markdown');
  assert.equal(viewerOf('a b.PNG')?.kind, 'image');
  assert.equal(viewerOf('icon.svg')?.isText, true);
  assert.equal(viewerOf('a.ts'), null);
  assert.equal(viewerOf('png'), null);
});

test('code, tables and notebooks open as text, and what is not text by its name does not', () => {
  for (const path of ['a.ts', 'Makefile', 'a.csv', 'a.ipynb', 'a.md', 'a.svg'])
    assert.ok(opensAsText(path), path);
  for (const path of ['a.pdf', 'a.PNG', 'a.mp3', 'a.webm', 'a.woff2']) assert.ok(!opensAsText(path), path);
});

test('no extension has two viewers', () => {
  const all = VIEWERS.flatMap(({ extensions }) => extensions);
  assert.deepEqual(all, [...new Set(all)]);
});

test('each image, sound and video has a media type, which the browser needs to show it', () => {
  for (const { kind, extensions } of VIEWERS) {
    for (const extension of extensions) {
      if (kind === 'image' || kind === 'drawing') assert.match(imageType(`a.${extension}`)!, /^image\//);
      if (kind === 'audio' || kind === 'video')
        assert.ok(mediaType(`a.${extension}`).startsWith(kind), extension);
    }
  }
});
