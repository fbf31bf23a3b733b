import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../lib/api.ts';
import { OutputFollower, type FollowOptions, type FollowState, type OutputSink } from './output-follower.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

class Memory implements OutputSink {
  text = '';
  isFull = false;
  makeRoom = (): void => {};

  write(chunk: Uint8Array): void {
    this.text += new TextDecoder().decode(chunk);
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.makeRoom = () => {
        this.isFull = false;
        resolve();
      };
    });
  }
}

type Connection = (from: number, signal: AbortSignal) => Response;

/** A body of these chunks that then ends, breaks, or stays open until the request is aborted. */
function body(chunks: string[], end: 'end' | 'break' | AbortSignal): Response {
  const waiting = chunks.map(bytes);
  return new Response(
    new ReadableStream({
      pull(controller) {
        const next = waiting.shift();
        if (next) return controller.enqueue(next);
        if (end === 'end') return controller.close();
        if (end === 'break') return controller.error(new TypeError('network error'));
        return new Promise((resolve) => {
          end.addEventListener('abort', () => {
            controller.error(new DOMException('gone', 'AbortError'));
            resolve();
          });
        });
      },
    }),
  );
}

/** Follows through these connections, one after the other, and tells what was asked and said. */
function follow(connections: Connection[], more: Partial<FollowOptions> = {}) {
  const asked: string[] = [];
  const states: FollowState[] = [];
  const sink = new Memory();
  let onState = (): void => {};
  const follower = new OutputFollower({
    path: 'output',
    from: 0,
    sink,
    pause: async () => {},
    api: {
      async fetch(path, { signal }) {
        asked.push(path);
        const connection = connections.shift();
        if (!connection) throw new Error('asked once too often');
        return connection(Number(/from=(\d+)/.exec(path)?.[1]), signal!);
      },
    },
    onState(state) {
      states.push(state);
      onState();
    },
    ...more,
  });
  const until = (state: FollowState): Promise<void> =>
    new Promise((resolve) => {
      onState = () => {
        if (states.includes(state)) resolve();
      };
      onState();
    });
  return { follower, sink, asked, states, until };
}

test('the bytes reach the sink as they came, and the end is said', async () => {
  const { follower, sink, asked, until } = follow([() => body(['one\n', 'two'], 'end')]);
  follower.resume();
  await until('complete');
  assert.equal(sink.text, 'one\ntwo');
  assert.deepEqual(asked, ['output?from=0&follow=1']);
});

test('R-01: after a break it goes on from the byte it has reached, nothing lost and nothing twice', async () => {
  const whole = 'äöü one\ntwo\nthree\n';
  const { follower, sink, asked, states, until } = follow([
    () => body(['äöü one\n'], 'break'),
    () => {
      throw new ApiError(503, 'busy', 'not now');
    },
    (from) => body([new TextDecoder().decode(bytes(whole).subarray(from))], 'end'),
  ]);
  follower.resume();
  await until('complete');
  assert.equal(sink.text, whole);
  assert.deepEqual(
    asked,
    [0, 11, 11].map((from) => `output?from=${from}&follow=1`),
  );
  assert.deepEqual(states, ['reading', 'reconnecting', 'reconnecting', 'reading', 'complete']);
});

test('paused it lets go of the connection, and resumed it goes on from there', async () => {
  const aborted: string[] = [];
  const { follower, sink, asked, until } = follow([
    (_, signal) => {
      signal.addEventListener('abort', () => aborted.push('first'));
      return body(['one\n'], signal);
    },
    () => body(['two\n'], 'end'),
  ]);
  follower.resume();
  while (sink.text === '') await new Promise(setImmediate);
  follower.pause();
  assert.deepEqual(aborted, ['first']);
  follower.resume();
  await until('complete');
  assert.equal(sink.text, 'one\ntwo\n');
  assert.equal(asked[1], 'output?from=4&follow=1');
});

test('while the sink is full nothing more is read', async () => {
  let pulled = 0;
  const { follower, sink, until } = follow([
    () =>
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              pulled += 1;
              if (pulled > 3) controller.close();
              else controller.enqueue(bytes(`${pulled}\n`));
            },
          },
          { highWaterMark: 0 },
        ),
      ),
  ]);
  sink.isFull = true;
  follower.resume();
  while (sink.text === '') await new Promise(setImmediate);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  assert.equal(sink.text, '1\n');
  sink.makeRoom();
  await until('complete');
  assert.equal(sink.text, '1\n2\n3\n');
});

test('started in the middle it leaves out the line that is cut, also when that spans chunks', async () => {
  const { follower, sink, until } = follow([() => body(['half a', ' line\n', 'whole\nnext\n'], 'end')], {
    from: 100,
  });
  follower.resume();
  await until('complete');
  assert.equal(sink.text, 'whole\nnext\n');
});

test('output that the server does not have is not asked for again', async () => {
  const { follower, asked, until } = follow([
    () => {
      throw new ApiError(410, 'gone', 'no longer kept');
    },
  ]);
  follower.resume();
  await until('lost');
  follower.resume();
  assert.equal(asked.length, 1);
});

test('once complete it stays complete', async () => {
  const { follower, asked, until } = follow([() => body(['all'], 'end')]);
  follower.resume();
  await until('complete');
  follower.pause();
  follower.resume();
  assert.equal(asked.length, 1);
});

test('what comes from a wanted end on is neither read nor given, and the end is said', async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(bytes('abcdefgh')),
    cancel: () => void (isCancelled = true),
  });
  const { follower, sink, until } = follow([() => new Response(endless)], { until: 20 });
  follower.resume();
  await until('complete');
  assert.equal(sink.text, 'abcdefghabcdefghabcd');
  assert.ok(isCancelled);
});
