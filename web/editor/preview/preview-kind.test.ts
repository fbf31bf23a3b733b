import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageType, previewOf } from './preview-kind.ts';

test('images are known by their extension, in upper case too; Markdown and SVG have a preview beside their text', () => {
  assert.equal(imageType('a/b.PNG'), 'image/png');
  assert.equal(imageType('a.png/b'), null);
  assert.equal(imageType('noextension'), null);
  assert.equal(previewOf('README.md'), 'markdown');
  assert.equal(previewOf('icon.svg'), 'image');
  assert.equal(previewOf('a.ts'), null);
});
