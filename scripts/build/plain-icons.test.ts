import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlineOf } from './plain-icons.ts';

test('a path keeps its data, and begins at the same point when it follows another path', () => {
  assert.equal(outlineOf(['path', { d: 'M18 6 6 18' }]), 'M18 6 6 18');
  assert.equal(outlineOf(['path', { d: 'm6 6 12 12' }]), 'M6 6l12 12');
  assert.equal(outlineOf(['path', { d: 'm9.5-1.5.5.5' }]), 'M9.5 -1.5l.5.5');
  assert.equal(outlineOf(['path', { d: 'm12 3v6' }]), 'M12 3v6');
});

test('every other shape becomes a path of the same outline', () => {
  assert.equal(outlineOf(['line', { x1: '1', y1: '2', x2: '3', y2: '4' }]), 'M1 2L3 4');
  assert.equal(outlineOf(['polyline', { points: '1 2 3 4' }]), 'M1 2 3 4');
  assert.equal(outlineOf(['polygon', { points: '1 2 3 4 5 6' }]), 'M1 2 3 4 5 6Z');
  assert.equal(
    outlineOf(['circle', { cx: '12', cy: '12', r: '10' }]),
    'M2 12a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z',
  );
  assert.equal(outlineOf(['rect', { x: '1', y: '2', width: '3', height: '4' }]), 'M1 2h3v4h-3z');
  assert.equal(
    outlineOf(['rect', { x: '3', y: '3', width: '18', height: '16', rx: '2' }]),
    'M5 3h14a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
  );
});

test('an unknown shape fails the build instead of leaving a hole in an icon', () => {
  assert.throws(() => outlineOf(['text', {}]), /cannot draw/);
});
