import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FrameReader, type Frame } from '../../shared/compact-events.ts';
import type { PiEvent } from '../../shared/pi/events.ts';
import { reduce } from '../../shared/view/reduce.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import type { SnapshotFrame } from '../../shared/wire.ts';
import { FanOut, type Follower, type FollowOptions } from '../agent/feed/fan-out.ts';
import { createClock } from '../agent/fixtures/clock.ts';
import { createFeed } from '../agent/fixtures/feed.ts';
import { eventStream } from './event-stream.ts';

type DeltaType = 'text_delta' | 'thinking_delta' | 'toolcall_delta';

function delta(text: string, contentIndex = 0, type: DeltaType = 'text_delta'): ViewEvent {
  return { type: 'message_update', assistantMessageEvent: { type, contentIndex, delta: text } };
}

const other: ViewEvent = { type: 'turn_end' };
const begin: ViewEvent = {
  type: 'message_start',
  message: { role: 'assistant', content: [], stopReason: 'stop', timestamp: 1 },
};

/** One agent whose view is folded, as in the feed. */
function createAgent(agent: string) {
  let view: View = reduce(emptyView('/home/me/project'), begin);
  const fanOut = new FanOut({ agent, build: 'b1', view: () => view });
  return {
    agent,
    view: () => view,
    follow: (options: FollowOptions) => fanOut.follow(options),
    send: (...events: ViewEvent[]): void => {
      view = events.reduce(reduce, view);
      fanOut.send(events);
    },
  };
}

/** A page: its frames, and the view of one agent as it follows from them. */
class Page {
  readonly frames: Frame[] = [];
  readonly #agent: string;
  view: View | null = null;
  number: number | null = null;

  constructor(agent: string) {
    this.#agent = agent;
  }

  /** Throws for a frame that is out of order, repeated or missing. */
  accept(frame: Frame): void {
    const dot = frame.id.lastIndexOf('.');
    if (frame.id.slice(0, dot) !== this.#agent) return;
    this.frames.push(frame);
    const number = Number(frame.id.slice(dot + 1));
    if (frame.kind === 'snapshot') this.view = (JSON.parse(frame.data) as SnapshotFrame).view;
    else if (frame.kind === 'message') {
      assert.equal(frame.first ?? number, (this.number ?? NaN) + 1);
      const { agent, ...event } = JSON.parse(frame.data) as { agent: string } & ViewEvent;
      assert.equal(agent, this.#agent);
      this.view = reduce(this.view!, event);
    }
    this.number = number;
  }

  get id(): string {
    return `${this.#agent}.${this.number}`;
  }
}

/** Everything that the followers have to send now, as one response. */
async function readAll(followers: Follower[], isCompact: boolean): Promise<string> {
  return new Response(eventStream(followers, { isOnce: true, isCompact })).text();
}

/** Cut into pieces that end anywhere, as on a socket. */
function readInPieces(text: string, size: number, onFrame: (frame: Frame) => void): void {
  const reader = new FrameReader(onFrame);
  for (let start = 0; start < text.length; start += size) reader.push(text.slice(start, start + size));
}

test('a delta of the same block is its text and two bytes', () => {
  const { follow, send } = createAgent('a1');
  const follower = follow({ isCompact: true });
  follower.takeUnsent();
  const sent = [
    delta('one'),
    delta(' two'),
    delta('"\n'),
    other,
    delta('!'),
    delta('{', 1, 'toolcall_delta'),
  ];
  const lines = sent.map((event) => {
    send(event);
    return follower.takeUnsent()?.toString();
  });
  assert.deepEqual(lines, ['t0+one\n', '+ two\n', '+\\"\\n\n', '={"type":"turn_end"}\n', '+!\n', 'c1+{\n']);
});

test('R-01, R-04: in both forms, for several agents on one stream, cut anywhere, every page gets every event once', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('\n', '\r', '"', '@a1', '='),
  );
  const anyEvent = fc.oneof(
    fc
      .tuple(text, fc.nat({ max: 2 }), fc.constantFrom<DeltaType>('text_delta', 'thinking_delta'))
      .map((each) => delta(...each)),
    fc.constant(other),
    text.map((message): ViewEvent => ({ type: 'panel_notice', kind: 'info', message, panel_at: 1 })),
  );
  const steps = fc.array(fc.tuple(fc.boolean(), fc.array(anyEvent, { maxLength: 4 }), fc.boolean()), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), fc.integer({ min: 1, max: 50 }), async (all, isCompact, size) => {
      const agents = [createAgent('a1'), createAgent('b-2')];
      const pages = agents.map(({ agent }) => new Page(agent));
      let followers = agents.map(({ follow }) => follow({ isCompact }));
      const takeOver = async (): Promise<void> => {
        const onFrame = (frame: Frame): void => pages.forEach((page) => page.accept(frame));
        readInPieces(await readAll(followers, isCompact), size, onFrame);
      };
      await takeOver();
      for (const [isFirst, events, isRead] of all) {
        agents[isFirst ? 0 : 1]!.send(...events);
        if (!isRead) continue;
        followers = agents.map(({ follow }, at) => follow({ after: pages[at]!.id, isCompact }));
        await takeOver();
      }
      followers = agents.map(({ follow }, at) => follow({ after: pages[at]!.id, isCompact }));
      await takeOver();
      for (const [at, { view }] of agents.entries()) assert.deepEqual(pages[at]!.view, view());
    }),
    { numRuns: 300 },
  );
});

