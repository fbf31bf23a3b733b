// The queue of an agent beside the messages themselves: commands of extensions, pictures, the user's Stop, and the end of
// pi or of a session.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import type { Queued } from '../../../shared/view/queue.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { Dialogs } from '../extensions/dialogs.ts';
import { toViewEvent } from '../fixtures/queueing-pi.ts';
import { MessageQueue } from './message-queue.ts';
import type { MessageCommand } from './queue-sender.ts';

const EXIT = { code: 1, signal: null, reason: '', stderr: '' };
/** Since 0.87, pi gives back its queue. */
const [NEW, OLD] = ['0.87.1', '0.79.9'];

/** A queue in front of a pi whose answers the test gives. Texts that begin with `/run` are commands of an extension. */
class Bench {
  readonly queue: MessageQueue;
  readonly dialogs = new Dialogs({ answer: () => undefined, emit: () => undefined });
  readonly requests: { command: PiCommand; answer: (answer?: Answer) => Promise<void> }[] = [];
  readonly emitted: ViewEvent[] = [];
  readonly asked: string[] = [];
  view: View;

  constructor(version: string, { inRun = false } = {}) {
    this.view = { ...emptyView('/home/me/project', version), can: abilitiesOf(version) };
    if (inRun) this.view = { ...this.view, run: { startedAt: 1 } };
    this.queue = new MessageQueue({
      view: () => this.view,
      dialogs: this.dialogs,
      emit: (event) => this.emitted.push(event),
      findSession: (id) => Promise.resolve(id),
      pi: { request: (command, onAnswer) => this.#request(command, onAnswer) },
      storeImage: ({ data }) => (data === 'broken' ? null : `stored ${data}`),
      isExtensionCommand: async (text) => {
        this.asked.push(text);
        return text.startsWith('/run');
      },
    });
  }

  get sent(): PiCommand[] {
    return this.requests.map(({ command }) => command);
  }

  accept(id: string, command: Partial<MessageCommand> = {}): Promise<Answer> {
    const accepted = this.queue.accept({ type: 'prompt', message: id, ...command }, id);
    accepted.catch(() => undefined);
    return accepted;
  }

  /** Holds a follow-up, as for a pi that does not give back its queue. */
  async hold(...ids: string[]): Promise<void> {
    for (const id of ids) await this.accept(id, { streamingBehavior: 'followUp' });
  }

  /** A record of pi, from its output to the pages. */
  write(event: PiEvent): ReturnType<MessageQueue['push']> {
    const tracked = this.queue.push([event]);
    this.queue.onEvent(toViewEvent(event));
    return tracked;
  }

  /** The run ends, and the agent has nothing more to do. */
  async settle(): Promise<void> {
    this.view = { ...this.view, run: null };
    this.write({ type: 'agent_settled' });
    await turns();
  }

  #request(command: PiCommand, onAnswer?: (answer: Answer) => void): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.requests.push({
      command,
      answer: (answer = { success: true }) => {
        onAnswer?.(answer);
        resolve(answer);
        return turns();
      },
    });
    return promise;
  }
}

async function turns(): Promise<void> {
  for (let n = 0; n < 3; n++) await setImmediate();
}

const ids = (list: readonly Queued[]): string[] => list.map(({ id }) => id);

test('a command of an extension is shown as running until pi answers, and is not a message', async () => {
  const bench = new Bench(NEW);
  const accepted = bench.accept('/run it', { images: [] });
  await turns();
  const [running] = bench.queue.queue.running;
  assert.deepEqual([running?.text, running?.state], ['/run it', 'running']);
  assert.ok(Date.now() - running!.startedAt! < 10_000);
  assert.deepEqual(bench.emitted.at(-1), { type: 'panel_queue', queue: bench.queue.queue });
  await bench.requests[0]!.answer();
  assert.deepEqual(await accepted, { success: true });
  assert.deepEqual(bench.queue.queue.running, []);
});

test('only a prompt that begins with a slash can be a command of an extension', async () => {
  const bench = new Bench(NEW, { inRun: true });
  const commands = [
    ['/run a', { type: 'prompt' }],
    ['run b', { type: 'prompt', streamingBehavior: 'steer' }],
    ['/run c', { type: 'steer' }],
    ['/run d', { type: 'follow_up' }],
  ] as const;
  for (const [text, command] of commands) {
    void bench.accept(text, command);
    await turns();
    await bench.requests.at(-1)!.answer();
  }
  assert.deepEqual(bench.asked, ['/run a']);
});

