import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ShellRow, ShellSize } from '../../shared/shells.ts';
import { ApiError, type Api, type RequestOptions } from '../lib/requests/api.ts';
import type { ShellTerminal } from './shell-terminal.ts';
import { ShellsOnPage } from './shells.svelte.ts';

const rowOf = (id: string, size: Partial<ShellSize> = {}): ShellRow => ({
  ...{ id, workspace: '/shop', program: 'sh', task: null, cols: 80, rows: 24, hasMarks: true, startedAt: 1 },
  ...{
    access: 'none' as const,
    ports: [],
    title: null,
    name: null,
    folder: null,
    foreground: null,
    exit: null,
  },
  ...size,
});

/** A page whose panel can say which shells there are, and terminals that only note what happens to them. */
function setUp(t: TestContext) {
  const seen: string[] = [];
  const asked: string[] = [];
  const connections: AbortSignal[] = [];
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  const api = {
    fetch: async (route: string, { method = 'GET', body, signal }: RequestOptions = {}) => {
      if (route !== 'api/shells/events') {
        asked.push(`${method} ${route} ${JSON.stringify(body)}`);
        return new Response();
      }
      connections.push(signal!);
      signal?.addEventListener('abort', () => stream.error(signal.reason));
      return new Response(new ReadableStream<Uint8Array>({ start: (one) => void (stream = one) }));
    },
  };
  const makeTerminal = ({ id }: ShellRow): Partial<ShellTerminal> => ({
    fitting: { cols: 100, rows: 30 },
    resize: ({ cols, rows }) => void seen.push(`${id} is ${cols}x${rows}`),
    write: ({ bytes }) => void seen.push(`${id} prints ${atob(bytes)}`),
    dispose: () => void seen.push(`${id} is gone`),
  });
  const shells = new ShellsOnPage(api as unknown as Api, (row) => makeTerminal(row) as ShellTerminal);
  const following = new AbortController();
  t.after(() => following.abort());
  void shells.follow(following.signal);
  /** Sends a frame, and resolves to what has happened to the terminals since the last one. */
  const send = async (event: string, data: unknown): Promise<string[]> => {
    await new Promise(setImmediate);
    stream.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    for (let n = 0; n < 5; n += 1) await new Promise(setImmediate);
    return seen.splice(0);
  };
  const list = (...rows: ShellRow[]): Promise<string[]> => send('shells', { panel: 'one', shells: rows });
  return { shells, asked, connections, following, send, list };
}

test('a terminal has the size of its shell, whichever page changed it and in which direction', async (t) => {
  const { list } = setUp(t);
  assert.deepEqual(await list(rowOf('a')), ['a is 80x24']);
  assert.deepEqual(await list(rowOf('a'), rowOf('b')), ['b is 80x24']);
  assert.deepEqual(await list(rowOf('a', { rows: 10 }), rowOf('b')), ['a is 80x10']);
  assert.deepEqual(await list(rowOf('a', { rows: 10 }), rowOf('b', { cols: 40 })), ['b is 40x24']);
});

test('a shell is fitted once, and again only after another page has changed its size', async (t) => {
  const { shells, asked, list } = setUp(t);
  await list(rowOf('a'));
  const fit = (): string[] => (shells.fit(shells.rows![0]!), asked.splice(0));
  const request = ['POST api/shells/a/size {"cols":100,"rows":30}'];
  assert.deepEqual(fit(), request);
  assert.deepEqual(fit(), []);
  await list(rowOf('a', { cols: 100, rows: 30 }));
  assert.deepEqual(fit(), []);
  await list(rowOf('a', { cols: 100, rows: 9 }));
  assert.deepEqual(fit(), request);
});

test('shells that have ended with the panel are missed, and others are not', async (t) => {
  const { shells, send, list } = setUp(t);
  await list(rowOf('a'));
  await list();
  await send('shells', { panel: 'two', shells: [] });
  assert.equal(shells.trouble, null);
  await send('shells', { panel: 'two', shells: [rowOf('b')] });
  await send('shells', { panel: 'three', shells: [] });
  assert.match(shells.trouble ?? '', /The panel was restarted/);
});

test('the page connects again when it needs the screens, and no more once it follows no longer', async (t) => {
  const { shells, connections, following, list } = setUp(t);
  await list(rowOf('a'));
  shells.reconnect();
  for (let n = 0; n < 5; n += 1) await new Promise(setImmediate);
  assert.deepEqual(
    connections.map(({ aborted }) => aborted),
    [true, false],
  );
  assert.deepEqual(await list(rowOf('a'), rowOf('b')), ['b is 80x24']);
  following.abort();
  shells.reconnect();
  for (let n = 0; n < 5; n += 1) await new Promise(setImmediate);
  assert.equal(connections.length, 2);
});

test('output goes to the terminal of its shell, and that of a closed shell is removed', async (t) => {
  const { shells, send, list } = setUp(t);
  await list(rowOf('a'), rowOf('b'));
  shells.select('a');
  assert.equal(shells.current?.id, 'a');
  assert.deepEqual(await send('output', { id: 'b', at: 0, bytes: btoa('hi') }), ['b prints hi']);
  assert.deepEqual(await list(rowOf('b')), ['a is gone']);
  assert.equal(shells.current?.id, 'b');
  assert.equal(shells.terminalOf(rowOf('a')), undefined);
});

test('whether a program runs in a shell is not guessed while the panel does not answer', async () => {
  const lost = new ApiError(0, 'unreachable', "The panel can't be reached.");
  const answers: (() => Promise<unknown>)[] = [
    () => Promise.reject(lost),
    () => Promise.resolve({ shells: [{ ...rowOf('a'), foreground: 'vim' }, rowOf('b')] }),
  ];
  const api = { json: () => answers[0]!() } as unknown as Api;
  const shells = new ShellsOnPage(api, () => assert.fail('no terminal is needed'));
  assert.equal(await shells.foregroundOf(rowOf('a')), undefined);
  assert.equal(shells.failure, lost.message);
  answers.shift();
  assert.equal(await shells.foregroundOf(rowOf('a')), 'vim');
  assert.equal(await shells.foregroundOf(rowOf('b')), null);
});
