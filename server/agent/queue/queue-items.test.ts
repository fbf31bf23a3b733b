import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane } from '../../../shared/view/queue.ts';
import { isWithPanel, sizeOf, toQueued, type Item, type Message, type Place } from './queue-item.ts';
import { QueueItems } from './queue-items.ts';

function message(id: string, more: Partial<Message> = {}): Message {
  return { id, text: `Text of ${id}`, lane: 'steer', images: [], refs: [], at: 7, ...more };
}

/** An item that pi lists. */
function listed(items: QueueItems, id: string, more: Partial<Message> = {}): Item {
  const { text } = message(id, more);
  return Object.assign(items.add(message(id, more), 'listed'), { piText: text });
}

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);
const IMAGE = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };

test('within a lane, pi’s next message comes first, followed by sent and held messages in the user’s order', () => {
  const items = new QueueItems();
  for (const [id, place] of [
    ['failed', 'failed'],
    ['held', 'held'],
    ['sending', 'sending'],
    ['listed', 'listed'],
    ['leaving', 'leaving'],
    ['unsure', 'unsure'],
  ] as const)
    items.add(message(id), place);
  assert.deepEqual(ids(items.inOrder), ['leaving', 'unsure', 'listed', 'held', 'sending', 'failed']);
});

test('returned messages come first, then commands that run, then the steering ones, then the follow-ups', () => {
  const items = new QueueItems();
  items.add(message('follow', { lane: 'followUp' }), 'held');
  items.add(message('steer'), 'held');
  items.add(message('running'), 'running');
  items.add(message('returned'), 'returned');
  assert.deepEqual(ids(items.inOrder), ['returned', 'running', 'steer', 'follow']);
  const { queue } = items;
  assert.deepEqual([queue.returned, queue.running, queue.steering, queue.followUp].map(ids), [
    ['returned'],
    ['running'],
    ['steer'],
    ['follow'],
  ]);
});

test('every change makes a new queue with the next revision, and reading it again does not', () => {
  const items = new QueueItems();
  const seen = [items.queue];
  const check = (what: string): void => {
    const { queue } = items;
    assert.equal(queue.revision, seen.at(-1)!.revision + 1, what);
    assert.equal(items.queue, queue, what);
    seen.push(queue);
  };
  const item = items.add(message('a'), 'held');
  check('add');
  items.setPlace(item, 'sending');
  check('setPlace');
  items.setSaved(item);
  check('setSaved');
  items.moveToEnd(item);
  check('moveToEnd');
  items.addReturned([message('b')]);
  check('addReturned');
  items.addForeign('steer', 'x');
  check('addForeign');
  items.remove(item);
  check('remove');
  items.remove();
  items.addReturned([]);
  assert.equal(items.queue, seen.at(-1));
});

test('an item is found by its id, moves to the end, and goes alone', () => {
  const items = new QueueItems();
  const [a, b, c] = ['a', 'b', 'c'].map((id) => items.add(message(id), 'held')) as [Item, Item, Item];
  assert.equal(items.find('b'), b);
  assert.equal(items.find('x'), undefined);
  items.moveToEnd(a);
  assert.deepEqual(ids(items.all), ['b', 'c', 'a']);
  items.remove(b, a);
  assert.deepEqual(items.all, [c]);
});

test('a place that is not failed has no error', () => {
  const items = new QueueItems();
  const item = Object.assign(items.add(message('a'), 'failed'), { error: 'No.' });
  items.setPlace(item, 'failed');
  assert.equal(items.queue.steering[0]?.error, 'No.');
  items.setPlace(item, 'held');
  assert.equal('error' in items.queue.steering[0], false);
});

test('messages of an extension have ids of their own and are marked', () => {
  const items = new QueueItems();
  const [a, b] = [items.addForeign('steer', 'x'), items.addForeign('followUp', 'y')];
  assert.notEqual(a.id, b.id);
  assert.deepEqual([a.piText, a.place, b.lane, b.text], ['x', 'listed', 'followUp', 'y']);
  assert.deepEqual(items.queue.steering, [{ id: a.id, text: 'x', state: 'waiting', isForeign: true }]);
});

test('messages returned from disk come before the present ones, and count as accepted and saved', () => {
  const items = new QueueItems();
  items.add(message('here'), 'returned');
  items.addReturned([message('a'), message('b')]);
  assert.deepEqual(ids(items.queue.returned), ['a', 'b', 'here']);
  assert.equal(items.queue.returned[0]?.state, 'held');
  assert.equal(items.find('a')?.isAccepted, true);
});

test('if a list lost one of several equal messages, the last ones are kept, because pi removes the first', () => {
  const items = new QueueItems();
  for (const [id, text] of ['x', 'y', 'x', 'z'].entries()) listed(items, `${id}`, { text });
  const compare = (...texts: string[]): [string, string] => {
    const { kept, gone } = items.compareWithList('steer', texts);
    return [ids(kept).join(''), ids(gone).join('')];
  };
  assert.deepEqual(compare('x', 'y', 'x', 'z'), ['0123', '']);
  assert.deepEqual(compare('x', 'y', 'x', 'z', 'new'), ['0123', '']);
  assert.deepEqual(compare('x', 'z'), ['23', '01']);
  assert.deepEqual(compare('y', 'z'), ['13', '02']);
  assert.deepEqual(compare('other'), ['', '0123']);
  assert.deepEqual(compare(), ['', '0123']);
});

test('a list is compared with what was listed in its own lane', () => {
  const items = new QueueItems();
  listed(items, 'a', { text: 'x' });
  listed(items, 'b', { text: 'x', lane: 'followUp' });
  items.add(message('c', { text: 'x' }), 'held');
  assert.deepEqual(ids(items.compareWithList('steer', []).gone), ['a']);
});

