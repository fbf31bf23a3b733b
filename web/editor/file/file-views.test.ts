import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Phase } from './file-phase.ts';
import { viewsOf } from './file-views.ts';

const OPEN: Phase = { status: 'open', isReadOnly: false };
const refused = (kind: 'isHuge' | 'isBinary'): Phase => ({
  ...{ status: 'refused', message: '', canRetry: false, isHuge: false, isBinary: true },
  [kind]: true,
});

function viewsAt(path: string, more: Partial<Parameters<typeof viewsOf>[0]> = {}) {
  const { viewer, isPreview, hasChoice } = viewsOf({
    ...{ path, phase: OPEN, text: 'a,b\n', isPreviewed: null, opensInViewer: true },
    ...more,
  });
  return [viewer?.kind, isPreview, hasChoice];
}

test('a file that opens in its viewer has its text, too, and the choice of the user counts', () => {
  assert.deepEqual(viewsAt('a.csv'), ['table', true, true]);
  assert.deepEqual(viewsAt('a.csv', { isPreviewed: false }), ['table', false, true]);
  assert.deepEqual(viewsAt('a.md', { opensInViewer: false }), ['markdown', false, true]);
  assert.deepEqual(viewsAt('a.ts', { opensInViewer: false }), [undefined, false, false]);
});

test('a huge table opens as text, and a pointer of git LFS too', () => {
  assert.deepEqual(viewsAt('a.csv', { phase: refused('isHuge'), text: '' }), ['table', false, true]);
  const text = 'version https://git-lfs.github.com/spec/v1\noid sha256:'.concat('a'.repeat(64), '\nsize 1\n');
  assert.deepEqual(viewsAt('a.csv', { text }), ['table', false, true]);
});

test('bytes have only the view of their kind, and a text is not shown before it is read', () => {
  assert.deepEqual(viewsAt('a.png', { phase: refused('isBinary'), isPreviewed: false }), [
    'image',
    true,
    false,
  ]);
  const phase: Phase = { status: 'loading' };
  assert.deepEqual(viewsAt('a.csv', { phase }), [undefined, false, false]);
  assert.deepEqual(viewsAt('a.png', { phase, opensInViewer: false }), [undefined, false, false]);
  // Nobody waits for a picture to be read as a text.
  assert.deepEqual(viewsAt('a.png', { phase }), ['image', true, false]);
});
