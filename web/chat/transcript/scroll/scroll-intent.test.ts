import assert from 'node:assert/strict';
import test from 'node:test';
import { ScrollIntent, type Place } from './scroll-intent.ts';

const VIEWPORT = 500;

/** A place with this many px of content hidden above and below the view. */
const place = (above: number, below: number): Place => ({
  top: above,
  height: above + VIEWPORT + below,
  viewport: VIEWPORT,
});

/** A reader who follows the end of a conversation, with 1000 px above. */
function following(): ScrollIntent {
  const intent = new ScrollIntent();
  intent.onLayout(place(1000, 0), true);
  return intent;
}

test('turning the wheel up stops following before the content has moved', () => {
  const intent = following();
  intent.onMove('up', place(1000, 0));
  assert.equal(intent.isFollowing, false);
});

test('the wheel has no effect on a page that cannot scroll', () => {
  const intent = following();
  intent.onMove('up', place(0, 0));
  assert.equal(intent.isFollowing, true);
});

test('text that arrives while the wheel turns does not bring the reader back', () => {
  const intent = following();
  intent.onMove('up', place(1000, 0));
  intent.onScroll(place(960, 40));
  intent.onLayout(place(960, 140), false);
  intent.onScroll(place(900, 200));
  assert.equal(intent.isFollowing, false);
});

test('even a small step up stops following, also near the end', () => {
  const intent = following();
  intent.onMove('up', place(1000, 0));
  intent.onScroll(place(996, 4));
  assert.equal(intent.isFollowing, false);
});

test('a reader who reaches the end follows again, whatever moved the content there', () => {
  for (const go of [
    (intent: ScrollIntent) => intent.onMove('down', place(900, 100)),
    (intent: ScrollIntent) => intent.onGrab(),
  ]) {
    const intent = following();
    intent.onMove('up', place(1000, 0));
    intent.onScroll(place(900, 100));
    intent.onRest();
    go(intent);
    intent.onScroll(place(998, 2));
    assert.equal(intent.isFollowing, true);
  }
});

test('a reader who scrolls down follows again only at the end', () => {
  const intent = following();
  intent.onMove('up', place(1000, 0));
  intent.onScroll(place(600, 400));
  intent.onMove('down', place(600, 400));
  intent.onScroll(place(800, 200));
  assert.equal(intent.isFollowing, false);
});

test('scrolling caused by a shrinking layout does not count as the reader’s', () => {
  const intent = following();
  intent.onScroll(place(700, 0));
  assert.equal(intent.isFollowing, true);
});

test('scrolling by the page itself does not count as the reader’s', () => {
  const intent = following();
  intent.onLayout(place(1100, 0), true);
  intent.onScroll(place(1100, 0));
  intent.onScroll(place(1100, 60));
  assert.equal(intent.isFollowing, true);
});

test('a jump without a change of layout counts as the reader’s, such as one of the browser’s search', () => {
  const intent = following();
  intent.onScroll(place(300, 700));
  assert.equal(intent.isFollowing, false);
});

test('dragging the scrollbar while text arrives counts as the reader’s scrolling until it comes to rest', () => {
  const intent = following();
  intent.onGrab();
  intent.onRest();
  intent.onScroll(place(800, 260));
  assert.equal(intent.isFollowing, false);
  intent.onRelease();
  intent.onRest();
  intent.follow();
  intent.onScroll(place(700, 0));
  assert.equal(intent.isFollowing, true);
});

test('a reader who opens a card at the end stays there, and follows again once it is closed', () => {
  const intent = following();
  intent.stay();
  intent.onLayout(place(1000, 300), false);
  assert.equal(intent.isFollowing, false);
  intent.stay();
  intent.onLayout(place(1000, 0), false);
  assert.equal(intent.isFollowing, true);
});

test('a reader who goes to another place does not follow, even if the end is still visible', () => {
  const intent = following();
  intent.leave();
  intent.onLayout(place(1000, 0), true);
  assert.equal(intent.isFollowing, false);
});
