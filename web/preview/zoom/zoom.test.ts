import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Zoom } from './zoom.svelte.ts';

const press = (zoom: Zoom, key: string, ctrlKey = false): boolean =>
  zoom.onKey({ key, ctrlKey, metaKey: false, altKey: false } as KeyboardEvent);

test('a picture is drawn as it fits, until a scale is chosen, and again when it is asked to fit', () => {
  const zoom = new Zoom();
  zoom.fitting = 0.4;
  assert.equal(zoom.scale, 0.4);
  zoom.step(1);
  assert.equal(zoom.scale, 0.5);
  zoom.fitting = 0.3;
  assert.equal(zoom.scale, 0.5);
  zoom.fit();
  assert.equal(zoom.scale, 0.3);
});

test('a step goes to the next larger or smaller scale, and ends at the largest and the smallest', () => {
  const zoom = new Zoom();
  zoom.fitting = 0.1;
  zoom.step(-1);
  assert.equal(zoom.isFitted, true);
  for (let steps = 0; steps < 30; steps++) zoom.step(1);
  assert.equal(zoom.scale, 32);
  zoom.step(-1);
  assert.equal(zoom.scale, 16);
});

test('a toggle leads to the actual size and back, and always changes something', () => {
  const zoom = new Zoom();
  zoom.fitting = 0.5;
  zoom.toggle();
  assert.equal(zoom.scale, 1);
  zoom.toggle();
  assert.equal(zoom.scale, 0.5);
  zoom.fitting = 1;
  zoom.toggle();
  assert.equal(zoom.scale, 2);
});

test('plain keys zoom, and keys of the browser are left to it', () => {
  const zoom = new Zoom();
  assert.equal(press(zoom, '+'), true);
  assert.equal(zoom.scale, 1.5);
  assert.equal(press(zoom, '1'), true);
  assert.equal(zoom.scale, 1);
  assert.equal(press(zoom, '-'), true);
  assert.equal(zoom.scale, 0.75);
  assert.equal(press(zoom, '+', true), false);
  assert.equal(press(zoom, 'a'), false);
  assert.equal(press(zoom, '0'), true);
  assert.equal(zoom.isFitted, true);
});
