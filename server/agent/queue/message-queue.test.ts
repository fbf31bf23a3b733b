import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { Refusal } from '../../../shared/refusal.ts';
import {
  inLane,
  LANES,
  LIST_OF,
  moved,
  OTHER_LANE,
  withText,
  without,
  type Lane,
  type Queued,
} from '../../../shared/view/queue.ts';
import type { Said } from '../../../shared/view/view.ts';
import { Dialogs } from '../extensions/dialogs.ts';
import { asFolded, expanded, QueueingPi } from '../fixtures/queueing-pi.ts';
import { MessageQueue } from './message-queue.ts';

const RUNS = 150;

/** A desk before a pi; it checks each delivery, and that no message has two fates. */
class Bench {
  readonly pi: QueueingPi;
  readonly desk: MessageQueue;
  readonly said: Said[] = [];
  /** Texts of what was accepted, by id, as they are to be delivered. */
  readonly texts = new Map<string, string>();
  readonly taken: string[] = [];
  readonly removed: string[] = [];
  readonly failures: unknown[] = [];
  readonly #newTexts = new Map<string, string[]>();
  readonly #open = new Set<Promise<unknown>>();
  readonly #accepted = new Set<string>();
  #n = 0;

  constructor(version: string) {
    this.pi = new QueueingPi({
      version,
      onEvent: (event) => {
        const said = this.desk.follow(event);
        if (said) this.#delivered(said);
        this.desk.news();
        this.desk.onEvent(asFolded(event));
      },
    });
    this.desk = new MessageQueue({
      view: () => this.pi.view,
      desk: new Dialogs({ answer: () => undefined, emit: () => undefined }),
      emit: () => this.#checkStates(),
      journal: null,
      pi: this.pi,
      keepImage: () => null,
      isExtensionCommand: () => Promise.resolve(false),
    });
  }

  get waiting(): Queued[] {
    return [...this.desk.queue.steering, ...this.desk.queue.followUp];
  }

  say(text: string, lane: Lane): void {
    const id = `m${++this.#n}`;
    this.texts.set(id, text);
    const say = async (): Promise<void> => {
      const { success } = await this.desk.say({ type: 'prompt', message: text, streamingBehavior: lane }, id);
      if (success) this.#accepted.add(id);
    };
    this.#spawn(say());
  }

  /** `at` counts around what waits. */
  edit(at: number, how: 'text' | 'lane' | 'up' | 'down' | 'remove' | 'take'): void {
    const queue = this.desk.queue;
    const one = this.waiting[at % Math.max(this.waiting.length, 1)];
    if (!one) return;
    if (how === 'take') {
      const take = async (): Promise<void> => {
        this.taken.push(...(await this.desk.take([one.id])).map(({ id }) => id));
      };
      this.#spawn(take());
      return;
    }
    const lane = LANES.find((name) => queue[LIST_OF[name]].includes(one))!;
    const text = `${one.text}!`;
    const wanted = {
      text: () => withText(queue, one.id, text),
      lane: () => inLane(queue, one.id, OTHER_LANE[lane]),
      up: () => moved(queue, one.id, -1),
      down: () => moved(queue, one.id, 1),
      remove: () => without(queue, one.id),
    };
    const change = async (): Promise<void> => {
      const arrangement = wanted[how]();
      assert.ok(arrangement);
      const { missed } = await this.desk.change({ arrangement, revision: queue.revision, start: false });
      if (missed.includes(one.id)) return;
      if (how === 'remove') this.removed.push(one.id);
    };
    // A delivery may come between the handing over and this answer: what is to be said is known before.
    if (how === 'text') this.#newTexts.set(one.id, [...(this.#newTexts.get(one.id) ?? []), text]);
    this.#spawn(change());
  }

