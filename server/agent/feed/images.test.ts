import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImageStore } from './images.ts';

const image = (fill: number, size = 10): string => Buffer.alloc(size, fill).toString('base64');

function add(store: ImageStore, mimeType: string, base64: string): string {
  const ref = store.add(mimeType, base64);
  assert.ok(ref !== null);
  return ref;
}

test('an image is returned byte for byte by its reference', () => {
  const store = new ImageStore();
  const stored = store.get(add(store, 'image/png', image(7)));
  assert.deepEqual(stored, { mimeType: 'image/png', bytes: Buffer.alloc(10, 7) });
});

test('the same image has the same reference, and a different one if its type differs', () => {
  const store = new ImageStore();
  assert.equal(add(store, 'image/png', image(1)), add(store, 'image/png', image(1)));
  assert.notEqual(add(store, 'image/png', image(1)), add(store, 'image/gif', image(1)));
});

test('S-40: a type that can contain scripts, or is not an image, is not stored', () => {
  const store = new ImageStore();
  for (const type of ['image/svg+xml', 'text/html', 'application/pdf', 'image/PNG', '']) {
    assert.equal(store.add(type, image(1)), null);
  }
  assert.equal(store.add('image/png', ''), null);
});

test('if the images are too large together, the one added longest ago is dropped', () => {
  const store = new ImageStore(25);
  const [a, b] = [add(store, 'image/png', image(1)), add(store, 'image/png', image(2))];
  add(store, 'image/png', image(1)); // seen again
  const c = add(store, 'image/png', image(3));
  assert.deepEqual(
    [a, b, c].map((ref) => store.get(ref) !== undefined),
    [true, false, true],
  );
});

test('an image that is too large by itself drops no others', () => {
  const store = new ImageStore(25);
  const ref = add(store, 'image/png', image(1));
  assert.equal(store.add('image/png', image(2, 26)), null);
  assert.ok(store.get(ref));
});