test('other messages wait for a running command, at most for a second', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const bench = new Bench(NEW);
  void bench.accept('/run long');
  void bench.accept('next');
  await turns();
  t.mock.timers.tick(999);
  await turns();
  assert.equal(bench.sent.length, 1);
  t.mock.timers.tick(1);
  await turns();
  assert.deepEqual(bench.sent.at(-1), { type: 'prompt', message: 'next' });
});

test('other messages do not wait for a command that asks the user something', async () => {
  const bench = new Bench(NEW);
  void bench.accept('/run asking');
  void bench.accept('next');
  await turns();
  assert.equal(bench.sent.length, 1);
  const dialog = { method: 'confirm', title: 'Sure?', message: '' } as const;
  bench.dialogs.add({ type: 'extension_ui_request', id: 'd', ...dialog });
  await turns();
  assert.equal(bench.sent.length, 2);
});

test('pi gets the pictures of a message, and pages get references; other content gets no reference', async () => {
  const bench = new Bench(NEW, { inRun: true });
  const picture = (data: string): ImageContent => ({ type: 'image', mimeType: 'image/png', data });
  const images = [picture('one'), picture('broken')];
  void bench.accept('look', { streamingBehavior: 'steer', images });
  await turns();
  assert.deepEqual(bench.sent, [{ type: 'prompt', message: 'look', images, streamingBehavior: 'steer' }]);
  assert.deepEqual(bench.queue.queue.steering[0]?.images, [
    { type: 'image', mimeType: 'image/png', panel_ref: 'stored one' },
  ]);
});

test('only a follow-up prompt in a run of a pi that gives nothing back is held', async () => {
  const followUp = { streamingBehavior: 'followUp' } as const;
  for (const [version, inRun, command, isHeld] of [
    [OLD, true, followUp, true],
    [OLD, true, { streamingBehavior: 'steer' }, false],
    [OLD, true, { type: 'follow_up' }, false],
    [OLD, false, followUp, false],
    [NEW, true, followUp, false],
  ] as const) {
    const bench = new Bench(version, { inRun });
    void bench.accept('a', command);
    await turns();
    assert.equal(bench.sent.length, isHeld ? 0 : 1, `${version} ${JSON.stringify(command)}`);
    const states = [...bench.queue.queue.steering, ...bench.queue.queue.followUp].map(({ state }) => state);
    assert.deepEqual(states, [isHeld ? 'held' : 'sending']);
    if (isHeld) assert.deepEqual(bench.emitted.at(-1), { type: 'panel_queue', queue: bench.queue.queue });
  }
});

for (const [mode, count] of [
  ['one-at-a-time', 1],
  ['all', 2],
] as const)
  test(`when the agent has stopped, held follow-ups are sent as pi is set: ${mode}`, async () => {
    const bench = new Bench(OLD, { inRun: true });
    bench.view = { ...bench.view, followUpMode: mode };
    await bench.hold('a', 'b');
    await bench.settle();
    for (let n = 0; n < count; n++) await bench.requests[n]?.answer();
    assert.deepEqual(
      bench.sent,
      ['a', 'b']
        .slice(0, count)
        .map((message) => ({ type: 'prompt', message, streamingBehavior: 'followUp' })),
    );
  });

test('held follow-ups wait for the end of a compaction, and while a run is on', async () => {
  const bench = new Bench(OLD, { inRun: true });
  await bench.hold('a');
  bench.write({ type: 'agent_settled' });
  await turns();
  assert.deepEqual(bench.sent, [], 'another run is on already');
  bench.view = { ...bench.view, compaction: { reason: 'manual', startedAt: 1 } };
  await bench.settle();
  assert.deepEqual(bench.sent, []);
  bench.view = { ...bench.view, compaction: null };
  bench.write({ type: 'turn_end' });
  await turns();
  assert.deepEqual(bench.sent, [], 'not at any event');
  bench.write({ type: 'compaction_end', reason: 'manual' });
  await turns();
  assert.equal(bench.sent.length, 1);
});

test('held follow-ups are not sent to a pi that has ended, nor to one that gives back its queue', async () => {
  const bench = new Bench(OLD, { inRun: true });
  await bench.hold('a');
  const { view } = bench;
  bench.view = { ...view, exit: EXIT };
  await bench.settle();
  bench.view = { ...view, can: abilitiesOf(NEW) };
  await bench.settle();
  assert.deepEqual(bench.sent, []);
  bench.view = view;
  await bench.settle();
  assert.equal(bench.sent.length, 1);
});

