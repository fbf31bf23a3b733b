import assert from 'node:assert/strict';
import test from 'node:test';
import { ScrollIntent, type Place } from './scroll-intent.ts';

const VIEWPORT = 500;

/** `above` and `below`: px of the content hidden above and below the view. */
const place = (above: number, below: number): Place => ({
  top: above,
  height: above + VIEWPORT + below,
  viewport: VIEWPORT,
});

/** A reader who follows, 1000 px into a conversation. */
function following(): ScrollIntent {
  const intent = new ScrollIntent();
  intent.onLayout(place(1000, 0), true);
  return intent;
}

test('turning the wheel up stops following before anything has moved', () => {
  const intent = following();
  intent.onMove('up', place(1000, 0));
  assert.equal(intent.isFollowing, false);
});

test('the wheel changes nothing on a page that cannot scroll', () => {
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

test('a small step up counts, near the end too', () => {
  const intent = following();
  intent.onMove('up', place(1000, 0));
  intent.onScroll(place(996, 4));
  assert.equal(intent.isFollowing, false);
});

test('the reader follows again at the end, however they got there', () => {
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

test('a reader on the way down does not follow before the end', () => {
  const intent = following();
  intent.onMove('up', place(1000, 0));
  intent.onScroll(place(600, 400));
  intent.onMove('down', place(600, 400));
  intent.onScroll(place(800, 200));
  assert.equal(intent.isFollowing, false);
});

test("scrolling caused by a shrinking layout is not the reader's", () => {
  const intent = following();
  intent.onScroll(place(700, 0));
  assert.equal(intent.isFollowing, true);
});

test("scrolling by the page itself is not the reader's", () => {
  const intent = following();
  intent.onLayout(place(1100, 0), true);
  intent.onScroll(place(1100, 0));
  intent.onScroll(place(1100, 60));
  assert.equal(intent.isFollowing, true);
});

test("a jump without a change of layout is the reader's, such as a search in the page", () => {
  const intent = following();
  intent.onScroll(place(300, 700));
  assert.equal(intent.isFollowing, false);
});

test("a scrollbar dragged while text arrives is the reader's, until it is released and at rest", () => {
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

test('a reader who opens a card at the end stays with it, and follows again once it is closed', () => {
  const intent = following();
  intent.stay();
  intent.onLayout(place(1000, 300), false);
  assert.equal(intent.isFollowing, false);
  intent.stay();
  intent.onLayout(place(1000, 0), false);
  assert.equal(intent.isFollowing, true);
});

test('a reader who goes to another place does not follow again while the end is still in sight', () => {
  const intent = following();
  intent.leave();
  intent.onLayout(place(1000, 0), true);
  assert.equal(intent.isFollowing, false);
});
