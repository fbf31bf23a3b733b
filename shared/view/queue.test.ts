import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrangementOf,
  changeText,
  findMisfit,
  findTouched,
  moveMessage,
  moveToLane,
  removeMessage,
  type Arrangement,
} from './queue-changes.ts';
import { EMPTY_QUEUE, isWaiting, laneNamed, OTHER_LANE, textsOf, type Queue, type Queued } from './queue.ts';

const queued = (...ids: string[]): Queued[] =>
  ids.map((id) => ({ id, text: `text of ${id}`, state: 'waiting' }));
const QUEUE: Queue = { ...EMPTY_QUEUE, steering: queued('a', 'b', 'c'), followUp: queued('x', 'y') };

/** As `a b c | x y`. */
function lanes(arrangement: Arrangement | null): string {
  const inLane = (name: string): string =>
    arrangement!.order
      .filter(({ lane }) => lane === name)
      .map(({ id }) => id)
      .join(' ');
  return `${inLane('steer')} | ${inLane('followUp')}`;
}

test('the arrangement of a queue fits it and touches nothing', () => {
  const arrangement = arrangementOf(QUEUE);
  assert.equal(lanes(arrangement), 'a b c | x y');
  assert.equal(findMisfit(QUEUE, arrangement), null);
  assert.deepEqual([...findTouched(QUEUE, arrangement)], []);
});

test('a message moves to the end of the other lane', () => {
  assert.equal(lanes(moveToLane(QUEUE, 'a', 'followUp')), 'b c | x y a');
  assert.equal(lanes(moveToLane(QUEUE, 'y', 'steer')), 'a b c y | x');
});

test('a message moves within its lane, at most to its start or end', () => {
  const moved = (id: string, by: number): string => lanes(moveMessage(QUEUE, id, by));
  assert.equal(moved('b', -1), 'b a c | x y');
  assert.equal(moved('b', 1), 'a c b | x y');
  assert.equal(moved('a', -1), 'a b c | x y');
  assert.equal(moved('a', 9), 'b c a | x y');
  assert.equal(moved('y', -1), 'a b c | y x');
});

test('a removed message is named as removed, and a changed text is in its place', () => {
  const removed = removeMessage(QUEUE, 'b');
  assert.equal(lanes(removed), 'a c | x y');
  assert.deepEqual(removed?.remove, ['b']);
  assert.equal(findMisfit(QUEUE, removed), null);
  const changed = changeText(QUEUE, 'b', 'new');
  assert.equal(lanes(changed), 'a b c | x y');
  assert.deepEqual(changed?.order[1], { id: 'b', lane: 'steer', text: 'new' });
});

test('nothing is arranged for a message that is no longer queued', () => {
  const changes = [
    changeText(QUEUE, 'z', ''),
    removeMessage(QUEUE, 'z'),
    moveToLane(QUEUE, 'z', 'steer'),
    moveMessage(QUEUE, 'z', 1),
  ];
  assert.deepEqual(changes, [null, null, null, null]);
});

test('an arrangement must name every message once: one that it forgets would be lost', () => {
  const { order } = arrangementOf(QUEUE);
  const misfit = (arrangement: Partial<Arrangement>): string | null =>
    findMisfit(QUEUE, { order, remove: [], ...arrangement });
  assert.equal(misfit({ order: order.slice(1) }), 'forgets a message that waits: a');
  assert.equal(misfit({ order: order.slice(2) }), 'forgets a message that waits: a');
  assert.equal(misfit({ order: order.slice(0, -1) }), 'forgets a message that waits: y');
  assert.equal(misfit({ remove: ['a'] }), 'names a message twice');
  assert.equal(misfit({ order: [...order, order[0]!] }), 'names a message twice');
  assert.equal(misfit({ remove: ['z', 'y2'] }), 'names a message that does not wait: z');
  assert.equal(misfit({ order: order.slice(1), remove: ['a'] }), null);
});

test('an arrangement touches what it removes, moves or changes, and nothing else', () => {
  const touched = (arrangement: Arrangement | null): string =>
    [...findTouched(QUEUE, arrangement!)].join(' ');
  assert.equal(touched(removeMessage(QUEUE, 'b')), 'b');
  assert.equal(touched(changeText(QUEUE, 'b', 'new')), 'b');
  assert.equal(touched(changeText(QUEUE, 'b', 'text of b')), '');
  assert.equal(touched(moveToLane(QUEUE, 'x', 'steer')), 'x');
  assert.equal(touched(moveMessage(QUEUE, 'b', 1)), 'c b');
});

test('a queue waits while a lane has a message, and its texts are listed by lane', () => {
  assert.deepEqual(
    [QUEUE, { ...EMPTY_QUEUE, steering: queued('a') }, { ...EMPTY_QUEUE, followUp: queued('a') }].map(
      isWaiting,
      laneNamed,
    ),
    [true, true, true],
  );
  assert.equal(isWaiting({ ...EMPTY_QUEUE, returned: queued('a') }), false);
  assert.deepEqual(textsOf(QUEUE), {
    steering: ['text of a', 'text of b', 'text of c'],
    followUp: ['text of x', 'text of y'],
  });
});

test('the lanes of the API are named as in its lists', () => {
  assert.deepEqual((['steering', 'followUp'] as const).map(laneNamed), ['steer', 'followUp']);
});

test('each lane has the other one as its other lane', () => {
  assert.deepEqual(OTHER_LANE, { steer: 'followUp', followUp: 'steer' });
});

test('a message that moves does not make those around a removed one count as changed', () => {
  const arrangement = moveMessage(QUEUE, 'c', -2);
  assert.deepEqual([...findTouched(QUEUE, arrangement!)].toSorted(), ['a', 'b', 'c']);
  const left = { order: arrangementOf(QUEUE).order.filter(({ id }) => id !== 'a'), remove: ['a'] };
  assert.deepEqual([...findTouched(QUEUE, left)], ['a']);
});

test('a message that comes into a lane before others does not touch them', () => {
  const order = [
    { id: 'x', lane: 'steer' as const },
    ...arrangementOf(QUEUE).order.filter(({ id }) => id !== 'x'),
  ];
  assert.deepEqual([...findTouched(QUEUE, { order, remove: [] })], ['x']);
});

test('the empty queue has nothing in any list', () => {
  assert.deepEqual(EMPTY_QUEUE, { revision: 0, running: [], steering: [], followUp: [], returned: [] });
});
