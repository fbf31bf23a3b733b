import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { NextUpdate } from './next-update.ts';

/** A page in which time passes only as told, with a frame every 16 ms. */
function openPage(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = { now: 1000, hidden: false, shownAt: [] as number[], pass };
  const frames = new Map<number, () => void>();
  let id = 0;
  Object.assign(globalThis, {
    document: page,
    requestAnimationFrame: (frame: () => void) => (frames.set(++id, frame), id),
    cancelAnimationFrame: (frame: number) => frames.delete(frame),
  });
  t.mock.method(performance, 'now', () => page.now);
  const update = new NextUpdate(() => page.shownAt.push(page.now));
  function pass(ms: number): void {
    for (const end = page.now + ms; page.now < end;) {
      page.now += 1;
      t.mock.timers.tick(1);
      if (page.hidden || page.now % 16 !== 0) continue;
      const due = [...frames.values()];
      frames.clear();
      for (const frame of due) frame();
    }
  }
  return { page, update };
}

test('a change is shown with the next frame, and changes until then with it', (t) => {
  const { page, update } = openPage(t);
  update.schedule(false);
  page.pass(2);
  update.schedule(false);
  page.pass(100);
  assert.deepEqual(page.shownAt, [1008]);
});

test('a text that grows all the time is shown about 20 times a second', (t) => {
  const { page, update } = openPage(t);
  for (let n = 0; n < 100; n++) {
    update.schedule(true);
    page.pass(10);
  }
  const gaps = page.shownAt.slice(1).map((at, n) => at - (page.shownAt[n] ?? 0));
  assert.ok(gaps.length >= 14 && gaps.every((gap) => gap >= 48 && gap <= 64), gaps.join());
});

test('a text that grows after a pause is shown with the next frame', (t) => {
  const { page, update } = openPage(t);
  update.schedule(true);
  page.pass(500);
  update.schedule(true);
  page.pass(16);
  assert.equal(page.shownAt.length, 2);
});

test('another change does not wait for a growing text', (t) => {
  const { page, update } = openPage(t);
  update.now();
  update.schedule(true);
  page.pass(2);
  update.schedule(false);
  page.pass(6);
  assert.deepEqual(page.shownAt, [1000, 1008]);
  page.pass(100);
  assert.equal(page.shownAt.length, 2);
});

test('a hidden page is updated without frames, also if it was hidden before a frame came', (t) => {
  const { page, update } = openPage(t);
  update.schedule(false);
  page.hidden = true;
  update.schedule(true);
  page.pass(300);
  assert.equal(page.shownAt.length, 1);
});