test('after a held follow-up has waited for another message, the queue is checked again', async () => {
  const bench = new Bench(OLD, { inRun: true });
  await bench.hold('a');
  void bench.accept('/run first');
  await turns();
  await bench.settle();
  bench.queue.onAbort();
  await bench.requests[0]!.answer();
  assert.equal(bench.sent.length, 1);
});

test('the user’s Stop returns the messages that pi gives back and those that the panel holds', async () => {
  const bench = new Bench(NEW, { inRun: true });
  void bench.accept('a', { streamingBehavior: 'followUp' });
  await turns();
  bench.write({ type: 'queue_update', steering: [], followUp: ['a'] });
  await bench.requests[0]!.answer();
  const stopped = bench.queue.returnAll();
  await turns();
  assert.deepEqual(bench.sent.at(-1), { type: 'clear_queue' });
  await bench.requests[1]!.answer({ success: true, data: { steering: [], followUp: ['a'] } });
  await stopped;
  assert.deepEqual([ids(bench.queue.queue.followUp), ids(bench.queue.queue.returned)], [[], ['a']]);
  assert.deepEqual(bench.emitted.at(-1), { type: 'panel_queue', queue: bench.queue.queue });
});

test('a Stop of a pi that cannot give back messages returns those that the panel holds, after the one being sent', async () => {
  const bench = new Bench(OLD, { inRun: true });
  await bench.hold('a', 'b');
  await bench.settle();
  let isStopped = false;
  const stopped = bench.queue.returnAll().then(() => (isStopped = true));
  await turns();
  assert.equal(isStopped, false);
  await bench.requests[0]!.answer();
  await stopped;
  assert.deepEqual(ids(bench.queue.queue.returned), ['b']);
  assert.equal(bench.sent.length, 1, 'nothing asks this pi for its queue');
});

test('during a Stop, and until the next run has begun, nothing that is held is sent', async () => {
  const bench = new Bench(OLD, { inRun: true });
  await bench.hold('a');
  bench.queue.isStopping = true;
  await bench.settle();
  bench.queue.isStopping = false;
  await bench.settle();
  assert.deepEqual(bench.sent, []);
  bench.write({ type: 'agent_start' });
  await bench.settle();
  assert.equal(bench.sent.length, 1);
});

test('when pi ends, its messages and the command that ran come back to the user', async () => {
  const bench = new Bench(NEW, { inRun: true });
  void bench.accept('/run it');
  await turns();
  bench.dialogs.add({ type: 'extension_ui_request', id: 'd', method: 'input', title: '' });
  void bench.accept('a', { streamingBehavior: 'steer' });
  await turns();
  bench.write({ type: 'queue_update', steering: ['a'], followUp: [] });
  await bench.requests[1]!.answer();
  bench.queue.onPiExit();
  const { running, steering, returned } = bench.queue.queue;
  assert.deepEqual([running, steering, ids(returned).toSorted()], [[], [], ['/run it', 'a']]);
  assert.match(returned.find(({ id }) => id === '/run it')?.error ?? '', /ended while it ran/);
  assert.deepEqual(bench.emitted.at(-1), { type: 'panel_queue', queue: bench.queue.queue });
});

test('when pi changes to another session, messages that waited in the previous one, or were not saved there, are returned', async () => {
  const bench = new Bench(NEW, { inRun: true });
  bench.write({ type: 'message_end', message: { role: 'user', content: 'unsaved', timestamp: 1 } });
  void bench.accept('a', { streamingBehavior: 'steer' });
  await turns();
  bench.write({ type: 'queue_update', steering: ['a'], followUp: [] });
  await bench.requests[0]!.answer();
  bench.queue.onSessionLeft();
  assert.deepEqual(
    bench.queue.queue.returned.map(({ text }) => text),
    ['unsaved', 'a'],
  );
});

test('an event of pi is passed on, followed once by the change that it made to the queue', async () => {
  const bench = new Bench(NEW, { inRun: true });
  void bench.accept('a', { streamingBehavior: 'steer' });
  await turns();
  const event = { type: 'queue_update' as const, steering: ['a'], followUp: [] };
  assert.deepEqual(bench.write(event), [event, { type: 'panel_queue', queue: bench.queue.queue }]);
  assert.deepEqual(bench.write({ type: 'turn_start' }), [{ type: 'turn_start' }]);
  await bench.requests[0]!.answer();
  const end = {
    type: 'message_end' as const,
    message: { role: 'user' as const, content: 'a', timestamp: 1 },
  };
  bench.write({ type: 'queue_update', steering: [], followUp: [] });
  assert.deepEqual(bench.write(end)[0], { ...end, panel_sent_as: { id: 'a', lane: 'steer' } });
});
