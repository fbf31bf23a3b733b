import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import type { Message } from './queue-item.ts';
import { QueueSender } from './queue-sender.ts';
import { QueueTracker } from './queue-tracker.ts';

const IMAGE = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };
const EXIT = { code: 1, signal: null, reason: '', stderr: '' };

function message(id: string, lane: Lane = 'steer', more: Partial<Message> = {}): Message {
  return { id, text: id, lane, images: [], refs: [], at: 1, ...more };
}

/** A pi that answers with `answer`, and lists the messages that it was asked to queue. */
class Bench {
  readonly tracker = new QueueTracker();
  readonly commands: PiCommand[] = [];
  changes = 0;
  view: View;
  answer: Answer | Error = { success: true };
  /** Why pi cannot work. */
  obstacle: Refusal | null = null;
  readonly sender: QueueSender;

  constructor(version = '0.87.1') {
    this.view = { ...emptyView('/home/me/project', version), can: abilitiesOf(version) };
    this.sender = new QueueSender({
      tracker: this.tracker,
      view: () => this.view,
      pi: { request: (command, onAnswer) => this.#request(command, onAnswer) },
      onChange: () => (this.changes += 1),
      onHandled: () => undefined,
      requireReady: () => {
        if (this.obstacle) throw this.obstacle;
      },
    });
  }

  get places(): (string | undefined)[] {
    return ['a', 'b', 'c'].map((id) => this.tracker.placeOf(id));
  }

  async #request(command: PiCommand, onAnswer?: (answer: Answer) => void): Promise<Answer> {
    this.commands.push(command);
    await setImmediate();
    if (this.answer instanceof Error) throw this.answer;
    onAnswer?.(this.answer);
    return this.answer;
  }
}

const prompt = (text: string) => ({ type: 'prompt' as const, message: text });

test('a message counts as being sent from before the request until its answer, and pages see both', async () => {
  const bench = new Bench();
  const sent = bench.sender.send(message('a'), prompt('a'));
  assert.equal(bench.tracker.placeOf('a'), 'sending');
  assert.equal(bench.changes, 1);
  assert.deepEqual(await sent, { success: true });
  assert.equal(bench.tracker.placeOf('a'), undefined, 'it started a run');
  assert.equal(bench.changes, 2);
});

test('a message that pi refuses leaves the queue, with the answer for its sender', async () => {
  const bench = new Bench();
  bench.answer = { success: false, error: 'No.' };
  assert.deepEqual(await bench.sender.send(message('a'), prompt('a')), { success: false, error: 'No.' });
  assert.equal(bench.tracker.placeOf('a'), undefined);
});

test('without an answer the message leaves the queue, and its sender gets the error', async () => {
  const bench = new Bench();
  bench.answer = new Refusal(502, 'agent_ended', 'Gone.');
  await assert.rejects(bench.sender.send(message('a'), prompt('a')), /Gone/);
  assert.equal(bench.tracker.placeOf('a'), undefined);
  assert.equal(bench.changes, 2);
});

test('a command runs until its answer; refused or unanswered it is returned with the reason', async () => {
  const bench = new Bench();
  const run = (id: string) => bench.sender.runCommand(message(id), prompt(id));
  const running = run('a');
  assert.equal(bench.tracker.placeOf('a'), 'running');
  await running;
  assert.equal(bench.tracker.placeOf('a'), undefined);
  bench.answer = { success: false, error: 'No.' };
  await run('b');
  bench.answer = new Error('Gone.');
  await assert.rejects(run('c'));
  assert.deepEqual(
    bench.tracker.queue.returned.map(({ id, error }) => [id, error]),
    [
      ['b', 'No.'],
      ['c', 'Gone.'],
    ],
  );
});

test('a held message is a prompt of its lane if it may start a run, and waits in the queue of pi if not', async () => {
  const bench = new Bench();
  await bench.sender.sendHeld(message('a'), { startsRun: true });
  await bench.sender.sendHeld(message('b', 'followUp', { images: [IMAGE] }), { startsRun: true });
  await bench.sender.sendHeld(message('c'), { startsRun: false });
  await bench.sender.sendHeld(message('d', 'followUp', { images: [IMAGE] }), { startsRun: false });
  assert.deepEqual(bench.commands, [
    { type: 'prompt', message: 'a', streamingBehavior: 'steer' },
    { type: 'prompt', message: 'b', images: [IMAGE], streamingBehavior: 'followUp' },
    { type: 'steer', message: 'c' },
    { type: 'follow_up', message: 'd', images: [IMAGE] },
  ]);
});

