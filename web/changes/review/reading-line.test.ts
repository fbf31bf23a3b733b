import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest, readingLine } from './reading-line.ts';

const at = (scrollTop: number, scrollHeight: number): number =>
  readingLine({ scrollTop, scrollHeight, clientHeight: 100 });

test('the reading line goes from the top of a list to its end without jumping, however short the list is', () => {
  for (const height of [1000, 300, 180, 101]) {
    const lines = Array.from({ length: height - 99 }, (_, top) => at(top, height));
    assert.equal(lines[0], 0);
    assert.equal(lines.at(-1), 1);
    const steps = lines.slice(1).map((line, n) => line - lines[n]!);
    assert.ok(
      steps.every((step) => step >= 0 && step <= 1 / Math.min(100, height - 100) + 1e-9),
      `height ${height}: ${steps.join(' ')}`,
    );
  }
  assert.equal(at(500, 1000), 0.35);
  assert.equal(at(0, 100), 0);
});

test('the element at a line is the nearest, then the one with the least distance', () => {
  const box = (top: number, bottom: number) => ({ top, getBoundingClientRect: () => ({ top, bottom }) });
  const boxes = [box(0, 40), box(60, 200)];
  assert.equal(nearest(boxes, 20)?.top, 0);
  assert.equal(nearest(boxes, 45)?.top, 0);
  assert.equal(nearest(boxes, 55)?.top, 60);
  assert.equal(nearest([], 5), null);
});
