import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImageStore } from './images.ts';

const picture = (fill: number, size = 10): string => Buffer.alloc(size, fill).toString('base64');

function put(store: ImageStore, mimeType: string, base64: string): string {
  const ref = store.put(mimeType, base64);
  assert.ok(ref !== null);
  return ref;
}

test('a picture comes back byte for byte by its reference', () => {
  const store = new ImageStore();
  const image = store.get(put(store, 'image/png', picture(7)));
  assert.deepEqual(image, { mimeType: 'image/png', bytes: Buffer.alloc(10, 7) });
});

test('the same picture has the same reference, as another type another one', () => {
  const store = new ImageStore();
  assert.equal(put(store, 'image/png', picture(1)), put(store, 'image/png', picture(1)));
  assert.notEqual(put(store, 'image/png', picture(1)), put(store, 'image/gif', picture(1)));
});

test('S-40: what could carry script or is no picture is not kept', () => {
  const store = new ImageStore();
  for (const type of ['image/svg+xml', 'text/html', 'application/pdf', 'image/PNG', '']) {
    assert.equal(store.put(type, picture(1)), null);
  }
  assert.equal(store.put('image/png', ''), null);
});

test('when there is too much, what was put in longest ago goes', () => {
  const store = new ImageStore(25);
  const [a, b] = [put(store, 'image/png', picture(1)), put(store, 'image/png', picture(2))];
  put(store, 'image/png', picture(1)); // seen again
  const c = put(store, 'image/png', picture(3));
  assert.deepEqual(
    [a, b, c].map((ref) => store.get(ref) !== undefined),
    [true, false, true],
  );
});

test('a picture that would not fit at all drives nothing out', () => {
  const store = new ImageStore(25);
  const ref = put(store, 'image/png', picture(1));
  assert.equal(store.put('image/png', picture(2, 26)), null);
  assert.ok(store.get(ref));
});
