import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import {
  arrangementOf,
  changeText,
  moveMessage,
  moveToLane,
  removeMessage,
  type Arrangement,
} from '../../../shared/view/queue-changes.ts';
import { textsOf, type Lane } from '../../../shared/view/queue.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { Dialogs } from '../extensions/dialogs.ts';
import { PromptLock } from './prompt-lock.ts';
import { QueueEditor } from './queue-editor.ts';
import type { Message } from './queue-item.ts';
import { QueueSender } from './queue-sender.ts';
import { QueueTracker } from './queue-tracker.ts';

const answer = { role: 'assistant', content: [], stopReason: 'stop' } as unknown as AssistantMessage;
const EXIT = { code: 1, signal: null, reason: '', stderr: '' };

function message(id: string, lane: Lane = 'steer'): Message {
  return { id, text: id, lane, images: [], refs: [], at: 1 };
}

/** An editor in front of a pi that gives back its lists when it is asked, and queues whatever it is sent. */
class Bench {
  readonly tracker = new QueueTracker();
  /** The calls, in order. */
  readonly log: string[] = [];
  readonly #lists = { steering: [] as string[], followUp: [] as string[] };
  view: View;
  /** How often the editor has read the view. */
  reads = 0;
  readonly sender: QueueSender;
  readonly editor: QueueEditor;