test('during a compaction nothing starts a run', async () => {
  const bench = new Bench();
  bench.view = { ...bench.view, compaction: { reason: 'manual', startedAt: 1 } };
  await bench.sender.sendHeld(message('a'), { startsRun: true });
  assert.equal(bench.commands[0]?.type, 'steer');
});

test('a held message that pi refuses or does not answer stays in the queue; a bug is thrown', async () => {
  const bench = new Bench();
  for (const id of ['a', 'b']) bench.tracker.hold(message(id));
  bench.answer = { success: false, error: 'No.' };
  await bench.sender.sendHeld(message('a'), { startsRun: true });
  bench.answer = new Refusal(502, 'agent_ended', 'Gone.');
  await bench.sender.sendHeld(message('b'), { startsRun: true });
  assert.deepEqual(bench.places, ['failed', 'failed', undefined]);
  bench.answer = new TypeError('A bug.');
  await assert.rejects(bench.sender.sendHeld(message('c'), { startsRun: true }), TypeError);
});

test('the held message that is being sent can be waited for', async () => {
  const bench = new Bench();
  await bench.sender.whenHeldSent();
  const sending = bench.sender.sendHeld(message('a'), { startsRun: true });
  assert.equal(bench.tracker.placeOf('a'), 'sending');
  await bench.sender.whenHeldSent();
  assert.equal(bench.tracker.placeOf('a'), undefined);
  await sending;
});

const sentTexts = ({ commands }: Bench): unknown[] =>
  commands.map((command) => 'message' in command && command.message);

function holding(bench: Bench): Bench {
  bench.tracker.hold(message('a', 'followUp'));
  bench.tracker.hold(message('b', 'followUp'));
  bench.tracker.hold(message('c'));
  return bench;
}

test('all held messages are sent in the order of the queue to a pi that can give them back', async () => {
  const bench = holding(new Bench());
  await bench.sender.sendAllHeld({ startsRun: true });
  assert.deepEqual(sentTexts(bench), ['c', 'a', 'b']);
});

test('a pi that gives nothing back is not sent follow-ups, except the first message of all at a start', async () => {
  const bench = holding(new Bench('0.79.9'));
  await bench.sender.sendAllHeld({ startsRun: true });
  assert.deepEqual(sentTexts(bench), ['c']);
  const start = new Bench('0.79.9');
  start.tracker.hold(message('a', 'followUp'));
  start.tracker.hold(message('b', 'followUp'));
  await start.sender.sendAllHeld({ startsRun: true, isStart: true });
  assert.deepEqual(sentTexts(start), ['a']);
  const steered = holding(new Bench('0.79.9'));
  await steered.sender.sendAllHeld({ startsRun: true, isStart: true });
  assert.deepEqual(sentTexts(steered), ['c']);
});

test('nothing more is sent once the user stops the run or pi has exited', async () => {
  const stopped = holding(new Bench());
  stopped.sender.isStopping = true;
  await stopped.sender.sendAllHeld({ startsRun: true });
  const exited = holding(new Bench());
  exited.view = { ...exited.view, exit: EXIT };
  await exited.sender.sendAllHeld({ startsRun: true });
  assert.deepEqual([stopped.commands, exited.commands], [[], []]);
  const later = holding(new Bench());
  const sending = later.sender.sendAllHeld({ startsRun: true });
  later.sender.isStopping = true;
  await sending;
  assert.deepEqual(sentTexts(later), ['c']);
});

test('messages that pi gives back are held by the panel and shown on the pages', async () => {
  const bench = new Bench();
  bench.tracker.onSend(message('a'));
  bench.tracker.trackEvent({ type: 'queue_update', steering: ['a'], followUp: [] });
  bench.tracker.onAnswer('a');
  bench.answer = { success: true, data: { steering: ['a'], followUp: [] } };
  await bench.sender.clearPiQueue();
  assert.deepEqual([bench.commands, bench.tracker.placeOf('a')], [[{ type: 'clear_queue' }], 'held']);
  assert.equal(bench.changes, 1);
});

test('a pi that does not give back its queue is refused, and its messages stay where they are', async () => {
  const bench = new Bench();
  bench.answer = { success: false, error: 'Busy.' };
  await assert.rejects(bench.sender.clearPiQueue(), {
    status: 502,
    code: 'agent_refused',
    message: /Busy\./,
  });
});

test('a held message with which pi could not work does not reach it, and stays with the reason', async () => {
  const bench = new Bench();
  bench.tracker.hold(message('a'));
  bench.obstacle = new Refusal(409, 'folder_gone', 'The folder is gone.');
  await bench.sender.sendAllHeld({ startsRun: true, isStart: true });
  assert.deepEqual(bench.commands, []);
  const [left] = bench.tracker.queue.steering;
  assert.deepEqual([left?.state, left?.error], ['failed', 'The folder is gone.']);
});