  /** Until nothing is open and nothing runs. */
  async finish(): Promise<void> {
    this.pi.callsTool = false;
    for (let n = 0; n < 10_000 && (this.pi.isBusy || this.#open.size > 0); n++) {
      this.pi.obey();
      await turnOfTheLoop();
      this.pi.goOn();
      await turnOfTheLoop();
    }
    assert.equal(this.#open.size, 0, 'every request is answered');
  }

  /** What was accepted has one fate. */
  check(): void {
    assert.deepEqual(this.failures, []);
    const said = this.said.map(({ id }) => id);
    const waits = [...this.waiting, ...this.desk.queue.returned].map(({ id }) => id);
    const fates = [...said, ...this.taken, ...this.removed, ...waits];
    assert.deepEqual(fates.toSorted(), [...this.texts.keys()].toSorted());
    assert.deepEqual(
      this.pi.delivered.length,
      said.length,
      'pi delivered what was seen to come, and nothing else',
    );
  }

  /** What a person can change stays so while it is handed over again. */
  #checkStates(): void {
    const again = this.waiting.find(({ id, state }) => state === 'sending' && this.#accepted.has(id));
    if (again) this.failures.push(new Error(`${again.id} was accepted and reads as on its way`));
  }

  #delivered(said: Said): void {
    try {
      this.#checkDelivery(said);
    } catch (error) {
      this.failures.push(error);
    }
    this.said.push(said);
  }

  #checkDelivery(said: Said): void {
    const { id, lane } = said;
    const text = this.pi.delivered.at(-1);
    const typed = [this.texts.get(id)!, ...(this.#newTexts.get(id) ?? [])];
    assert.ok(
      typed.some((one) => expanded(one) === text),
      `${id} was delivered as ${text}`,
    );
    if (said.text !== undefined) assert.equal(expanded(said.text), text);
    assert.ok(!this.said.some((other) => other.id === id), `${id} comes once`);
    if (lane)
      assert.ok(!this.desk.queue[LIST_OF[lane]].some((one) => one.id === id), `${id} does not wait any more`);
  }

  #spawn(act: Promise<unknown>): void {
    const open = act
      .catch((error: unknown) => {
        // The queue may have changed, or the message be gone: then nothing was done.
        if (!(error instanceof Refusal && [409, 412, 422].includes(error.status))) this.failures.push(error);
      })
      .finally(() => this.#open.delete(open));
    this.#open.add(open);
  }
}

const action = fc.oneof(
  { weight: 4, arbitrary: fc.constant('go on' as const) },
  { weight: 4, arbitrary: fc.constant('obey' as const) },
  fc.boolean().map((callsTool) => ({ callsTool })),
  fc.record({ say: fc.constantFrom('a', 'b', '/t', 'c'), lane: fc.constantFrom(...LANES) }),
  fc.record({
    at: fc.nat(5),
    how: fc.constantFrom('text', 'lane', 'up', 'down', 'remove', 'take'),
  }),
);

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function play(bench: Bench, actions: readonly Action[]): Promise<void> {
  bench.say('begin', 'steer');
  for (const act of actions) {
    if (act === 'go on') bench.pi.goOn();
    else if (act === 'obey') bench.pi.obey();
    else if ('callsTool' in act) bench.pi.callsTool = act.callsTool;
    else if ('say' in act) bench.say(act.say, act.lane);
    else bench.edit(act.at, act.how);
    await turnOfTheLoop();
  }
  await bench.finish();
}

for (const version of ['0.87.1', '0.79.9']) {
  test(`pi ${version}: whatever is said, changed and taken while it delivers, each message has one fate`, async () => {
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

test('pictures that wait are bounded together: one too many is refused in words, and fits again when another went', async () => {
  const bench = new Bench('0.79.9');
  bench.say('begin', 'steer');
  while (!bench.pi.view.run) {
    bench.pi.obey();
    bench.pi.goOn();
    await turnOfTheLoop();
  }
  const images = [{ type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(8 * 1024 * 1024) }];
  const say = (id: string): Promise<unknown> =>
    bench.desk.say({ type: 'prompt', message: 'look', images, streamingBehavior: 'followUp' }, id);
  for (const id of ['p1', 'p2', 'p3', 'p4']) await say(id);
  await assert.rejects(say('p5'), { status: 413, message: /this one was not sent\. Wait until some/ });
  assert.deepEqual(
    bench.waiting.map(({ id }) => id),
    ['p1', 'p2', 'p3', 'p4'],
  );
  const [taken] = await bench.desk.take(['p2']);
  assert.equal(taken?.images[0]?.data?.length, 8 * 1024 * 1024);
  assert.deepEqual(await say('p5'), { success: true });
});
