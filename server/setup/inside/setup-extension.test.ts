// The panel's extension in an extra pi, loaded by a pi that only has what the extension uses.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { SETUP_CHANNEL, type SetupReport, type SetupRequest } from '../../../shared/setup-protocol.ts';
import type { SignInPrompt } from '../../../shared/setup.ts';
import setup from './setup-extension.ts';

interface Callbacks {
  prompt: (prompt: SignInPrompt & { signal?: AbortSignal }) => Promise<string>;
  notify: (event: object) => void;
}

type Handler = (args: string, ctx: object) => Promise<void>;

/** A pi whose sign-in asks one question, with the reports of the extension inside it. */
function start({ cwd = '/', isTrusted = true }: { cwd?: string; isTrusted?: boolean } = {}) {
  const reports: SetupReport[] = [];
  const did: unknown[] = [];
  const prompts = new Map<string, PromiseWithResolvers<void>>();
  const promptsOf = (n: string): PromiseWithResolvers<void> => {
    const known = prompts.get(n) ?? Promise.withResolvers<void>();
    prompts.set(n, known);
    return known;
  };
  const runtime = {
    refresh: () => Promise.resolve(),
    listCredentials: () => Promise.resolve([]),
    getProviders: () => [{ id: 'a', name: 'A' }],
    getProviderAuthStatus: () => ({ configured: false }),
    getError: () => undefined,
    login: async (provider: string, _kind: string, { prompt }: Callbacks) => {
      const entered = await prompt({ type: 'text', message: 'Key?' });
      did.push(['login', provider, entered]);
    },
    logout: async (provider: string) => {
      await Promise.resolve();
      if (provider !== 'a') throw new Error('There is no such provider.');
      did.push(['logout', provider]);
    },
  };
  const modelRegistry = {
    runtime,
    refresh: () => undefined,
    getAll: () => [{ provider: 'a', id: 'm' }],
    getAvailable: () => [],
    getError: () => undefined,
  };
  const ui = {
    setStatus: (key: string, text: string) => {
      assert.equal(key, SETUP_CHANNEL);
      const report = JSON.parse(text) as SetupReport;
      reports.push(report);
      if (report.type === 'prompt') promptsOf(report.n).resolve();
    },
  };
  const ctx = { ui, cwd, modelRegistry, isProjectTrusted: () => isTrusted };
  let onStart: (event: object, ctx: object) => void = assert.fail;
  let handler: Handler = assert.fail;
  setup({
    on: (name: string, listener: typeof onStart) => {
      assert.equal(name, 'session_start');
      onStart = listener;
    },
    registerCommand: (name: string, command: { handler: Handler }) => {
      assert.equal(name, SETUP_CHANNEL);
      handler = command.handler;
    },
  } as unknown as ExtensionAPI);
  const ask = (n: string, request: SetupRequest): Promise<void> =>
    handler(JSON.stringify({ n, ...request }), ctx);
  const answerOf = async (request: SetupRequest): Promise<unknown> => {
    await ask('once', request);
    const report = reports.at(-1);
    assert.ok(report?.type === 'answer' && report.n === 'once');
    return 'error' in report ? { error: report.error } : report.data;
  };
  const waitForPrompt = (n: string): Promise<void> => promptsOf(n).promise;
  return { ask, answerOf, did, reports, waitForPrompt, load: () => onStart({}, ctx) };
}

/** A project whose settings name one package, which has a changelog. */
async function makeProject(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-setup-extension-')));
  const before = process.env.PI_CODING_AGENT_DIR;
  process.env.PI_CODING_AGENT_DIR = path.join(root, 'agent');
  t.after(async () => {
    if (before === undefined) delete process.env.PI_CODING_AGENT_DIR;
    else process.env.PI_CODING_AGENT_DIR = before;
    await rm(root, { recursive: true });
  });
  const cwd = path.join(root, 'project');
  for (const folder of ['agent', 'project/.pi', 'tools'])
    await mkdir(path.join(root, folder), { recursive: true });
  await writeFile(path.join(root, 'tools/package.json'), '{"name":"tools","version":"2.0.0"}');
  await writeFile(
    path.join(root, 'tools/CHANGELOG.md'),
    '# Changes\n\n## 2.0.0\n\n- Two\n\n## 1.0.0\n\n- One\n',
  );
  await writeFile(path.join(cwd, '.pi/settings.json'), '{"packages":["../../tools"]}');
  return { cwd };
}

