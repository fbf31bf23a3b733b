import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { Refusal } from '../../../shared/refusal.ts';
import { moveToLane, moveMessage, changeText, removeMessage } from '../../../shared/view/queue-changes.ts';
import {
  LANES,
  LIST_OF,
  OTHER_LANE,
  textsOf,
  type Lane,
  type Queue,
  type Queued,
} from '../../../shared/view/queue.ts';
import type { SentAs } from '../../../shared/view/conversation.ts';
import { Dialogs } from '../extensions/dialogs.ts';
import { toViewEvent, expandTemplate, QueueingPi } from '../fixtures/queueing-pi.ts';
import { MessageQueue } from './message-queue.ts';

const RUNS = 150;

interface BenchOptions {
  folder?: string;
  onQueue?: (queue: Queue) => void;
}

/** A queue in front of a pi. It checks each delivery, and that each message ends in one place. */
class Bench {
  readonly pi: QueueingPi;
  readonly queue: MessageQueue;
  readonly delivered: SentAs[] = [];
  /** The accepted texts by id, as the sender typed them. */
  readonly texts = new Map<string, string>();
  readonly taken: string[] = [];
  readonly removed: string[] = [];
  readonly failures: unknown[] = [];
  readonly #newTexts = new Map<string, string[]>();
  readonly #open = new Set<Promise<unknown>>();
  readonly #accepted = new Set<string>();
  #n = 0;

  /** `folder`: keeps the messages there, too. */
  constructor(version: string, { folder, onQueue }: BenchOptions = {}) {
    this.pi = new QueueingPi({
      version,
      onEvent: (event) => {
        for (const tracked of this.queue.push([event])) {
          if ('panel_sent_as' in tracked && tracked.panel_sent_as) this.#onDelivery(tracked.panel_sent_as);
          if (tracked.type === 'panel_queue') onQueue?.(tracked.queue);
        }
        this.queue.onEvent(toViewEvent(event));
      },
    });
    this.queue = new MessageQueue({
      view: () => this.pi.view,
      dialogs: new Dialogs({ answer: () => undefined, emit: () => undefined }),
      emit: (event) => {
        this.#checkStates();
        if (event.type === 'panel_queue') onQueue?.(event.queue);
      },
      folder,
      findSession: (id) => Promise.resolve(id),
      pi: this.pi,
      storeImage: () => null,
      isExtensionCommand: () => Promise.resolve(false),
    });
  }

  get waiting(): Queued[] {
    return [...this.queue.queue.steering, ...this.queue.queue.followUp];
  }

  send(text: string, lane: Lane): void {
    const id = `m${++this.#n}`;
    this.texts.set(id, text);
    const send = async (): Promise<void> => {
      const { success } = await this.queue.accept(
        { type: 'prompt', message: text, streamingBehavior: lane },
        id,
      );
      if (success) this.#accepted.add(id);
    };
    this.#spawn(send());
  }

  /** `at`: index of a waiting message, modulo their number. */
  edit(at: number, how: 'text' | 'lane' | 'up' | 'down' | 'remove' | 'take'): void {
    const { editor, queue } = this.queue;
    const one = this.waiting[at % Math.max(this.waiting.length, 1)];
    if (!one) return;
    if (how === 'take') {
      const take = async (): Promise<void> => {
        this.taken.push(...(await editor.takeBack([one.id])).map(({ id }) => id));
      };
      this.#spawn(take());
      return;
    }
    const lane = LANES.find((name) => queue[LIST_OF[name]].includes(one))!;
    const text = `${one.text}!`;
    const wanted = {
      text: () => changeText(queue, one.id, text),
      lane: () => moveToLane(queue, one.id, OTHER_LANE[lane]),
      up: () => moveMessage(queue, one.id, -1),
      down: () => moveMessage(queue, one.id, 1),
      remove: () => removeMessage(queue, one.id),
    };
    const change = async (): Promise<void> => {
      const arrangement = wanted[how]();
      assert.ok(arrangement);
      const { missed } = await editor.applyChange({ arrangement, revision: queue.revision, start: false });
      if (missed.includes(one.id)) return;
      if (how === 'remove') this.removed.push(one.id);
    };
    // pi may deliver the new text before the change is answered.
    if (how === 'text') this.#newTexts.set(one.id, [...(this.#newTexts.get(one.id) ?? []), text]);
    this.#spawn(change());
  }

