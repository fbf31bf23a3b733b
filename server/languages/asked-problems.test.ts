// Servers that tell problems only when they are asked.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { FileProblems, LanguageMessage } from '../../shared/languages.ts';
import { AskedProblems } from './asked-problems.ts';
import { makeScriptedFolder } from './fixtures/scripted-server.ts';
import { TestPage } from './fixtures/test-page.ts';
import { LanguageWorkspace } from './language-workspace.ts';
import { LIMITS } from './server-process.ts';
import { checkTurn } from './turns/turn-check.ts';

async function setUp(t: TestContext) {
  const scripted = await makeScriptedFolder();
  const { folder } = scripted;
  await writeFile(path.join(folder, 'asked'), '');
  const limits = { ...LIMITS, problems: 1 };
  const checkLimits = { first: 60_000, quiet: 20, edited: 20, ping: 2000 };
  const workspace = new LanguageWorkspace({
    ...{ folder, limits, checkLimits },
    onBug: (error) => assert.fail(String(error)),
  });
  const page = new TestPage(workspace, 'page');
  t.after(async () => {
    page.leave();
    await workspace.close();
    await rm(folder, { recursive: true });
  });
  const problems = (count: number, file = 'a.ts') =>
    page.next<FileProblems>('problems', (one) => one.path === file && one.problems.length === count);
  return { ...scripted, workspace, page, problems };
}

const open = (text: string, file = 'a.ts'): LanguageMessage => ({ open: { path: file, text } });

test('problems that a server only tells when it is asked reach the page, after each edit and until the document is closed', async (t) => {
  const { page, problems } = await setUp(t);
  await page.send(open('problems 2'), open('problems 1', 'b.ts'));
  await problems(2);
  await problems(1, 'b.ts');
  const edits = [{ offset: 9, length: 1, text: '3' }];
  await page.send({ change: { path: 'a.ts', edits } });
  await problems(3);
  await page.send({ close: { path: 'a.ts' } });
  await problems(0);
});

test('such a server is asked again when it has started again, and when a file changes that no page has open', async (t) => {
  const { workspace, page, problems, received } = await setUp(t);
  const asks = async () => (await received()).filter((one) => one === 'textDocument/diagnostic').length;
  await page.send(open('problems 2'));
  await problems(2);
  const before = await asks();
  workspace.onFilesChanged([{ path: 'other.ts', isThere: true }]);
  while ((await asks()) === before) await pause(5);
  await page.send({ change: { path: 'a.ts', edits: [{ offset: 0, length: 0, text: 'crash ' }] } });
  await problems(0);
  await page.send({ change: { path: 'a.ts', edits: [{ offset: 0, length: 6, text: '' }] } });
  await problems(2);
});

test('the new errors of a turn are known from such a server, too', async (t) => {
  const { workspace } = await setUp(t);
  const before = { path: 'a.ts', text: 'problems 1' };
  const { errors } = await checkTurn(
    (file) => workspace.startServers(file),
    [{ path: 'a.ts', text: 'problems 3', before }],
    [],
  );
  assert.equal(errors.length, 2);
});

function asked({ answer = () => Promise.resolve<unknown>({ kind: 'full', items: ['one'] }) } = {}) {
  const found: object[] = [];
  const uris: unknown[] = [];
  const problems = new AskedProblems({
    ask: (params, signal) => {
      uris.push((params as { textDocument: { uri: string } }).textDocument.uri);
      signal.addEventListener('abort', () => uris.push('cancelled'));
      return answer();
    },
    onProblems: (params) => found.push(params),
    delay: 0,
  });
  problems.start({ interFileDependencies: true });
  const tell = (method: string, uri: string): void =>
    problems.onTold(`textDocument/${method}`, { textDocument: { uri } });
  const atRest = async (): Promise<void> => {
    while (problems.isAsking) await pause(1);
  };
  return { problems, found, uris, tell, atRest };
}

test('of a document of which a server sends the problems it is not asked', async () => {
  const { problems, uris, found, tell, atRest } = asked();
  tell('didOpen', 'file:///a');
  tell('didOpen', 'file:///b');
  problems.onSent({ uri: 'file:///b', diagnostics: [] });
  await atRest();
  assert.deepEqual(uris, ['file:///a']);
  tell('didClose', 'file:///b');
  assert.deepEqual(found, [{ uri: 'file:///a', diagnostics: ['one'] }], 'it says itself that it has none');
});

test('the document that was used last is asked about first, and an edit cancels what is asked', async () => {
  const first = Promise.withResolvers<unknown>();
  let answer = first.promise;
  const { uris, found, tell, atRest } = asked({ answer: () => answer });
  tell('didOpen', 'file:///a');
  tell('didOpen', 'file:///b');
  while (uris.length === 0) await pause(1);
  answer = Promise.resolve({ kind: 'full', items: [] });
  tell('didChange', 'file:///a');
  first.resolve({ kind: 'full', items: ['late'] });
  await atRest();
  assert.deepEqual(uris, ['file:///b', 'cancelled', 'file:///a', 'file:///b']);
  assert.deepEqual(found, [
    { uri: 'file:///a', diagnostics: [] },
    { uri: 'file:///b', diagnostics: [] },
  ]);
});

test('a server that does not answer, or with something else, has found nothing new', async () => {
  for (const answer of [
    () => Promise.reject(new Error('no')),
    () => Promise.resolve({ kind: 'unchanged' }),
  ]) {
    const { found, tell, atRest } = asked({ answer });
    tell('didOpen', 'file:///a');
    await atRest();
    assert.deepEqual(found, []);
  }
});
