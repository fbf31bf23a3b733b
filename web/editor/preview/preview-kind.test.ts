import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf } from './preview-kind.ts';

test('Markdown and SVG files have a preview', () => {
  assert.equal(previewOf('README.md'), 'markdown');
  assert.equal(previewOf('icon.svg'), 'image');
  assert.equal(previewOf('a.ts'), null);
});