  /** Runs pi until every request is answered and no run is on. */
  async finish(): Promise<void> {
    this.pi.callsTool = false;
    for (let n = 0; n < 10_000 && (this.pi.isBusy || this.#open.size > 0); n++) {
      this.pi.executeNext();
      await turnOfTheLoop();
      this.pi.continueRun();
      await turnOfTheLoop();
    }
    assert.equal(this.#open.size, 0, 'every request is answered');
  }

  /** Each message was delivered, taken or removed once, or is still in the queue. */
  check(): void {
    assert.deepEqual(this.failures, []);
    const delivered = this.delivered.map(({ id }) => id);
    const queued = [...this.waiting, ...this.queue.queue.returned].map(({ id }) => id);
    const all = [...delivered, ...this.taken, ...this.removed, ...queued];
    assert.deepEqual(all.toSorted(), [...this.texts.keys()].toSorted());
    assert.equal(this.pi.delivered.length, delivered.length, 'the queue saw every delivery');
  }

  /** An accepted message stays editable while it is sent to pi again. */
  #checkStates(): void {
    const again = this.waiting.find(({ id, state }) => state === 'sending' && this.#accepted.has(id));
    if (again) this.failures.push(new Error(`${again.id} was accepted and is shown as being sent`));
  }

  #onDelivery(said: SentAs): void {
    try {
      this.#checkDelivery(said);
    } catch (error) {
      this.failures.push(error);
    }
    this.delivered.push(said);
  }

  #checkDelivery(said: SentAs): void {
    const { id, lane } = said;
    const text = this.pi.delivered.at(-1);
    const typed = [this.texts.get(id)!, ...(this.#newTexts.get(id) ?? [])];
    assert.ok(
      typed.some((one) => expandTemplate(one) === text),
      `${id} was delivered as ${text}`,
    );
    if (said.text !== undefined) assert.equal(expandTemplate(said.text), text);
    assert.ok(!this.delivered.some((other) => other.id === id), `${id} is delivered once`);
    if (lane)
      assert.ok(!this.queue.queue[LIST_OF[lane]].some((one) => one.id === id), `${id} has left the queue`);
  }

  #spawn(act: Promise<unknown>): void {
    const open = act
      .catch((error: unknown) => {
        // The queue has changed or the message is gone: nothing was done.
        if (!(error instanceof Refusal && [409, 412, 422].includes(error.status))) this.failures.push(error);
      })
      .finally(() => this.#open.delete(open));
    this.#open.add(open);
  }
}

const action = fc.oneof(
  { weight: 4, arbitrary: fc.constant('go on' as const) },
  { weight: 4, arbitrary: fc.constant('execute' as const) },
  fc.boolean().map((callsTool) => ({ callsTool })),
  fc.record({ send: fc.constantFrom('a', 'b', '/t', 'c'), lane: fc.constantFrom(...LANES) }),
  fc.record({
    at: fc.nat(5),
    how: fc.constantFrom('text', 'lane', 'up', 'down', 'remove', 'take'),
  }),
);

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function play(bench: Bench, actions: readonly Action[]): Promise<void> {
  bench.send('begin', 'steer');
  for (const act of actions) {
    if (act === 'go on') bench.pi.continueRun();
    else if (act === 'execute') bench.pi.executeNext();
    else if ('callsTool' in act) bench.pi.callsTool = act.callsTool;
    else if ('send' in act) bench.send(act.send, act.lane);
    else bench.edit(act.at, act.how);
    await turnOfTheLoop();
  }
  await bench.finish();
}

for (const version of ['0.87.1', '0.79.9']) {
  test(`pi ${version}: no message is lost or doubled, whatever is sent, changed and taken back while pi delivers`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 80, size: 'max' }),
        fc.constantFrom('all' as const, 'one-at-a-time' as const),
        async (actions, mode) => {
          const bench = new Bench(version);
          bench.pi.view = { ...bench.pi.view, steeringMode: mode, followUpMode: mode };
          await play(bench, actions);
          bench.check();
        },
      ),
      { numRuns: RUNS },
    );
  });
}

test('a message whose images make the queue too large is refused, and accepted after another one was removed', async () => {
  const bench = await benchInRun();
  const images = [{ type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(8 * 1024 * 1024) }];
  const send = (id: string): Promise<unknown> =>
    bench.queue.accept({ type: 'prompt', message: 'look', images, streamingBehavior: 'followUp' }, id);
  for (const id of ['p1', 'p2', 'p3', 'p4']) await send(id);
  await assert.rejects(send('p5'), { status: 413, message: /this message was not sent\. Wait until some/ });
  assert.deepEqual(
    bench.waiting.map(({ id }) => id),
    ['p1', 'p2', 'p3', 'p4'],
  );
  const [taken] = await bench.queue.editor.takeBack(['p2']);
  assert.equal(taken?.images[0]?.data?.length, 8 * 1024 * 1024);
  assert.deepEqual(await send('p5'), { success: true });
});

