import assert from 'node:assert/strict';
import test from 'node:test';
import { ScrollIntent, type Place } from './scroll-intent.ts';

const VIEWPORT = 500;

/** A page of which `above` px are hidden above and `below` px below. */
const place = (above: number, below: number): Place => ({
  top: above,
  height: above + VIEWPORT + below,
  viewport: VIEWPORT,
});

/** Someone who follows, 1000 px into a conversation. */
function following(): ScrollIntent {
  const intent = new ScrollIntent();
  intent.laidOut(place(1000, 0), true);
  return intent;
}

test('the wheel away from the end stops following before anything has moved', () => {
  const intent = following();
  intent.moves('up', place(1000, 0));
  assert.equal(intent.isFollowing, false);
});

test('the wheel at a page that cannot scroll changes nothing', () => {
  const intent = following();
  intent.moves('up', place(0, 0));
  assert.equal(intent.isFollowing, true);
});

test('text that arrives under the wheel does not bring the reader back', () => {
  const intent = following();
  intent.moves('up', place(1000, 0));
  intent.scrolled(place(960, 40));
  intent.laidOut(place(960, 140), false);
  intent.scrolled(place(900, 200));
  assert.equal(intent.isFollowing, false);
});

test('a small step up is a step up, near the end too', () => {
  const intent = following();
  intent.moves('up', place(1000, 0));
  intent.scrolled(place(996, 4));
  assert.equal(intent.isFollowing, false);
});

test('back at the end, by whatever means, the reader follows again', () => {
  for (const go of [
    (intent: ScrollIntent) => intent.moves('down', place(900, 100)),
    (intent: ScrollIntent) => intent.holds(),
  ]) {
    const intent = following();
    intent.moves('up', place(1000, 0));
    intent.scrolled(place(900, 100));
    intent.rests();
    go(intent);
    intent.scrolled(place(998, 2));
    assert.equal(intent.isFollowing, true);
  }
});

test('on the way down, short of the end, the reader does not follow yet', () => {
  const intent = following();
  intent.moves('up', place(1000, 0));
  intent.scrolled(place(600, 400));
  intent.moves('down', place(600, 400));
  intent.scrolled(place(800, 200));
  assert.equal(intent.isFollowing, false);
});

test('a layout that shrinks and scrolls does not count as the reader', () => {
  const intent = following();
  intent.scrolled(place(700, 0));
  assert.equal(intent.isFollowing, true);
});

test('our own scrolling does not count as the reader', () => {
  const intent = following();
  intent.laidOut(place(1100, 0), true);
  intent.scrolled(place(1100, 0));
  intent.scrolled(place(1100, 60));
  assert.equal(intent.isFollowing, true);
});

test('a jump with no change of layout, as a search in the page makes it, is the reader', () => {
  const intent = following();
  intent.scrolled(place(300, 700));
  assert.equal(intent.isFollowing, false);
});

test('a scrollbar dragged up while text arrives is the reader, until it is let go and at rest', () => {
  const intent = following();
  intent.holds();
  intent.rests();
  intent.scrolled(place(800, 260));
  assert.equal(intent.isFollowing, false);
  intent.letsGo();
  intent.rests();
  intent.follows();
  intent.scrolled(place(700, 0));
  assert.equal(intent.isFollowing, true);
});

test('who opens a card at the end stays with it, and follows again once it is closed', () => {
  const intent = following();
  intent.stays();
  intent.laidOut(place(1000, 300), false);
  assert.equal(intent.isFollowing, false);
  intent.stays();
  intent.laidOut(place(1000, 0), false);
  assert.equal(intent.isFollowing, true);
});
