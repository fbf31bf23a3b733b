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

test('pi delivers the first of two messages with the same text', () => {
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

test('an arrangement changes text, lane and order of the messages that the panel holds', () => {
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
  assert.deepEqual(ids(tracker.returned.takeBack(new Set(['b']))), ['b']);
  assert.deepEqual(ids(tracker.returned.takeBack()), ['a']);
  assert.deepEqual(tracker.returned.takeBack(), []);
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
  assert.deepEqual(ids(tracker.returned.takeBack()), ['a', 'b']);
});

test('within a lane, the next message that pi delivers comes first, and refused messages come last', () => {
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

/** As `id place`, in the order of the queue. */
function places(tracker: QueueTracker, ...wanted: string[]): string {
  return wanted.map((id) => `${id} ${tracker.placeOf(id)}`).join(', ');
}

test('messages listed while a turn begins wait for the next turn; messages listed earlier may be dequeued', () => {
  const tracker = trackerWith(message('a', 'one'));
  tracker.trackEvent({ type: 'turn_end' });
  tracker.trackEvent({ type: 'turn_start' });
  assert.equal(tracker.isSafeToClear, false);
  tracker.trackEvent(listed([]));
  tracker.onSend(message('b', 'two'));
  tracker.trackEvent(listed(['two']));
  tracker.onAnswer('b');
  assert.equal(tracker.isSafeToClear, true);
});

test('the whole list must be safe, not only a part of it', () => {
  const tracker = trackerWith(message('a', 'one'));
  tracker.trackEvent({ type: 'turn_end' });
  tracker.trackEvent({ type: 'turn_start' });
  tracker.onSend(message('b', 'two'));
  tracker.trackEvent(listed(['one', 'two']));
  tracker.onAnswer('b');
  assert.equal(tracker.isSafeToClear, false);
  tracker.trackEvent({ type: 'message_start', message: { role: 'user', content: 'x', timestamp: 1 } });
  assert.equal(tracker.isSafeToClear, false, 'pi still delivers');
  tracker.trackEvent({ type: 'agent_end' });
  assert.equal(tracker.isSafeToClear, true);
});

test('a run that starts may take anything, until the model is asked', () => {
  const tracker = trackerWith(message('a', 'one'));
  tracker.trackEvent({ type: 'agent_start' });
  assert.equal(tracker.isSafeToClear, false);
  tracker.trackEvent(modelAsked);
  assert.equal(tracker.isSafeToClear, true);
});

test('a message that left the list of pi without being delivered is returned', () => {
  const tracker = trackerWith(message('a', 'one'), message('b', 'two'));
  tracker.trackEvent(listed(['two']));
  tracker.trackEvent({ type: 'agent_end' });
  assert.equal(places(tracker, 'a', 'b'), 'a returned, b listed');
});

test('among the messages that pi gives back, only those that it may be delivering are unsure', () => {
  const tracker = trackerWith(message('a', 'one'), message('b', 'two', 'followUp'));
  tracker.trackEvent(listed([], []));
  tracker.onCleared({ steering: ['one'], followUp: ['two', 'of an extension'] });
  assert.equal(places(tracker, 'a', 'b'), 'a held, b held');
  assert.equal(tracker.hasUnsure, false);
  const [, foreign] = tracker.queue.followUp;
  assert.deepEqual([foreign?.text, foreign?.isForeign], ['of an extension', true]);
});

test('a message that was returned while pi may be delivering it is gone when pi delivers it', () => {
  const tracker = trackerWith(message('a', 'one'), message('b', 'two'));
  tracker.trackEvent({ type: 'turn_end' });
  tracker.trackEvent(listed([]));
  tracker.onCleared({ steering: ['one', 'two'], followUp: [] });
  tracker.returned.returnFromPanel(new Set(['a']));
  assert.equal(places(tracker, 'a', 'b'), 'a returned, b unsure');
  assert.equal(tracker.trackEvent(delivered('one'))?.id, 'a');
  assert.deepEqual(tracker.returned.takeBack(), []);
});

test('a message that was surely not delivered is not taken for a later one with its text', () => {
  const tracker = trackerWith();
  tracker.hold(message('a', 'one'));
  tracker.onSend(message('a', 'one'));
  tracker.trackEvent(listed(['one']));
  tracker.onAnswer('a');
  tracker.trackEvent(listed([]));
  tracker.onCleared({ steering: ['one'], followUp: [] });
  tracker.returned.returnFromPanel();
  assert.equal(tracker.trackEvent(delivered('one')), undefined);
  assert.equal(places(tracker, 'a'), 'a returned');
});

test('returned messages come after those returned earlier', () => {
  const tracker = trackerWith();
  for (const id of ['a', 'b']) tracker.hold(message(id, id));
  tracker.returned.returnFromPanel(new Set(['b']));
  tracker.returned.returnFromPanel();
  assert.deepEqual(ids(tracker.queue.returned), ['b', 'a']);
});

test('when pi changes its session, its messages are returned, also those being sent again, and its prompts are forgotten', () => {
  const tracker = new QueueTracker();
  tracker.onSend({ ...message('prompt', 'go'), lane: undefined });
  tracker.hold(message('again', 'again'));
  tracker.onSend(message('again', 'again'));
  tracker.onSend(message('listed', 'listed'));
  tracker.trackEvent(listed(['listed']));
  tracker.trackEvent({ type: 'agent_start' });
  tracker.onQueueLost();
  assert.deepEqual(ids(tracker.queue.returned).toSorted(), ['again', 'listed']);
  assert.deepEqual(ids(tracker.accepted).toSorted(), ['again', 'listed']);
  assert.equal(tracker.trackEvent(delivered('go')), undefined);
  assert.equal(tracker.isSafeToClear, true);
});

test('only accepted messages are kept for the next panel', () => {
  const tracker = trackerWith();
  tracker.onSend(message('sending', 'x'));
  tracker.hold(message('held', 'y'));
  assert.deepEqual(ids(tracker.accepted), ['held']);
});

test('saving affects only messages that still exist, and changes the queue once', () => {
  const tracker = trackerWith(message('a', 'one'));
  tracker.onSaved([message('gone', 'x'), message('a', 'one')]);
  const { queue } = tracker;
  tracker.onSaved([message('a', 'one')]);
  assert.equal(tracker.queue, queue);
});

test('a refused prompt names no delivery, and the refusal of an unknown message changes nothing', () => {
  const tracker = new QueueTracker();
  tracker.onSend({ ...message('a', 'go'), lane: undefined });
  tracker.onAnswer('a', 'No.');
  assert.equal(tracker.trackEvent(delivered('go')), undefined);
  tracker.onAnswer('unknown', 'No.');
  assert.deepEqual(tracker.queue.steering, []);
});

test('a message that starts a run instead of waiting is named with its lane when pi delivers it', () => {
  const tracker = new QueueTracker();
  tracker.onSend(message('a', '/fix', 'followUp'));
  tracker.onAnswer('a');
  assert.equal(tracker.placeOf('a'), undefined);
  assert.deepEqual(tracker.trackEvent(delivered('Fix it.')), { id: 'a', text: '/fix', lane: 'followUp' });
});

test('a rewritten message is not returned once its sender knows that it was accepted', () => {
  const tracker = trackerWith();
  tracker.onSend(message('a', 'hello'));
  tracker.trackEvent(listed(['HELLO']));
  tracker.onAnswer('a');
  assert.deepEqual(ids(tracker.accepted), ['a']);
});

test('messages that the user did not send are not deliveries', () => {
  const tracker = trackerWith(message('a', 'one'));
  tracker.trackEvent(listed([]));
  tracker.trackEvent({
    type: 'message_end',
    message: { ...answer, content: [{ type: 'text', text: 'one' }] },
  });
  assert.equal(places(tracker, 'a'), 'a leaving');
});
