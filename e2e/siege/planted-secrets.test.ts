// A secret that the user enters to sign in is stored in pi's auth.json and found nowhere else: not in a response of any
// route, the event log, a file, or the arguments and variables of a process.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ifThere } from '../../server/lib/if-there.ts';
import type { PiRun } from '../../shared/resources.ts';
import type { ConfigFile, SignIn } from '../../shared/setup.ts';
import {
  signInExtension,
  startAuthorizationServer,
  type AuthorizationServer,
} from '../panel/authorization-server.ts';
import { writePiPackage } from '../panel/npm-registry.ts';
import { apiRoutes } from './routes.ts';
import { SiegePanel } from './siege-panel.ts';

const KEY = 'gsk-planted-0123456789';

let server: AuthorizationServer;
let panel: SiegePanel;

before(async () => {
  server = await startAuthorizationServer();
  panel = await SiegePanel.open({
    prepare: async (root) => {
      await writeFile(path.join(root, 'extension.ts'), signInExtension(server.url));
      return {};
    },
    piArgs: ['-e', '../extension.ts'],
  });
});

after(async () => {
  await panel?.close();
  await server?.close();
});

test('S-18, S-25: after every route was used, keys and tokens are in auth.json and nowhere else', async () => {
  const agent = await panel.readyAgent();
  await signIn(agent, 'groq', { kind: 'api_key', key: KEY });
  await signIn(agent, 'corp', { kind: 'oauth' });
  const file = path.join(panel.folders.agentDir, 'auth.json');
  const stored = await readFile(file, 'utf8');
  const secrets = [KEY, server.accessToken];
  for (const secret of secrets) assert.ok(stored.includes(secret), `${secret} is stored`);

  // Routes that need more than their address to do their work.
  for (const text of await useSetup(agent))
    for (const secret of secrets) assert.ok(!text.includes(secret), text);

  for (const { method, path: route } of apiRoutes(agent)) {
    if (method === 'DELETE' || /\/(stop|restart|links)$/.test(route)) continue;
    const init = method === 'GET' ? {} : { method, json: {} };
    const response = await panel.fetch(route.replace(/^\/api\//, ''), init);
    // A stream never ends, so its beginning has to be enough.
    const text = /event-stream/.test(response.headers.get('content-type') ?? '')
      ? await beginningOf(response)
      : await response.text();
    for (const secret of secrets) assert.ok(!text.includes(secret), `${method} ${route}`);
  }
  for (const secret of secrets) {
    assert.ok(!JSON.stringify(await panel.snapshot(agent)).includes(secret), 'the view');
    assert.ok(!panel.output.includes(secret), 'what the panel prints');
    for (const name of await filesBelow(panel.folders.root))
      if (name !== file) assert.ok(!(await ifThere(readFile(name)))?.includes(secret), name);
  }
  if (process.platform !== 'linux') return;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
    for (const what of ['cmdline', 'environ']) {
      // A process may have ended in the meantime.
      const text = await readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '');
      if (!text.includes(panel.folders.root)) continue;
      for (const secret of secrets) assert.ok(!text.includes(secret), `${what} of ${pid}`);
    }
});

async function signIn(agent: string, provider: string, body: object): Promise<void> {
  const started = await panel.post(`agents/${agent}/setup/providers/${provider}/sign-in`, body);
  let shown = (await started.json()) as SignIn;
  let isOpened = false;
  while (shown.state === 'running') {
    const [note] = shown.notes;
    if (note?.type === 'auth_url' && !isOpened) await (await fetch(note.url)).text();
    isOpened = note !== undefined;
    shown = await panel.getJson<SignIn>(`setup/sign-ins/${shown.id}?after=${shown.version}`);
  }
  assert.deepEqual([shown.state, shown.error], ['done', null]);
}

/** Installs a package, creates a skill and reads it, changes a setting; resolves with everything that was answered. */
async function useSetup(agent: string): Promise<string[]> {
  const tools = path.join(panel.folders.root, 'tools');
  await writePiPackage(tools, '1.0.0');
  const base = `agents/${agent}/setup`;
  const installing = await panel.post(`${base}/packages`, { act: 'install', source: tools, scope: 'user' });
  let run = (await installing.json()) as PiRun;
  const texts = [JSON.stringify(run)];
  while (run.state === 'running') {
    run = await panel.getJson<PiRun>(`setup/runs/${run.id}?from=${run.next}`);
    texts.push(JSON.stringify(run));
  }
  assert.equal(run.state, 'done', texts.join('\n'));
  const skill = { kind: 'skills', scope: 'user', name: 'tidy', description: 'Tidies up' };
  const created = (await (await panel.post(`${base}/resources`, skill)).json()) as ConfigFile;
  const file = encodeURIComponent(created.path);
  const change = { path: ['hideThinkingBlock'], value: true };
  const answers = [
    await panel.fetch(`${base}/resources`),
    await panel.fetch(`${base}/resources/text?path=${file}`),
    await panel.post(`${base}/files/settings/changes`, change),
    await panel.fetch(`${base}/models`),
    await panel.fetch(`${base}/schemas/models`),
    await panel.fetch(`${base}/files/models`),
    await panel.post(`${base}/models/test`, {
      provider: 'groq',
      model: 'none',
      baseUrl: 'http://127.0.0.1:1',
    }),
  ];
  return [...texts, ...(await Promise.all(answers.map((answer) => answer.text())))];
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

/** pi's locks are folders that come and go: one that is gone again holds nothing. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
  const below = entries.map(async (entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(name);
    return entry.isFile() ? [name] : [];
  });
  return (await Promise.all(below)).flat();
}