test('a message on its way to pi is returned to the user as soon as pi has it', async () => {
  const bench = new Bench('0.87.1');
  await startRun(bench);
  const accepted = bench.queue.accept({ type: 'follow_up', message: 'also this' }, 'p1');
  let isTaken = false;
  const taking = bench.queue.editor.takeBack(['p1']).finally(() => (isTaken = true));
  while (!isTaken) {
    bench.pi.executeNext();
    await turnOfTheLoop();
  }
  assert.deepEqual(
    (await taking).map(({ text }) => text),
    ['also this'],
  );
  await accepted;
});

/** A pi before clear_queue in the middle of a run, whose follow-ups the panel holds. */
async function benchInRun(): Promise<Bench> {
  const bench = new Bench('0.79.9');
  await startRun(bench);
  return bench;
}

async function startRun(bench: Bench): Promise<void> {
  bench.send('begin', 'steer');
  while (!bench.pi.view.run) {
    bench.pi.executeNext();
    bench.pi.continueRun();
    await turnOfTheLoop();
  }
}

for (const [version, state] of [
  ['0.87.1', 'waiting'],
  ['0.79.9', 'held'],
] as const) {
  test(`pi ${version}: a message is shown as being sent until a panel that is killed would find it`, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-queue-'));
    const shown: { state: string; isOnDisk: boolean }[] = [];
    const bench = new Bench(version, {
      folder,
      onQueue: ({ followUp: [message] }) => {
        if (!message) return;
        const { state: shownState } = message;
        shown.push({ state: shownState, isOnDisk: journalIn(folder).includes('"text":"later"') });
      },
    });
    bench.pi.view = { ...bench.pi.view, session: { id: 'session' } };
    await bench.queue.recovery.recover();
    await startRun(bench);
    bench.send('later', 'followUp');
    while (bench.waiting[0]?.state !== state) {
      bench.pi.executeNext();
      await turnOfTheLoop();
    }
    assert.ok(shown.some(({ state }) => state === 'sending'));
    for (const { state, isOnDisk } of shown) assert.ok(isOnDisk || state === 'sending', state);
    await bench.queue.recovery.close();
    await rm(folder, { recursive: true });
  });
}

function journalIn(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'session.json'), 'utf8');
  } catch {
    return '';
  }
}

test('each command waits in the lane that its name says', async () => {
  const bench = await benchInRun();
  const commands = [
    { type: 'steer', message: 'a' },
    { type: 'follow_up', message: 'b' },
    { type: 'prompt', message: 'c', streamingBehavior: 'steer' },
    { type: 'prompt', message: 'd', streamingBehavior: 'followUp' },
  ] as const;
  for (const command of commands) {
    const accepted = bench.queue.accept(command, command.message);
    await turnOfTheLoop();
    bench.pi.executeNext();
    assert.equal((await accepted).success, true);
  }
  const { steering, followUp } = bench.queue.queue;
  assert.deepEqual(
    [steering, followUp].map((lane) => lane.map(({ id }) => id)),
    [
      ['a', 'c'],
      ['b', 'd'],
    ],
  );
});

test('after an abort the held follow-ups wait until the next run of the user has ended', async () => {
  const bench = await benchInRun();
  bench.send('later', 'followUp');
  await turnOfTheLoop();
  bench.queue.onAbort();
  while (bench.pi.continueRun()) await turnOfTheLoop();
  await turnOfTheLoop();
  assert.deepEqual([bench.pi.isBusy, textsOf(bench.queue.queue).followUp], [false, ['later']]);
  bench.send('go on', 'steer');
  await bench.finish();
  bench.check();
  assert.deepEqual(bench.pi.delivered, ['begin', 'go on', 'later']);
});

for (const stopReason of ['error', 'aborted', 'stop'] as const)
  test(`held follow-ups ${stopReason === 'stop' ? 'are sent' : 'wait'} after an answer that ended with ${stopReason}`, async () => {
    const bench = await benchInRun();
    bench.send('later', 'followUp');
    await turnOfTheLoop();
    const ended = { role: 'assistant' as const, content: [], stopReason, timestamp: 1 };
    const said = { role: 'user' as const, content: 'begin', timestamp: 2 };
    const entries = [
      { key: 'assistant-1', message: ended },
      { key: 'user-2', message: said },
    ];
    bench.pi.view = { ...bench.pi.view, entries };
    await bench.finish();
    assert.deepEqual(textsOf(bench.queue.queue).followUp, stopReason === 'stop' ? [] : ['later']);
    bench.check();
  });
