import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FileProblems, LanguageMessage } from '../../shared/languages.ts';
import { makeScriptedFolder } from './fixtures/scripted-server.ts';
import { TestPage } from './fixtures/test-page.ts';
import { LanguageWorkspace } from './language-workspace.ts';
import { LIMITS, type ServerLimits } from './server-process.ts';

async function setUp(t: TestContext, limits: Partial<ServerLimits> = {}, idleTime?: number) {
  const { folder, received, paramsOf } = await makeScriptedFolder();
  const workspace = new LanguageWorkspace({
    ...{ folder, limits: { ...LIMITS, ...limits }, ...(idleTime !== undefined && { idleTime }) },
    onBug: (error) => assert.fail(String(error)),
  });
  const pages: TestPage[] = [];
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
  const page = (name = 'one', isTrusted = true): TestPage => {
    const one = new TestPage(workspace, name, isTrusted);
    pages.push(one);
    return one;
  };
  return {
    folder,
    workspace,
    received,
    paramsOf,
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

test('a server that says that it does some work is shown as loading, until it says that it has done it', async (t) => {
  const { page, hover } = await setUp(t);
  const one = page();
  await one.send(open('loading'));
  await one.row(({ isLoading }) => isLoading);
  await one.send(change(0, 7, 'done'), hover(1));
  await one.answer(1);
  assert.equal(one.servers[0]!.isLoading, false);
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

test('late answers to requests that waited together count as one, because a server may read a large project', async (t) => {
  const { page, hover } = await setUp(t, { answer: 20, late: 2 });
  const one = page();
  await one.send(open('hang'));
  await one.row(({ state }) => state === 'ready');
  await one.send(hover(1), hover(2), hover(3));
  for (const id of [1, 2, 3]) assert.match((await one.answer(id)).error!, /did not answer within/);
});

test('a server has more time for each answer while it says that it loads the project', async (t) => {
  const { page, hover } = await setUp(t, { answer: 20, project: 10_000, late: 9 });
  const one = page();
  await one.send(open('loading slow 200'));
  await one.row(({ isLoading }) => isLoading);
  await one.send(hover(1));
  assert.deepEqual((await one.answer(1)).result, { method: 'textDocument/hover', text: 'loading slow 200' });
});

test('a search of the whole project has more time than any other answer', async (t) => {
  const { page, hover } = await setUp(t, { answer: 20, project: 10_000, late: 9 });
  const one = page();
  await one.send(open('slow 200'));
  await one.row(({ state }) => state === 'ready');
  const { ask } = hover(2) as Extract<LanguageMessage, { ask: unknown }>;
  await one.send(hover(1), { ask: { ...ask, method: 'textDocument/references' } });
  assert.match((await one.answer(1)).error!, /did not answer/);
  assert.deepEqual((await one.answer(2)).result, { method: 'textDocument/references', text: 'slow 200' });
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
  assert.deepEqual(row.capabilities, {
    ...{ textDocumentSync: { change: 2, save: true }, hoverProvider: true },
    ...{ completionProvider: {}, definitionProvider: true },
    workspace: { workspaceFolders: { changeNotifications: true } },
  });
  await one.send({ close: { path: 'a.ts' } });
  await one.next<{ servers: unknown[] }>('servers', ({ servers }) => servers.length === 0);
  await one.send(open('text'));
  await one.row(({ state }) => state === 'ready');
  await workspace.close();
  const all = await received();
  for (const method of ['initialize', 'shutdown', 'exit'])
    assert.equal(all.filter((each) => each === method).length, 2, method);
});

test('a server is told about the packages of a monorepo once a file of them is open, before that file', async (t) => {
  const { folder, page, received } = await setUp(t);
  await rm(path.join(folder, 'package.json'));
  for (const name of ['one', 'two']) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'package.json'), '{}');
  }
  // The server runs in the first package, and notes there what it receives.
  await symlink(path.join(folder, 'one', 'log'), path.join(folder, 'log'));
  const reader = page();
  await reader.send(open('1', 'one/a.ts'));
  await reader.row(({ state }) => state === 'ready');
  await reader.send(open('2', 'two/b.ts'), open('3', 'two/c.ts'));
  while ((await received()).length < 6) await setImmediate();
  assert.deepEqual(await received(), [
    ...['initialize', 'initialized', 'textDocument/didOpen'],
    ...['workspace/didChangeWorkspaceFolders', 'textDocument/didOpen', 'textDocument/didOpen'],
  ]);
});

test('a file that others have changed counts as new, too, until the server has been told of it, and again once it was gone', async (t) => {
  const { folder, workspace, page, hover, paramsOf } = await setUp(t);
  const one = page();
  await one.send(open('text'));
  await one.row(({ state }) => state === 'ready');
  for (const isThere of [true, true, false, true]) workspace.onFilesChanged([{ path: 'b.ts', isThere }]);
  await one.send(hover(1));
  await one.answer(1);
  const uri = pathToFileURL(`${folder}/b.ts`).href;
  assert.deepEqual(
    await paramsOf('workspace/didChangeWatchedFiles'),
    [[2, 1], [2], [3], [2, 1]].map((types) => ({ changes: types.map((type) => ({ uri, type })) })),
  );
});

test('a change of a file that is not open counts as a save of one that is, if it is in a language of the server', async (t) => {
  const { folder, workspace, page, hover, paramsOf } = await setUp(t);
  const one = page();
  await one.send(open('text'), open('other', 'b.ts'));
  await one.row(({ state }) => state === 'ready');
  workspace.onFilesChanged([{ path: 'notes.txt', isThere: true }]);
  workspace.onFilesChanged([{ path: 'c.ts', isThere: true }]);
  workspace.onFilesChanged(['b.ts', 'c.ts'].map((path) => ({ path, isThere: true })));
  await one.send(hover(1));
  await one.answer(1);
  assert.deepEqual(
    await paramsOf('textDocument/didSave'),
    ['a.ts', 'b.ts'].map((file) => ({ textDocument: { uri: pathToFileURL(`${folder}/${file}`).href } })),
  );
});
