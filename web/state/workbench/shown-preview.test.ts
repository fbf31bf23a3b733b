import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownPreview, showPreview } from './shown-preview.svelte.ts';

test('the preview shows what was asked for last, in front, with the focus', () => {
  const did: string[] = [];
  const workbench = {
    showCover: (region: string) => void did.push(`show ${region}`),
    focus: { find: () => ({ enter: (region: string) => void did.push(`enter ${region}`) }) },
  };
  showPreview(workbench, { file: 'index.html' });
  showPreview(workbench, { port: 5173, path: '/' });
  assert.deepEqual(shownPreview.request, { port: 5173, path: '/' });
  assert.deepEqual(did, ['show preview', 'enter preview', 'show preview', 'enter preview']);
});
