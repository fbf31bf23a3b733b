import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type {
  FileProblems,
  LanguageAnswer,
  LanguageMessage,
  LanguageServerRow,
} from '../../shared/languages.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import { makeScriptedFolder } from './fixtures/scripted-server.ts';
import { LanguageWorkspace } from './language-workspace.ts';
import { LIMITS, type ServerLimits } from './server-process.ts';

type Frame = [event: string, data: unknown];

/** A page: sends messages, and waits for frames. */
class Page {
  readonly #workspace: LanguageWorkspace;
  readonly #name: string;
  readonly #follower: Follower;
  readonly #frames: Frame[] = [];
  readonly isTrusted: boolean;
  /** The newest rows. */
  servers: LanguageServerRow[] = [];
  #number = 0;

  constructor(workspace: LanguageWorkspace, name: string, isTrusted = true) {
    this.#workspace = workspace;
    this.#name = name;
    this.isTrusted = isTrusted;
    this.#follower = workspace.follow(name);
  }

  send(...messages: LanguageMessage[]): Promise<void> {
    const number = ++this.#number;
    return this.#workspace.receive({ page: this.#name, number, messages }, () =>
      Promise.resolve(this.isTrusted),
    );
  }

  async next<T>(event: string, isWanted: (data: T) => boolean): Promise<T> {
    for (;;) {
      const at = this.#frames.findIndex(([kind, data]) => kind === event && isWanted(data as T));
      if (at !== -1) return this.#frames.splice(at, 1)[0]![1] as T;
      const bytes = this.#follower.takeUnsent();
      if (bytes === null) await new Promise<void>((resolve) => (this.#follower.onReady = resolve));
      const frames = bytes?.toString().split('\n\n') ?? [];
      for (const frame of frames) {
        const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
        if (kind === undefined) continue;
        const value: unknown = JSON.parse(data!);
        if (kind === 'servers') ({ servers: this.servers } = value as { servers: LanguageServerRow[] });
        this.#frames.push([kind, value]);
      }
    }
  }

  async row(isWanted: (row: LanguageServerRow) => boolean): Promise<LanguageServerRow> {
    const all = await this.next<{ servers: LanguageServerRow[] }>('servers', ({ servers }) =>
      servers.some(isWanted),
    );
    return all.servers.find(isWanted)!;
  }

  answer(id: number): Promise<LanguageAnswer> {
    return this.next<LanguageAnswer>('answer', (answer) => answer.id === id);
  }

  leave(): void {
    this.#follower.close();
  }
}

async function setUp(t: TestContext, limits: Partial<ServerLimits> = {}, idleTime?: number) {
  const { folder, received } = await makeScriptedFolder();
  const workspace = new LanguageWorkspace({
    ...{ folder, limits: { ...LIMITS, ...limits }, ...(idleTime !== undefined && { idleTime }) },
    onBug: (error) => assert.fail(String(error)),
  });
  const pages: Page[] = [];
  t.after(async () => {
    for (const one of pages) one.leave();
    await workspace.close();
    await rm(folder, { recursive: true });
  });
  const hover = (id: number, path = 'a.ts'): LanguageMessage => ({
    ask: {
      ...{ id, server: 'typescript', method: 'textDocument/hover' },
      params: { textDocument: { uri: pathToFileURL(`${folder}/${path}`).href } },
    },
  });
  const page = (name = 'one', isTrusted = true): Page => {
    const one = new Page(workspace, name, isTrusted);
    pages.push(one);
    return one;
  };
  return {
    folder,
    workspace,
    received,
    hover,
    page,
  };
}

const open = (text: string, path = 'a.ts'): LanguageMessage => ({ open: { path, text } });
const change = (offset: number, length: number, text: string): LanguageMessage => ({
  change: { path: 'a.ts', edits: [{ offset, length, text }] },
});

test('a document, its changes and a request reach the server in the order in which a page sent them', async (t) => {
  const { page, hover, received } = await setUp(t);
  const one = page();
  await one.send(open('first\nline'));
  await one.send(change(6, 4, 'ende'), change(0, 5, 'é😀'), hover(1), change(0, 0, 'later '));
  const { result } = await one.answer(1);
  assert.deepEqual(
    result,
    { method: 'textDocument/hover', text: 'later é😀\nende' },
    'sent while the server started',
  );
  await one.send(change(0, 6, ''), hover(2), change(0, 0, 'later '));
  assert.deepEqual((await one.answer(2)).result, { method: 'textDocument/hover', text: 'é😀\nende' });
  assert.deepEqual((await received()).slice(0, 3), ['initialize', 'initialized', 'textDocument/didOpen']);
});

test('two pages with different edits of a file are each answered about their own text', async (t) => {
  const { page, hover } = await setUp(t);
  const [one, two] = [page('one'), page('two')];
  await one.send(open('one'));
  await two.send(open('two'));
  for (const round of [1, 2]) {
    await one.send(hover(round));
    assert.deepEqual((await one.answer(round)).result, { method: 'textDocument/hover', text: 'one' });
    await two.send(hover(round));
    assert.deepEqual((await two.answer(round)).result, { method: 'textDocument/hover', text: 'two' });
  }
  await two.send({ close: { path: 'a.ts' } });
  await one.send(hover(9));
  assert.deepEqual((await one.answer(9)).result, { method: 'textDocument/hover', text: 'one' });
});

test('messages that are sent again are not handed on again, and a gap is refused', async (t) => {
  const { workspace, page, hover } = await setUp(t);
  const one = page();
  const twice = { page: 'one', number: 1, messages: [open('text'), change(0, 0, 'more ')] };
  for (const _time of [1, 2]) await workspace.receive(twice, () => Promise.resolve(true));
  await workspace.receive({ page: 'one', number: 2, messages: [hover(1)] }, () => Promise.resolve(true));
  assert.deepEqual((await one.answer(1)).result, { method: 'textDocument/hover', text: 'more text' });
  const gap = workspace.receive({ page: 'one', number: 9, messages: [] }, () => Promise.resolve(true));
  await assert.rejects(gap, { code: 'out_of_order' });
  const misfit = workspace.receive({ page: 'one', number: 3, messages: [change(99, 1, '')] }, () =>
    Promise.resolve(true),
  );
  await assert.rejects(misfit, { code: 'bad_edit' });
  const outside = workspace.receive({ page: 'one', number: 4, messages: [open('', '../x.ts')] }, () =>
    Promise.resolve(true),
  );
  await assert.rejects(outside, { code: 'bad_path' });
});

test('nothing starts in a folder that is not trusted, until it is', async (t) => {
  const { workspace, page, received, hover } = await setUp(t);
  const one = page('one', false);
  await one.send(open('text'));
  assert.deepEqual((await one.row(() => true)).state, 'untrusted');
  assert.throws(() => workspace.restart('typescript', false), { code: 'untrusted' });
  assert.deepEqual(await received(), []);
  workspace.restart('typescript', true);
  await one.row(({ state }) => state === 'ready');
  // It reads in order, so it has read all that came before what it answers.
  await one.send(hover(1));
  await one.answer(1);
  assert.deepEqual((await received()).slice(0, 2), ['initialize', 'initialized']);
});

test('a server that crashes is started three more times, with its documents, and then says why it does not run', async (t) => {
  const { page, received, hover } = await setUp(t);
  const one = page();
  await one.send(open('crash'));
  const { reason, memory } = await one.row(({ state }) => state === 'failed');
  assert.equal(reason, 'it ended with code 3: out of order');
  assert.equal(memory, null);
  assert.equal((await received()).filter((method) => method === 'initialize').length, 4);
  await one.send(hover(1));
  assert.equal((await one.answer(1)).error, 'it ended with code 3: out of order');
});

test('a server that answers nothing is ended after a few late answers', async (t) => {
  const { page, hover } = await setUp(t, { answer: 20, late: 2 });
  const one = page();
  await one.send(open('hang'));
  await one.row(({ state }) => state === 'ready');
  for (let id = 1; one.servers[0]?.state !== 'failed'; id++) {
    await one.send(hover(id));
    assert.match((await one.answer(id)).error!, /did not answer/);
    // Its end is an event of the system.
    await setImmediate();
  }
  assert.equal(one.servers[0]?.reason, 'it did not answer 2 times in a row');
});

test('a server that floods the panel, or prints something else, is ended', async (t) => {
  for (const [text, reason] of [
    ['flood', 'it sent more than the panel can read'],
    ['noise', 'it printed text that is not part of the protocol'],
  ] as const) {
    const { page } = await setUp(t, { flood: 1024 * 1024 });
    const one = page();
    await one.send(open(text));
    assert.equal((await one.row(({ state }) => state === 'failed')).reason, reason);
  }
});

test('a request that is cancelled is answered at once, and the server is told', async (t) => {
  const { page, hover, received } = await setUp(t);
  const one = page();
  await one.send(open('hang'));
  await one.row(({ state }) => state === 'ready');
  await one.send(hover(1), { cancel: { id: 1 } });
  assert.deepEqual(await one.answer(1), { id: 1, error: 'cancelled' });
  await one.send(open('problems 1', 'b.ts'));
  await one.next<FileProblems>('problems', ({ path }) => path === 'b.ts');
  assert.ok((await received()).includes('$/cancelRequest'));
});

test('of very many problems the first two thousand are sent, with the number of the others', async (t) => {
  const { page } = await setUp(t);
  const one = page();
  await one.send(open('problems 2500'));
  const found = await one.next<FileProblems>('problems', () => true);
  assert.equal(found.path, 'a.ts');
  assert.equal(found.problems.length, 2000);
  assert.equal(found.more, 500);
  one.leave();
  const two = page('two');
  assert.equal(
    (await two.next<FileProblems>('problems', () => true)).problems.length,
    2000,
    'a later page gets them',
  );
  await two.send(open('fine'));
  assert.deepEqual((await two.next<FileProblems>('problems', () => true)).problems, []);
});

test('a server without documents ends, and another one starts with the next document', async (t) => {
  const { workspace, page, received } = await setUp(t, {}, 0);
  const one = page();
  await one.send(open('text'));
  const row = await one.row(({ state }) => state === 'ready');
  assert.deepEqual(row.capabilities, { textDocumentSync: 2, hoverProvider: true });
  await one.send({ close: { path: 'a.ts' } });
  await one.next<{ servers: unknown[] }>('servers', ({ servers }) => servers.length === 0);
  await one.send(open('text'));
  await one.row(({ state }) => state === 'ready');
  await workspace.close();
  const all = await received();
  for (const method of ['initialize', 'shutdown', 'exit'])
    assert.equal(all.filter((each) => each === method).length, 2, method);
});
