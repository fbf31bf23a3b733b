import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyReleases } from './key-releases.ts';

const US = { isMac: false, unshifted: () => undefined };
const key = (name: string, code: string, more: { shiftKey?: boolean } = {}) => ({
  key: name,
  code,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

test('a released key is reported once, with its modifiers at the press', () => {
  const releases = new KeyReleases(US);
  releases.onKeyDown(key('ArrowLeft', 'ArrowLeft'));
  releases.onKeyDown(key('F', 'KeyF', { shiftKey: true }));
  assert.equal(releases.onKeyUp(key('ArrowLeft', 'ArrowLeft')), '\x1b[1;1:3D');
  assert.equal(releases.onKeyUp(key('ArrowLeft', 'ArrowLeft')), '');
  assert.equal(releases.onKeyUp(key('f', 'KeyF')), '\x1b[102:70;2:3u');
});

test('keys that are held when the focus leaves are released, and a modifier alone is not reported', () => {
  const releases = new KeyReleases(US);
  releases.onKeyDown(key('Shift', 'ShiftLeft', { shiftKey: true }));
  releases.onKeyDown(key(' ', 'Space'));
  assert.equal(releases.releaseAll(), '\x1b[32;1:3u');
  assert.equal(releases.releaseAll(), '');
});
