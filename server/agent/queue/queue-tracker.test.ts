import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import { textsOf, type Lane } from '../../../shared/view/queue.ts';
import type { Message } from './queue-item.ts';
import { QueueTracker } from './queue-tracker.ts';

const answer = { role: 'assistant', content: [], stopReason: 'stop' } as unknown as AssistantMessage;
const modelAsked: PiEvent = { type: 'message_start', message: answer };

function message(id: string, text: string, lane: Lane = 'steer'): Message {
  return { id, text, lane, images: [], refs: [], at: 1 };
}

function listed(steering: string[], followUp: string[] = []): PiEvent {
  return { type: 'queue_update', steering, followUp };
}

function delivered(text: string): PiEvent {
  return { type: 'message_end', message: { role: 'user', content: text, timestamp: 1 } };
}

/** A tracker with these messages in pi's queue, during a turn whose deliveries are over. */
function trackerWith(...messages: Message[]): QueueTracker {
  const tracker = new QueueTracker();
  tracker.trackEvent({ type: 'agent_start' });
  tracker.trackEvent(modelAsked);
  const texts = { steer: [] as string[], followUp: [] as string[] };
  for (const one of messages) {
    tracker.onSend(one);
    texts[one.lane].push(one.text);
    tracker.trackEvent(listed([...texts.steer], [...texts.followUp]));
    tracker.onAnswer(one.id);
  }
  return tracker;
}

const ids = (messages: readonly { id: string }[]): string[] => messages.map(({ id }) => id);

test('a message that pi lists waits until pi delivers it', () => {
  const tracker = trackerWith(message('a', 'one'));
  assert.deepEqual(textsOf(tracker.queue), { steering: ['one'], followUp: [] });
  tracker.trackEvent(listed([]));
  assert.equal(tracker.placeOf('a'), 'leaving');
  assert.deepEqual(tracker.trackEvent(delivered('one')), { id: 'a', lane: 'steer' });
  assert.equal(tracker.placeOf('a'), undefined);
});

test('an expanded template is known by its lane, and keeps the text that was typed', () => {
  const tracker = new QueueTracker();
  tracker.onSend(message('a', '/fix a.ts'));
  tracker.trackEvent(listed(['Fix a.ts.']));
  tracker.onAnswer('a');
  assert.deepEqual(textsOf(tracker.queue).steering, ['/fix a.ts']);
  tracker.trackEvent(listed([]));
  assert.deepEqual(tracker.trackEvent(delivered('Fix a.ts.')), { id: 'a', text: '/fix a.ts', lane: 'steer' });
});

test('of two messages with the same text pi delivers the first', () => {
  const tracker = trackerWith(message('a', 'again'), message('b', 'again'));
  tracker.trackEvent(listed(['again']));
  assert.equal(tracker.trackEvent(delivered('again'))?.id, 'a');
  assert.equal(tracker.placeOf('b'), 'listed');
});

test('a message that an extension queued is foreign, and its delivery names no message of the user', () => {
  const tracker = trackerWith();
  tracker.trackEvent(listed(['from an extension']));
  assert.equal(tracker.queue.steering[0]?.isForeign, true);
  tracker.trackEvent(listed([]));
  assert.equal(tracker.trackEvent(delivered('from an extension')), undefined);
});

test('a message that an extension rewrote stays the same message', () => {
  const tracker = trackerWith();
  tracker.onSend(message('a', 'hello'));
  tracker.trackEvent(listed(['HELLO']));
  tracker.onAnswer('a');
  assert.deepEqual(ids(tracker.queue.steering), ['a']);
  tracker.trackEvent(listed([]));
  assert.deepEqual(tracker.trackEvent(delivered('HELLO')), { id: 'a', text: 'hello', lane: 'steer' });
});

test('a refused message leaves the queue if the sender still has it, and fails if it was accepted before', () => {
  const tracker = trackerWith();
  tracker.onSend(message('a', 'one'));
  tracker.onAnswer('a', 'No.');
  tracker.hold(message('b', 'two'));
  tracker.onSend(message('b', 'two'));
  tracker.onAnswer('b', 'No.');
  assert.deepEqual(
    tracker.queue.steering.map(({ id, state, error }) => [id, state, error]),
    [['b', 'failed', 'No.']],
  );
});

test('a prompt that starts a run is never in the queue, and its delivery names it', () => {
  const tracker = new QueueTracker();
  const before = tracker.queue;
  tracker.onSend({ ...message('a', '/fix'), lane: undefined });
  tracker.onAnswer('a');
  assert.equal(tracker.queue, before);
  assert.deepEqual(tracker.trackEvent(delivered('Fix it.')), { id: 'a', text: '/fix' });
});