test('if pi’s list has the same length but another text, the missing text was removed', () => {
  const items = new QueueItems();
  listed(items, 'a', { text: 'x' });
  listed(items, 'b', { text: 'y' });
  const { kept, gone } = items.compareWithList('steer', ['x', 'new']);
  assert.deepEqual([ids(kept), ids(gone)], [['a'], ['b']]);
});

test('a listed text belongs to the message with this text, or else to a template that pi expanded', () => {
  const items = new QueueItems();
  items.add(message('held', { text: 'x' }), 'held');
  items.add(message('template', { text: '/fix' }), 'sending');
  items.add(message('plain', { text: 'x' }), 'sending');
  items.add(message('other', { text: 'y', lane: 'followUp' }), 'sending');
  assert.equal(items.findSent('steer', 'x')?.id, 'plain');
  assert.equal(items.findSent('steer', 'Fix it.')?.id, 'template');
  assert.equal(items.findSent('followUp', 'x'), undefined);
});

test('a rewritten message is the last one that an extension listed in its lane after the message was sent', () => {
  const items = new QueueItems();
  const sent = Object.assign(items.add(message('a'), 'sending'), { listedAt: 5 });
  const foreign = (listedAt: number, lane: Lane = 'steer'): Item =>
    Object.assign(items.addForeign(lane, 'x'), { listedAt });
  foreign(5);
  assert.equal(items.findRewritten(sent), undefined);
  const first = foreign(6);
  assert.equal(items.findRewritten(sent), first);
  foreign(7, 'followUp');
  assert.equal(items.findRewritten(sent), first);
  const later = foreign(8);
  assert.equal(items.findRewritten(sent), later);
  items.setPlace(later, 'leaving');
  assert.equal(items.findRewritten(sent), first);
  Object.assign(listed(items, 'mine'), { listedAt: 9 });
  assert.equal(items.findRewritten(sent), first);
});

test('pi gives back listed messages, even one that is just leaving, by lane and text', () => {
  const items = new QueueItems();
  listed(items, 'a', { text: 'x', lane: 'followUp' });
  const b = listed(items, 'b', { text: 'x' });
  assert.equal(items.findCleared('steer', 'x'), b);
  assert.equal(items.findCleared('steer', 'y'), undefined);
  items.setPlace(b, 'leaving');
  assert.equal(items.findCleared('steer', 'x'), b);
  items.setPlace(b, 'held');
  assert.equal(items.findCleared('steer', 'x'), undefined);
});

test('pi delivers a message that left its list, or one that it gave back while it may have been delivering it', () => {
  const items = new QueueItems();
  const item = (id: string, place: Place, text: string): Item =>
    Object.assign(items.add(message(id), place), { piText: text });
  item('listed', 'listed', 'x');
  assert.equal(items.findDelivered('x'), undefined);
  const unsure = item('unsure', 'unsure', 'x');
  assert.equal(items.findDelivered('x'), unsure);
  const first = item('first', 'leaving', 'x');
  item('second', 'leaving', 'x');
  assert.equal(items.findDelivered('x'), first);
  assert.equal(items.findDelivered('rewritten'), first);
  const taken = Object.assign(item('taken', 'returned', 'z'), { mayBeDelivered: true });
  assert.equal(items.findDelivered('z'), taken);
});

test('a page sees a message as accepted once it would survive the end of the panel', () => {
  const item = (place: Place, more: Partial<Item> = {}) => {
    const items = new QueueItems();
    return toQueued(Object.assign(items.add(message('a'), place), more)).state;
  };
  const states = (more: Partial<Item>) =>
    (['sending', 'listed', 'leaving', 'unsure', 'held', 'returned', 'failed', 'running'] as const).map(
      (place) => item(place, more),
    );
  const sending = Array.from({ length: 6 }, () => 'sending');
  assert.deepEqual(states({}), [...sending, 'failed', 'running']);
  assert.deepEqual(states({ isAccepted: true }), [...sending, 'failed', 'running']);
  const saved = ['sending', 'waiting', 'waiting', 'held', 'held', 'held', 'failed', 'running'];
  assert.deepEqual(states({ isSaved: true }), saved);
  assert.deepEqual(states({ isSaved: true, isAccepted: true }), ['held', ...saved.slice(1)]);
  assert.equal(item('listed', { isForeign: true }), 'waiting');
});

test('a page sees the text, the pictures and the error of a message, and since when a command runs', () => {
  const items = new QueueItems();
  const refs = [{ type: 'image' as const, mimeType: 'image/png', panel_ref: 'r' }];
  const failed = Object.assign(items.add(message('a', { images: [IMAGE], refs }), 'failed'), { error: '' });
  assert.deepEqual(toQueued(failed), {
    id: 'a',
    text: 'Text of a',
    state: 'failed',
    error: '',
    images: refs,
  });
  const running = items.add(message('b'), 'running');
  assert.deepEqual(toQueued(running), { id: 'b', text: 'Text of b', state: 'running', startedAt: 7 });
});

test('the panel has the messages that it holds and those that pi refused; the size counts text and images', () => {
  const places: (Place | undefined)[] = [
    'running',
    'sending',
    'listed',
    'leaving',
    'unsure',
    'held',
    'failed',
    'returned',
    undefined,
  ];
  assert.deepEqual(places.filter(isWithPanel), ['held', 'failed']);
  assert.equal(sizeOf({ text: 'four', images: [IMAGE, IMAGE] }), 12);
  const reference = { type: 'image' as const, mimeType: 'image/png', panel_ref: 'r' };
  assert.equal(sizeOf({ text: 'x', images: [reference] }), 1);
});
