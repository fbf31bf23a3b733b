import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageType } from '../lib/format/image-type.ts';
import { mediaType } from './media/media-type.ts';
import { VIEWERS, viewerOf } from './viewers.ts';

test('a file is shown by the viewer of its extension, in lower or upper case, and others only as text', () => {
  assert.equal(viewerOf('docs/README.md')?.kind, 'markdown');
  assert.equal(viewerOf('a b.PNG')?.kind, 'image');
  assert.equal(viewerOf('icon.svg')?.isText, true);
  assert.equal(viewerOf('a.ts'), null);
  assert.equal(viewerOf('png'), null);
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