test('from the end of a turn until the model is asked, pi may be delivering what it lists', () => {
  const tracker = trackerWith(message('a', 'one'));
  assert.equal(tracker.isSafeToClear, true);
  tracker.trackEvent({ type: 'turn_end' });
  assert.equal(tracker.isSafeToClear, false);
  tracker.trackEvent(modelAsked);
  assert.equal(tracker.isSafeToClear, true);
});

test('a message that pi gives back while it may be delivering it is unsure until the model is asked', () => {
  const tracker = trackerWith(message('a', 'one'), message('b', 'two'));
  tracker.trackEvent({ type: 'turn_end' });
  tracker.trackEvent(listed([]));
  tracker.onCleared({ steering: ['one', 'two'], followUp: [] });
  assert.equal(tracker.hasUnsure, true);
  assert.equal(tracker.trackEvent(delivered('one'))?.id, 'a');
  tracker.trackEvent(modelAsked);
  assert.deepEqual(ids(tracker.held), ['b']);
});

test('an arrangement changes text, lane and order of what the panel holds', () => {
  const tracker = trackerWith();
  for (const id of ['a', 'b', 'c']) tracker.hold(message(id, id));
  tracker.arrange({
    order: [
      { id: 'c', lane: 'steer' },
      { id: 'a', lane: 'followUp', text: 'A' },
    ],
    remove: ['b'],
  });
  assert.deepEqual(textsOf(tracker.queue), { steering: ['c'], followUp: ['A'] });
});

test('when pi exits, every accepted message is returned, and handed out once', () => {
  const tracker = trackerWith(message('a', 'one'));
  tracker.hold(message('b', 'two', 'followUp'));
  tracker.onSend(message('c', 'not answered yet'));
  tracker.onQueueLost();
  assert.deepEqual(ids(tracker.queue.returned), ['a', 'b']);
  assert.deepEqual(ids(tracker.returned.take(new Set(['b']))), ['b']);
  assert.deepEqual(ids(tracker.returned.take()), ['a']);
  assert.deepEqual(tracker.returned.take(), []);
});

test('messages from an earlier run come before the others, and each only once', () => {
  const tracker = trackerWith();
  tracker.hold(message('b', 'two'));
  tracker.returned.returnFromPanel();
  tracker.returned.add([message('a', 'one'), message('b', 'two')]);
  assert.deepEqual(ids(tracker.queue.returned), ['a', 'b']);
});

test('the queue is the same object, with the same revision, until something changes', () => {
  const tracker = trackerWith(message('a', 'one'));
  const { queue } = tracker;
  tracker.trackEvent({ type: 'turn_end' });
  tracker.trackEvent(modelAsked);
  assert.equal(tracker.queue, queue);
  tracker.trackEvent(listed([]));
  assert.equal(tracker.queue.revision, queue.revision + 1);
});

test('a running command is in no lane, stays when pi changes its session, and is gone when it ends', () => {
  const tracker = new QueueTracker();
  tracker.commands.onSend({ ...message('a', '/ask'), lane: undefined });
  assert.deepEqual(
    [tracker.queue.running, tracker.queue.steering],
    [[{ id: 'a', text: '/ask', state: 'running', startedAt: 1 }], []],
  );
  tracker.onQueueLost();
  assert.deepEqual(ids(tracker.queue.running), ['a']);
  tracker.commands.onAnswer('a');
  assert.deepEqual([tracker.queue.running, tracker.queue.returned], [[], []]);
});

test('a command that pi refused, or that ran when pi exited, is returned to the user', () => {
  const tracker = new QueueTracker();
  tracker.commands.onSend(message('a', '/ask'));
  tracker.commands.onAnswer('a', 'Not now.');
  assert.equal(tracker.queue.returned[0]?.error, 'Not now.');
  tracker.commands.onSend(message('b', '/other'));
  tracker.commands.onPiExit();
  tracker.commands.onAnswer('b', 'The agent ended.');
  assert.deepEqual(tracker.accepted, [], 'a restarted panel does not offer them again');
  assert.deepEqual(ids(tracker.queue.running), []);
  assert.deepEqual(ids(tracker.returned.take()), ['a', 'b']);
});

test('in its lane, what pi delivers next comes first and what pi refused comes last', () => {
  const tracker = trackerWith(message('listed', 'one'));
  tracker.hold(message('failed', 'two'));
  tracker.onSend(message('failed', 'two'));
  tracker.onAnswer('failed', 'refused');
  tracker.hold(message('held', 'three'));
  tracker.onAnswer('listed');
  tracker.onSaved(tracker.accepted);
  assert.deepEqual(ids(tracker.queue.steering), ['listed', 'held', 'failed']);
  assert.deepEqual(
    tracker.queue.steering.map(({ state }) => state),
    ['waiting', 'held', 'failed'],
  );
  assert.equal(tracker.queue.steering[2]?.error, 'refused');
});