test('the extension says that it is loaded, because requests wait for that', () => {
  const { load, reports } = start();
  load();
  assert.deepEqual(reports, [{ type: 'loaded' }]);
});

test('each answer, and each failure with its reason, has the number of its request', async () => {
  const { ask, reports } = start();
  await ask('n1', { ask: 'sign_out', provider: 'a' });
  await ask('n2', { ask: 'sign_out', provider: 'unknown' });
  await ask('n3', { ask: 'enter', of: 'no sign-in', prompt: 1, value: 'late' });
  assert.deepEqual(reports, [
    { type: 'answer', n: 'n1', data: null },
    { type: 'answer', n: 'n2', error: 'There is no such provider.' },
    { type: 'answer', n: 'n3', data: null },
  ]);
});

test('what the user enters reaches the question of its own sign-in, which is then over', async () => {
  const { ask, did, reports, waitForPrompt } = start();
  const signIns = [
    ask('s1', { ask: 'sign_in', provider: 'a', kind: 'api_key' }),
    ask('s2', { ask: 'sign_in', provider: 'b', kind: 'api_key' }),
  ];
  await Promise.all([waitForPrompt('s1'), waitForPrompt('s2')]);
  await ask('e1', { ask: 'enter', of: 's2', prompt: 1, value: 'second' });
  await signIns[1];
  assert.deepEqual(did, [['login', 'b', 'second']]);
  await ask('e2', { ask: 'enter', of: 's1', prompt: 1, value: 'first' });
  await signIns[0];
  assert.deepEqual(did.at(-1), ['login', 'a', 'first']);
  const ended = reports.filter((report) => report.type === 'answer' && report.n.startsWith('s'));
  assert.deepEqual(ended, [
    { type: 'answer', n: 's2', data: null },
    { type: 'answer', n: 's1', data: null },
  ]);
});

test('a cancelled sign-in fails, and stores nothing', async () => {
  const { ask, did, reports, waitForPrompt } = start();
  const signIn = ask('s1', { ask: 'sign_in', provider: 'a', kind: 'api_key' });
  await waitForPrompt('s1');
  await ask('c1', { ask: 'cancel', of: 's1' });
  await signIn;
  assert.deepEqual(did, []);
  assert.deepEqual(reports.at(-1), { type: 'answer', n: 's1', error: 'Login cancelled' });
});

test('signing out is answered once the credentials are gone', async () => {
  const { answerOf, did } = start();
  assert.equal(await answerOf({ ask: 'sign_out', provider: 'a' }), null);
  assert.deepEqual(did, [['logout', 'a']]);
});

test('providers and models come from the pi that the extension runs in', async () => {
  const { answerOf } = start();
  const { providers } = (await answerOf({ ask: 'providers' })) as { providers: { id: string }[] };
  assert.deepEqual(
    providers.map(({ id }) => id),
    ['a'],
  );
  const { models } = (await answerOf({ ask: 'models' })) as { models: { id: string }[] };
  assert.deepEqual(
    models.map(({ id }) => id),
    ['m'],
  );
});

test('a changelog is shown only for a package of pi’s settings, in the scope that names it', async (t) => {
  const { cwd } = await makeProject(t);
  const { answerOf } = start({ cwd });
  const { packages } = (await answerOf({ ask: 'resources' })) as { packages: { source: string }[] };
  const source = packages[0]!.source;
  const shown = (await answerOf({ ask: 'changelog', source, scope: 'project', since: '1.0.0' })) as object;
  assert.deepEqual(shown, { name: 'tools', version: '2.0.0', text: '## 2.0.0\n\n- Two' });
  for (const other of [
    { source, scope: 'user' as const },
    { source: '../../agent', scope: 'project' as const },
  ])
    assert.equal(await answerOf({ ask: 'changelog', ...other }), null);
});

test('a decision about trust is stored for this project, and a project that is not trusted loads nothing', async (t) => {
  const { cwd } = await makeProject(t);
  const { answerOf } = start({ cwd, isTrusted: false });
  assert.equal(await answerOf({ ask: 'trust', decision: false }), null);
  const { trust } = (await answerOf({ ask: 'resources' })) as { trust: object };
  assert.deepEqual(trust, { isTrusted: false, decision: false, path: cwd, isKnown: true });
});
