// The documents of the editor and the language servers of the panel: what a server knows is what the editor shows.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { LanguageMessage, LanguageMessages, LanguageServerRow } from '../../../shared/languages.ts';
import { ApiError, type RequestOptions } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { LanguageClient } from './language-client.svelte.ts';

/** A panel that greets each connection, and takes messages as the test decides. */
function panel(t: TestContext) {
  const posts: LanguageMessages[] = [];
  const pages: string[] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const state = { last: 0, refusal: null as ApiError | null, hold: null as Promise<void> | null };
  const fetch = async (path: string, { body, signal }: RequestOptions = {}): Promise<Response> => {
    if (path.endsWith('/languages/messages')) {
      const { refusal, hold } = state;
      state.refusal = null;
      if (refusal) throw refusal;
      posts.push(body as LanguageMessages);
      await hold;
      return new Response();
    }
    pages.push(path.split('page=')[1]!);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        streams.push(controller);
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(stream);
  };
  const client = new LanguageClient('/w');
  client.use({ path: 'api/agents/1', api: { fetch } } as unknown as Agent);
  t.after(() => closers.forEach((close) => close()));
  const closers: (() => void)[] = [];
  const send = async (kind: string, data: object): Promise<void> => {
    streams.at(-1)!.enqueue(new TextEncoder().encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`));
    await settled();
  };
  return {
    ...{ client, posts, pages, streams, state, send },
    open: (path: string, text: string): (() => void) => {
      const close = client.open(path, { text: () => text });
      closers.push(close);
      return close;
    },
    greet: async (): Promise<void> => {
      for (let turn = 0; streams.length === 0 && turn < 200; turn++) await new Promise(setImmediate);
      await send('greeting', { folder: '/real/w', last: state.last });
    },
    messages: (): LanguageMessage[] => posts.flatMap(({ messages }) => messages),
  };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    await new Promise(setImmediate);
    // Timers of the same length end in the order in which they began.
    if (turn % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

const SERVER = { id: 'typescript', languages: ['typescript'] } as unknown as LanguageServerRow;
const problem = (path: string, count: number) => ({
  ...{ server: 'typescript', path, more: 0 },
  problems: Array.from({ length: count }, () => ({ message: 'no' })),
});

test('a document is sent once the panel has greeted the page, and then each edit of it in order', async (t) => {
  const { client, open, greet, messages, posts } = panel(t);
  open('a.ts', 'one');
  client.change('a.ts', [{ offset: 0, length: 0, text: 'early ' }]);
  assert.deepEqual(posts, []);
  await greet();
  client.change('a.ts', [{ offset: 3, length: 0, text: '!' }]);
  client.change('a.ts', [{ offset: 4, length: 0, text: '?' }]);
  await settled();
  assert.deepEqual(messages(), [
    { open: { path: 'a.ts', text: 'one' } },
    {
      change: {
        path: 'a.ts',
        edits: [
          { offset: 3, length: 0, text: '!' },
          { offset: 4, length: 0, text: '?' },
        ],
      },
    },
  ]);
  assert.deepEqual(
    posts.map(({ number }) => number),
    posts.map((_, at) => at + 1),
    'numbered without a gap',
  );
});

test('what the editor asks because of an edit is sent with it, and does not wait for the response to it', async (t) => {
  const { client, open, greet, posts } = panel(t);
  open('a.ts', 'one');
  await greet();
  client.change('a.ts', [{ offset: 3, length: 0, text: '.' }]);
  // Monaco asks its providers after some promises.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  void client.ask('typescript', { method: 'textDocument/completion', params: {} });
  await settled();
  assert.deepEqual(
    posts.at(-1)!.messages.map((message) => Object.keys(message)[0]),
    ['change', 'ask'],
  );
});

test('edits that wait for the response to earlier ones are one change, so that a server reads the file once', async (t) => {
  const { client, open, greet, messages, state } = panel(t);
  open('a.ts', 'one');
  open('b.ts', 'one');
  await greet();
  const [edit, other] = ['x', 'y'].map((text) => ({ offset: 0, length: 0, text }));
  const held = Promise.withResolvers<void>();
  state.hold = held.promise;
  client.change('a.ts', [edit!]);
  await settled();
  for (const path of ['a.ts', 'a.ts', 'b.ts', 'a.ts']) client.change(path, [edit!, other!]);
  held.resolve();
  await settled();
  assert.deepEqual(messages().slice(2), [
    { change: { path: 'a.ts', edits: [edit] } },
    { change: { path: 'a.ts', edits: [edit, other, edit, other] } },
    { change: { path: 'b.ts', edits: [edit, other] } },
    { change: { path: 'a.ts', edits: [edit, other] } },
  ]);
});

test('characters that a server refuses keep their length, so that later places are right', async (t) => {
  const { client, open, greet, messages } = panel(t);
  open('a.ts', 'a\0b😀');
  await greet();
  client.change('a.ts', [{ offset: 0, length: 0, text: '\ud83d' }]);
  await settled();
  assert.deepEqual(messages(), [
    { open: { path: 'a.ts', text: 'a\ufffdb😀' } },
    { change: { path: 'a.ts', edits: [{ offset: 0, length: 0, text: '\ufffd' }] } },
  ]);
});

test('a file in no known language, or a huge one, is not sent', async (t) => {
  const { client, open, greet, messages } = panel(t);
  open('notes.txt', 'one');
  open('huge.ts', 'x'.repeat(2 * 1024 * 1024 + 1));
  open('a.ts', 'one');
  await greet();
  client.change('notes.txt', [{ offset: 0, length: 0, text: 'x' }]);
  await settled();
  assert.deepEqual(messages(), [{ open: { path: 'a.ts', text: 'one' } }]);
  assert.deepEqual(
    ['a.ts', 'notes.txt', 'huge.ts'].map((path) => client.isOpen(path)),
    [true, false, false],
  );
});

test('a panel that has forgotten the page gets every document again, as it is by then', async (t) => {
  const { client, greet, messages, state, send } = panel(t);
  let text = 'one';
  t.after(client.open('a.ts', { text: () => text }));
  await greet();
  client.change('a.ts', [{ offset: 3, length: 0, text: '!' }]);
  text = 'one!';
  await settled();
  await send('problems', problem('a.ts', 1));
  assert.equal(client.problems.length, 1);
  state.last = 0;
  await send('greeting', { folder: '/real/w', last: 0 });
  assert.deepEqual(messages().at(-1), { open: { path: 'a.ts', text: 'one!' } });
  assert.deepEqual(client.problems, [], 'they were of the forgotten documents');
});

test('a panel that still knows the page gets no document twice, but open questions again', async (t) => {
  const { client, open, greet, messages, send } = panel(t);
  open('a.ts', 'one');
  await greet();
  const asked = client.ask('typescript', { method: 'm', params: {} });
  await settled();
  await send('greeting', { folder: '/real/w', last: 2 });
  await settled();
  const kinds = messages().map((message) => Object.keys(message)[0]);
  assert.deepEqual(kinds, ['open', 'ask', 'ask']);
  await send('answer', { id: 1, result: 'yes' });
  assert.equal(await asked, 'yes');
});

test('messages that the panel refuses make the page begin again, under another name', async (t) => {
  const { client, open, greet, pages, state, posts, send, streams } = panel(t);
  open('a.ts', 'one');
  await greet();
  state.refusal = new ApiError(409, 'out_of_order', 'no');
  client.change('a.ts', [{ offset: 3, length: 0, text: '!' }]);
  for (let turn = 0; streams.length < 2 && turn < 400; turn++) await new Promise(setImmediate);
  await send('greeting', { folder: '/real/w', last: 0 });
  assert.equal(new Set(pages).size, 2);
  const again = posts.at(-1)!;
  assert.deepEqual([again.page, again.number], [pages[1], 1]);
  assert.deepEqual(again.messages, [{ open: { path: 'a.ts', text: 'one' } }]);
});

test('with the last document the page leaves, and nothing is known any more', async (t) => {
  const { client, open, greet, messages, send } = panel(t);
  const [first, second] = [open('a.ts', 'one'), open('b.ts', 'two')];
  await greet();
  await send('servers', { servers: [SERVER] });
  await send('problems', problem('a.ts', 2));
  let changes = 0;
  client.onChange(() => (changes += 1));
  first();
  await settled();
  assert.deepEqual(messages().at(-1), { close: { path: 'a.ts' } });
  assert.deepEqual([client.servers.length, changes], [1, 0]);
  second();
  assert.deepEqual([client.servers, client.problems, changes], [[], [], 1]);
});

test('a document that was opened again is not closed by the one before it', async (t) => {
  const { client, open, greet } = panel(t);
  const first = open('a.ts', 'one');
  open('a.ts', 'two');
  await greet();
  first();
  assert.equal(client.isOpen('a.ts'), true);
});

test('problems are those that each server said last, and a file without any is not listed', async (t) => {
  const { client, open, greet, send } = panel(t);
  open('a.ts', 'one');
  await greet();
  await send('problems', problem('a.ts', 2));
  await send('problems', { ...problem('a.ts', 1), server: 'eslint' });
  await send('problems', problem('a.ts', 1));
  assert.deepEqual(
    client.problems.map(({ server, problems }) => [server, problems.length]),
    [
      ['typescript', 1],
      ['eslint', 1],
    ],
  );
  await send('problems', problem('a.ts', 0));
  assert.deepEqual(
    client.problems.map(({ server }) => server),
    ['eslint'],
  );
});

test('a server is there for the files of its languages', async (t) => {
  const { client, open, greet, send } = panel(t);
  open('a.ts', 'one');
  await greet();
  await send('servers', { servers: [SERVER, { ...SERVER, id: 'pyright', languages: ['python'] }] });
  assert.deepEqual(
    client.serversFor('b.ts').map(({ id }) => id),
    ['typescript'],
  );
  assert.deepEqual(client.serversFor('notes.txt'), []);
});

test('the address of a file is that of its real folder, and a file elsewhere has no path here', async (t) => {
  const { client, open, greet } = panel(t);
  open('a.ts', 'one');
  await greet();
  const uri = client.uriOf('src/a b#.ts');
  assert.equal(uri, 'file:///real/w/src/a%20b%23.ts');
  assert.equal(client.pathOf(uri), 'src/a b#.ts');
  for (const other of ['file:///real/web/a.ts', 'file:///w/a.ts', 'untitled:a.ts', 'file:///real/w/%'])
    assert.equal(client.pathOf(other), null, other);
});

test('a request of the page before it left does not count among those under its new name', async (t) => {
  const { client, open, greet, posts, state, send, streams } = panel(t);
  const close = open('a.ts', 'one');
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  await greet();
  state.hold = null;
  close();
  open('a.ts', 'one');
  for (let turn = 0; streams.length < 2 && turn < 400; turn++) await new Promise(setImmediate);
  await send('greeting', { folder: '/real/w', last: 0 });
  resolve();
  await settled();
  client.change('a.ts', [{ offset: 3, length: 0, text: '!' }]);
  await settled();
  const [first] = posts;
  const later = posts.filter(({ page }) => page !== first!.page);
  assert.deepEqual(
    later.map(({ number }) => number),
    [1, 2],
  );
});