test('a page that reads while events come gets the same frames from both forms', () => {
  const { follow, send } = createAgent('a1');
  const pages = [new Page('a1'), new Page('a1')];
  const readers = pages.map((page) => new FrameReader((frame) => page.accept(frame)));
  const followers = [follow({}), follow({ isCompact: true })];
  const read = (): void =>
    followers.forEach((follower, at) => readers[at]!.push(follower.takeUnsent()?.toString() ?? ''));
  read();
  for (const event of [delta('a'), delta('b'), other, delta('c'), delta('d', 1), delta('e')]) {
    send(event);
    read();
  }
  assert.deepEqual(pages[1]!.frames, pages[0]!.frames);
});

test('catching up with a minute of an answer costs only its text', () => {
  const { follow, send } = createAgent('a1');
  send(delta('Start.'));
  for (let n = 0; n < 60 * 60; n++) send(delta(`word ${n} `));
  const page = new Page('a1');
  page.number = 1;
  page.view = reduce(reduce(emptyView('/home/me/project'), begin), delta('Start.'));
  const follower = follow({ after: 'a1.1', isCompact: true });
  let bytes = 0;
  const reader = new FrameReader((frame) => page.accept(frame));
  for (let next = follower.takeUnsent(); next; next = follower.takeUnsent()) {
    bytes += next.length;
    reader.push(next.toString());
  }
  const missed = Array.from({ length: 60 * 60 }, (_, n) => `+word ${n} \n`).join('').length;
  assert.ok(bytes <= missed, `${bytes} bytes for ${missed} that were missed`);
  assert.equal(page.number, 3601);
  assert.ok(page.frames.length <= 3, `${page.frames.length} frames`);
});

for (const [rate, most] of [
  [50, { bytes: 122_000, frames: 6800 }],
  [100, { bytes: 105_000, frames: 4100 }],
  [300, { bytes: 90_000, frames: 2200 }],
  [500, { bytes: 86_000, frames: 1300 }],
] as const) {
  test(`10,000 tokens at ${rate} a second cost at most ${most.bytes / 1000} kB and ${most.frames} frames`, () => {
    const clock = createClock();
    const { feed } = createFeed({ clock });
    const page = feed.follow({ isCompact: true });
    page.takeUnsent();
    const sent = { bytes: 0, frames: 0 };
    page.onReady = () => {
      const bytes = page.takeUnsent();
      if (!bytes) return;
      sent.frames += 1;
      // HTTP/1.1 writes the length of each chunk, in hexadecimal digits, and two line breaks.
      sent.bytes += bytes.length + bytes.length.toString(16).length + 4;
    };
    const message = { role: 'assistant', content: [], stopReason: 'stop', timestamp: 1 };
    const update = (event: object) => ({ type: 'message_update', assistantMessageEvent: event });
    feed.push([
      { type: 'message_start', message },
      update({ type: 'text_start', contentIndex: 0 }),
    ] as PiEvent[]);
    for (let n = 0; n < 10_000; n++) {
      clock.advance((n * 1000) / rate);
      feed.push([update({ type: 'text_delta', contentIndex: 0, delta: ' tokens' })] as PiEvent[]);
    }
    clock.advance(clock.now() + 100);
    assert.equal(feed.view.live?.blocks[0]?.type, 'text');
    assert.ok(sent.bytes <= most.bytes && sent.frames <= most.frames, JSON.stringify(sent));
  });
}