  constructor(version = '0.87.1') {
    this.view = {
      ...emptyView('/home/me/project', version),
      can: abilitiesOf(version),
      run: { startedAt: 1 },
    };
    const { tracker, log } = this;
    this.sender = new QueueSender({
      tracker,
      view: () => this.view,
      pi: {
        request: async (command, onAnswer) => {
          log.push('message' in command ? `${command.type} ${command.message}` : command.type);
          const data = { steering: [...this.#lists.steering], followUp: [...this.#lists.followUp] };
          if (command.type === 'clear_queue') this.#list('clear');
          else if ('message' in command)
            this.#list(
              command.message,
              'streamingBehavior' in command ? command.streamingBehavior : undefined,
            );
          const done = { success: true as const, data };
          onAnswer?.(done);
          return Promise.resolve(done);
        },
      },
      onChange: () => undefined,
      onHandled: () => undefined,
    });
    const dialogs = new Dialogs({ answer: () => undefined, emit: () => undefined });
    this.editor = new QueueEditor({
      tracker,
      sender: this.sender,
      lock: new PromptLock(dialogs),
      view: () => {
        // A loop without a timer would never let a test time out.
        if (++this.reads > 100) throw new Error('The editor tries again without waiting.');
        return this.view;
      },
      publish: () => log.push('publish'),
      save: async () => void log.push('save'),
    });
    tracker.trackEvent({ type: 'agent_start' });
    this.askModel();
  }

  /** pi has delivered all that it took. */
  askModel(): void {
    this.tracker.trackEvent({ type: 'message_start', message: answer });
    this.editor.notifyProgress();
  }

  endTurn(): void {
    this.tracker.trackEvent({ type: 'turn_end' });
  }

  /** Queues these messages in pi. */
  queue(...messages: Message[]): this {
    for (const one of messages) {
      this.tracker.onSend(one);
      this.#list(one.text, one.lane);
      this.tracker.onAnswer(one.id);
    }
    return this;
  }

  hold(...messages: Message[]): this {
    for (const one of messages) this.tracker.hold(one);
    return this;
  }

  change(wanted: Arrangement | null, { start = false, revision = this.tracker.queue.revision } = {}) {
    assert.ok(wanted);
    return this.editor.applyChange({ arrangement: wanted, revision, start });
  }

  get texts() {
    return textsOf(this.tracker.queue);
  }

  #list(text: string, lane: Lane = 'steer'): void {
    if (text === 'clear') for (const list of Object.values(this.#lists)) list.length = 0;
    else this.#lists[lane === 'steer' ? 'steering' : 'followUp'].push(text);
    const { steering, followUp } = this.#lists;
    this.tracker.trackEvent({ type: 'queue_update', steering: [...steering], followUp: [...followUp] });
  }
}

test('a change to messages that pi has makes pi give back its queue, and sends it again in the new order', async () => {
  const bench = new Bench().queue(message('a'), message('b'), message('c'));
  const { missed } = await bench.change(moveMessage(bench.tracker.queue, 'c', -2));
  assert.deepEqual(missed, []);
  assert.deepEqual(bench.log, ['clear_queue', 'publish', 'prompt c', 'prompt a', 'prompt b', 'save']);
  assert.deepEqual(bench.texts.steering, ['c', 'a', 'b']);
});

test('pi is sent the new text of a changed message, and a removed message is not sent again', async () => {
  const bench = new Bench().queue(message('a'), message('b'));
  await bench.change(changeText(bench.tracker.queue, 'a', 'new'));
  assert.deepEqual(bench.texts.steering, ['new', 'b']);
  await bench.change(removeMessage(bench.tracker.queue, 'a'));
  assert.deepEqual(bench.texts.steering, ['b']);
});

test('a change that changes nothing leaves the queue with pi', async () => {
  const bench = new Bench().queue(message('a'), message('b'));
  await bench.change(arrangementOf(bench.tracker.queue));
  assert.deepEqual(bench.log, ['publish', 'save']);
});

test('messages that only the panel has are changed without asking pi', async () => {
  const bench = new Bench('0.79.9').hold(message('a', 'followUp'), message('b', 'followUp'));
  await bench.change(moveMessage(bench.tracker.queue, 'b', -1));
  assert.deepEqual(bench.texts.followUp, ['b', 'a']);
  assert.deepEqual(bench.log, ['publish', 'save']);
});

test('placing a message before one that pi has makes pi give that one back; placing it after does not', async () => {
  const bench = new Bench().queue(message('a')).hold(message('b'), message('x', 'followUp'));
  const { queue } = bench.tracker;
  const order = (...ids: string[]) => ({
    order: ids.map((id) => ({ id, lane: id === 'x' ? ('followUp' as const) : ('steer' as const) })),
    remove: [],
  });
  await bench.change(changeText(queue, 'b', 'B'));
  assert.equal(bench.log.includes('clear_queue'), false);
  bench.hold(message('c'));
  await bench.change(order('c', 'a', 'b', 'x'));
  assert.equal(bench.log.includes('clear_queue'), true);
});

test('a message that moves to the other lane waits there', async () => {
  const bench = new Bench().queue(message('a'), message('b'));
  await bench.change(moveToLane(bench.tracker.queue, 'a', 'followUp'));
  assert.deepEqual(bench.texts, { steering: ['b'], followUp: ['a'] });
});

test('a change that is based on an older queue, or does not fit the queue, is refused and changes nothing', async () => {
  const bench = new Bench().queue(message('a'));
  const { revision } = bench.tracker.queue;
  await assert.rejects(bench.change(arrangementOf(bench.tracker.queue), { revision: revision - 1 }), {
    status: 412,
  });
  await assert.rejects(bench.change({ order: [], remove: [] }), { status: 422 });
  assert.deepEqual([bench.log, bench.texts.steering], [[], ['a']]);
});

test('a message on its way to pi is refused, and so is one that an old pi has', async () => {
  const bench = new Bench();
  bench.tracker.onSend(message('a'));
  await assert.rejects(bench.change(removeMessage(bench.tracker.queue, 'a')), { code: 'on_its_way' });
  const old = new Bench('0.79.9').queue(message('a'));
  await assert.rejects(old.change(removeMessage(old.tracker.queue, 'a')), { code: 'pi_too_old' });
  await assert.rejects(old.editor.takeBack(['a']), { code: 'pi_too_old' });
});

test('while an extension has queued a message, pi keeps its messages', async () => {
  const bench = new Bench().queue(message('a'));
  bench.tracker.trackEvent({ type: 'queue_update', steering: ['a', 'foreign'], followUp: [] });
  await assert.rejects(bench.change(removeMessage(bench.tracker.queue, 'a')), { code: 'foreign_message' });
  await assert.rejects(bench.editor.takeBack(['a']), { code: 'foreign_message' });
});

test('a change waits until pi has delivered what it dequeued, and reports for which messages it came too late', async () => {
  const bench = new Bench().queue(message('a'), message('b'));
  bench.endTurn();
  const changing = bench.editor.takeBack(['a']);
  await setImmediate();
  assert.deepEqual(bench.log, []);
  bench.tracker.trackEvent({ type: 'queue_update', steering: ['b'], followUp: [] });
  bench.tracker.trackEvent({ type: 'message_end', message: { role: 'user', content: 'a', timestamp: 1 } });
  bench.askModel();
  assert.deepEqual(await changing, []);
  assert.deepEqual(bench.texts.steering, ['b']);
});

test('if no safe moment comes in time, nothing is changed', async (t) => {
  const bench = new Bench().queue(message('a'));
  bench.endTurn();
  const now = performance.now();
  t.mock.method(performance, 'now', () => now);
  const refused = assert.rejects(bench.editor.takeBack(['a']), { status: 503, code: 'no_safe_moment' });
  t.mock.method(performance, 'now', () => now + 30_001);
  bench.editor.notifyProgress();
  await setImmediate();
  bench.editor.notifyProgress();
  await refused;
  assert.deepEqual(bench.texts.steering, ['a']);
});

test('after the end of pi a change does not wait', async () => {
  const bench = new Bench().queue(message('a'));
  bench.endTurn();
  bench.view = { ...bench.view, exit: EXIT };
  bench.tracker.onQueueLost();
  assert.deepEqual(
    (await bench.editor.takeBack(['a'])).map(({ id }) => id),
    ['a'],
  );
});

test('after the end of pi a change waits until the queue is known to be lost, and does not spin', async () => {
  const bench = new Bench().queue(message('a'));
  bench.endTurn();
  bench.view = { ...bench.view, exit: EXIT };
  const taking = bench.editor.takeBack(['a']);
  await setImmediate();
  bench.tracker.onQueueLost();
  bench.editor.notifyProgress();
  assert.deepEqual(
    (await taking).map(({ id }) => id),
    ['a'],
  );
});

test('messages returned to the user leave the queue, and the others are sent to pi again', async () => {
  const bench = new Bench().queue(message('a'), message('b'), message('c', 'followUp'));
  const taken = await bench.editor.takeBack(['b']);
  assert.deepEqual(
    taken.map(({ id, text }) => [id, text]),
    [['b', 'b']],
  );
  assert.deepEqual(bench.texts, { steering: ['a'], followUp: ['c'] });
  assert.deepEqual(bench.log, ['clear_queue', 'publish', 'prompt a', 'prompt c', 'save']);
});

test('without ids, all messages come back; from an old pi, only those that the panel holds', async () => {
  const bench = new Bench().queue(message('a')).hold(message('b'));
  const ids = async (one: Bench) => (await one.editor.takeBack()).map(({ id }) => id);
  assert.deepEqual(await ids(bench), ['a', 'b']);
  const old = new Bench('0.79.9').queue(message('a')).hold(message('b', 'followUp'));
  assert.deepEqual(await ids(old), ['b']);
  assert.deepEqual(old.texts, { steering: ['a'], followUp: [] });
});

test('messages that only the panel has are returned without asking pi, even while an extension has queued a message', async () => {
  const bench = new Bench().hold(message('b'));
  bench.tracker.trackEvent({ type: 'queue_update', steering: ['foreign'], followUp: [] });
  assert.equal((await bench.editor.takeBack(['b'])).length, 1);
  assert.equal(bench.log.includes('clear_queue'), false);
});

test('with `start`, the first message starts a run if the agent is idle', async () => {
  const bench = new Bench('0.79.9').hold(message('a', 'followUp'), message('b', 'followUp'));
  bench.view = { ...bench.view, run: null };
  await bench.change(arrangementOf(bench.tracker.queue), { start: true });
  assert.deepEqual(bench.log, ['publish', 'prompt a', 'save']);
});

test('without `start` and without a run, messages that are sent wait in the queue of pi', async () => {
  const bench = new Bench().hold(message('a'));
  bench.view = { ...bench.view, run: null };
  await bench.change(arrangementOf(bench.tracker.queue));
  assert.deepEqual(bench.log, ['publish', 'steer a', 'save']);
});

test('moving a held message to another lane, before one that pi has, makes pi give that one back', async () => {
  const bench = new Bench().queue(message('a')).hold(message('x', 'followUp'));
  const before = [
    { id: 'x', lane: 'steer' as const },
    { id: 'a', lane: 'steer' as const },
  ];
  await bench.change({ order: before, remove: [] });
  assert.equal(bench.log[0], 'clear_queue');
  assert.deepEqual(bench.texts.steering, ['x', 'a']);
});

test('moving a held message behind one that pi has, or to an empty lane, leaves that one with pi', async () => {
  for (const lane of ['steer', 'followUp'] as const) {
    const bench = new Bench().queue(message('a')).hold(message('x', lane === 'steer' ? 'followUp' : 'steer'));
    const wanted = [
      { id: 'a', lane: 'steer' as const },
      { id: 'x', lane },
    ];
    await bench.change({ order: wanted, remove: [] });
    assert.deepEqual(bench.log, ['publish', 'prompt x', 'save'], lane);
  }
});
