import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../lib/requests/api.ts';
import { OutputFollower, type FollowOptions, type FollowState, type OutputSink } from './output-follower.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

class Memory implements OutputSink {
  text = '';
  isFull = false;
  makeRoom = (): void => {};

  write(chunk: Uint8Array): void {
    this.text += new TextDecoder().decode(chunk);
  }

  whenDrained(): Promise<void> {
    return new Promise((resolve) => {
      this.makeRoom = () => {
        this.isFull = false;
        resolve();
      };
    });
  }
}

type Connection = (from: number, signal: AbortSignal) => Response;

/** A response with these chunks. After them it ends, breaks, or stays open until the request is aborted. */
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

/** Starts a follower whose requests get these connections, one after the other. Records its requests and states. */
function follow(connections: Connection[], more: Partial<FollowOptions> = {}) {
  const requests: string[] = [];
  const states: FollowState[] = [];
  const sink = new Memory();
  let onState = (): void => {};
  const follower = new OutputFollower({
    path: 'output',
    from: 0,
    sink,
    wait: async () => {},
    api: {
      async fetch(path, { signal }) {
        requests.push(path);
        const connection = connections.shift();
        if (!connection) throw new Error('one request too many');
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
  return { follower, sink, requests, states, until };
}

test('the bytes reach the sink unchanged, and the end is reported', async () => {
  const { follower, sink, requests, until } = follow([() => body(['one\n', 'two'], 'end')]);
  follower.resume();
  await until('complete');
  assert.equal(sink.text, 'one\ntwo');
  assert.deepEqual(requests, ['output?from=0&follow=1']);
});

test('R-01: after a lost connection it resumes at the next byte; nothing is lost or repeated', async () => {
  const whole = 'äöü one\ntwo\nthree\n';
  const { follower, sink, requests, states, until } = follow([
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
    requests,
    [0, 11, 11].map((from) => `output?from=${from}&follow=1`),
  );
  assert.deepEqual(states, ['reading', 'reconnecting', 'reconnecting', 'reading', 'complete']);
});

test('a pause closes the connection, and `resume` continues at the next byte', async () => {
  const aborted: string[] = [];
  const { follower, sink, requests, until } = follow([
    (_from, signal) => {
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
  assert.equal(requests[1], 'output?from=4&follow=1');
});

test('while the sink is full, nothing more is read', async () => {
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

test('a start in the middle of a line skips the rest of that line, even across chunks', async () => {
  const { follower, sink, until } = follow([() => body(['half a', ' line\n', 'whole\nnext\n'], 'end')], {
    from: 100,
  });
  follower.resume();
  await until('complete');
  assert.equal(sink.text, 'whole\nnext\n');
});

test('output that the server does not have is not requested again', async () => {
  const { follower, requests, until } = follow([
    () => {
      throw new ApiError(410, 'gone', 'no longer kept');
    },
  ]);
  follower.resume();
  await until('lost');
  follower.resume();
  assert.equal(requests.length, 1);
});

test('once complete it stays complete', async () => {
  const { follower, requests, until } = follow([() => body(['all'], 'end')]);
  follower.resume();
  await until('complete');
  follower.pause();
  follower.resume();
  assert.equal(requests.length, 1);
});

test('`until` stops before that byte, cancels the response and reports the end', async () => {
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

/** Delivers the text from byte `from` on in chunks of `size`. Returns what the sink got, with `|` at the mark. */
async function followToMark(
  text: string,
  where: { at: number; from?: number; size: number },
): Promise<string> {
  const { at, from = 0, size } = where;
  // Byte `from - 1` is part of the skipped line.
  const skipped = from > 0 ? '\n' : '';
  const rest = skipped + text.slice(from);
  const chunks = Array.from({ length: Math.ceil(rest.length / size) }, (_, n) =>
    rest.slice(n * size, (n + 1) * size),
  );
  const onReach = (): void => void (sink.text += '|');
  const { follower, sink, until } = follow([() => body(chunks, 'end')], {
    from: Math.max(0, from - 1),
    mark: { at, onReach },
  });
  follower.resume();
  await until('complete');
  return sink.text;
}

test('`onReach` runs exactly once, at the byte of the mark, wherever the chunks end', async () => {
  for (const size of [1, 2, 3, 4, 100])
    assert.equal(await followToMark('abcdefg', { at: 4, size }), 'abcd|efg');
  assert.equal(await followToMark('abcdefg', { at: 5, from: 2, size: 2 }), 'cde|fg');
  assert.equal(await followToMark('abcdefg', { at: 7, size: 3 }), 'abcdefg|');
});

test('a mark before the first byte is reached at once; a mark after the last byte is never reached', async () => {
  assert.equal(await followToMark('abc', { at: 0, size: 2 }), '|abc');
  assert.equal(await followToMark('abcdefg', { at: 2, from: 4, size: 2 }), '|efg');
  assert.equal(await followToMark('abc', { at: 4, size: 2 }), 'abc');
});

test('at most 16 kB of a line without an end are skipped, however small the chunks are', async () => {
  const chunk = 'x'.repeat(1000);
  const { follower, sink, until } = follow([() => body(Array<string>(50).fill(chunk), 'end')], { from: 100 });
  follower.resume();
  await until('complete');
  assert.equal(sink.text.length, 50_000 - 16 * 1024);
});

test('a skipped partial line never ends inside a character', async () => {
  // The bound falls on the second byte of an é.
  const text = `${'x'.repeat(16 * 1024 - 1)}\u00e9abc`;
  const whole = bytes(text);
  const cut = 16 * 1024;
  const pieces = [whole.subarray(0, cut), whole.subarray(cut, cut + 1), whole.subarray(cut + 1)];
  const stream = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const { follower, sink, until } = follow([() => new Response(stream)], { from: 100 });
  follower.resume();
  await until('complete');
  assert.equal(sink.text, 'abc');
});

test('requests that may succeed later are repeated', async () => {
  for (const status of [0, 401, 403, 408, 429, 500, 503]) {
    const { follower, sink, requests, until } = follow([
      () => {
        throw new ApiError(status, 'later', 'later');
      },
      () => body(['all'], 'end'),
    ]);
    follower.resume();
    await until('complete');
    assert.deepEqual([sink.text, requests.length], ['all', 2], `${status}`);
  }
});

test('an empty range is complete without a request', async () => {
  const { follower, sink, requests, until } = follow([], { from: 10, until: 4 });
  follower.resume();
  await until('complete');
  assert.deepEqual([sink.text, requests], ['', []]);
});

test('an error of the sink is not taken for a network failure: it is thrown, and reading stops', async () => {
  const broken: OutputSink = {
    isFull: false,
    whenDrained: async () => {},
    write() {
      throw new Error('broken sink');
    },
  };
  const { follower, requests, states } = follow([() => body(['one\n', 'two\n'], 'end')], { sink: broken });
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const thrown = new Promise((resolve) => process.once('unhandledRejection', resolve));
  follower.resume();
  assert.match(String(((await thrown) as Error).cause), /broken sink/);
  for (const listener of listeners) process.on('unhandledRejection', listener);
  follower.resume();
  await new Promise(setImmediate);
  assert.deepEqual([requests.length, states], [1, ['reading', 'lost']]);
});
