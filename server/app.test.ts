// The routes over a real host with the real pi and the scripted model, called without a socket.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Hono } from 'hono';
import type { SearchResults } from '../shared/searches.ts';
import type { AgentInfo, EventFrame, LogPage, SnapshotFrame } from '../shared/wire.ts';
import { createApp } from './app.ts';
import type { Host } from './host/host.ts';
import { demoHost, TOKEN, usePiHome } from './host/fixtures/demo-host.ts';
import { testPi } from './host/fixtures/test-pi.ts';
import { spawn } from './lib/programs.ts';

let folder: string;
let host: Host;
let app: Hono;
let agent: string;

before(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-app-')));
  await mkdir(path.join(folder, 'project'));
  await writeFile(path.join(folder, 'project', 'a.txt'), 'one\n');
  usePiHome(folder);
  host = demoHost({
    workspace: path.join(folder, 'project'),
    program: await testPi(),
  });
  app = createApp(host);
  const { agent: started } = await host.starter.open({});
  agent = started.id;
});

after(async () => {
  await host?.close();
  await rm(folder, { recursive: true, force: true });
});

function ask(route: string, init: RequestInit & { json?: unknown } = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('host', 'localhost:0');
  headers.set('authorization', `Bearer ${TOKEN}`);
  if (init.json !== undefined) headers.set('content-type', 'application/json');
  const body = init.json === undefined ? init.body : JSON.stringify(init.json);
  return Promise.resolve(
    app.request(`http://localhost:0/api/${route}`, { ...init, headers, body: body ?? null }),
  );
}

async function refusal(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.message];
}

/** Reads the event stream until `isEnough`. */
async function watch(
  isEnough: (frame: EventFrame | SnapshotFrame) => boolean,
): Promise<(EventFrame | SnapshotFrame)[]> {
  const response = await ask(`events?agents=${agent}`);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const frames: (EventFrame | SnapshotFrame)[] = [];
  let rest = '';
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      assert.match(part, /^(event: (snapshot|message)\nid: \w+\.\d+\ndata: |: )/);
      if (part.startsWith(':')) continue;
      const frame = JSON.parse(part.slice(part.indexOf('data: ') + 6)) as EventFrame | SnapshotFrame;
      frames.push(frame);
      if (isEnough(frame)) return frames;
    }
  }
  throw new Error('The stream ended.');
}

const isReady = (frame: EventFrame | SnapshotFrame): boolean =>
  'view' in frame ? frame.view.ready : frame.type === 'panel_state';

test('S-16: without the token every route answers 401', async () => {
  for (const route of [
    'agents',
    'events?agents=x',
    'sessions',
    'no-such-route',
    `agents/${agent}/file?path=a.txt`,
  ]) {
    const response = await app.request(`http://localhost:0/api/${route}`, {
      headers: { host: 'localhost:0' },
    });
    assert.equal(response.status, 401, route);
  }
});

test('the log of pi’s records is read from any line on', async () => {
  await watch(isReady);
  const all = (await (await ask(`agents/${agent}/log`)).json()) as LogPage;
  assert.ok(all.lines.some(({ text }) => text.includes('"command":"get_state"')));
  const last = all.lines.at(-1)!.n;
  const rest = (await (await ask(`agents/${agent}/log?since=${last - 1}`)).json()) as LogPage;
  assert.equal(rest.lines[0]?.n, last);
  assert.deepEqual(await refusal(await ask(`agents/${agent}/log?since=x`)), [
    400,
    'since: must be the number of a line, or 0.',
  ]);
});

test('an agent is listed with its workspace and what pi reports about itself', async () => {
  await watch(isReady);
  const { agents } = (await (await ask('agents')).json()) as { agents: AgentInfo[] };
  assert.equal(agents.length, 1);
  assert.equal(agents[0]!.workspace, path.join(folder, 'project'));
  assert.equal(agents[0]!.model?.provider, 'demo');
  assert.match(agents[0]!.version!, /^\d/);
});

test('the stream begins with a snapshot of each agent', async () => {
  const [first] = await watch(() => true);
  assert.ok(first && 'view' in first);
  assert.equal(first.agent, agent);
  assert.deepEqual(await refusal(await ask('events')), [400, 'agents: name at least one agent.']);
  assert.equal((await ask('events?agents=nope')).status, 404);
});

test('a prompt sent several times with one key reaches pi once', async () => {
  await watch(isReady);
  const json = { type: 'prompt', message: 'hello [[script]] [{"steps":[{"text":"Hello."}]}]' };
  const settled = watch((frame) => 'type' in frame && frame.type === 'agent_settled');
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      ask(`agents/${agent}/commands`, { method: 'POST', json, headers: { 'idempotency-key': 'k1' } }),
    ),
  );
  for (const answer of answers) {
    const { success } = (await answer.json()) as { success: boolean };
    assert.equal(success, true);
  }
  await settled;
  const { view } = (await watch((frame) => 'view' in frame))[0] as SnapshotFrame;
  assert.deepEqual(
    view.entries.map(({ message }) => message.role),
    ['user', 'assistant'],
  );
  const other = { method: 'POST', json: { type: 'abort' }, headers: { 'idempotency-key': 'k1' } };
  assert.equal((await ask(`agents/${agent}/commands`, other)).status, 422);
});

test('a command that arrives while its agent starts or restarts waits for pi', async () => {
  const { id } = (await (await ask('agents', { method: 'POST', json: {} })).json()) as AgentInfo;
  const getState = async (): Promise<number> =>
    (await ask(`agents/${id}/commands`, { method: 'POST', json: { type: 'get_state' } })).status;
  assert.equal(await getState(), 200);
  const restarted = host.registry.get(id).lifecycle.restart({});
  assert.deepEqual(await Promise.all([getState(), getState()]), [200, 200]);
  await restarted;
  await ask(`agents/${id}`, { method: 'DELETE' });
});

test('S-58: an invalid command is refused with the name of the field', async () => {
  const send = (json: unknown): Promise<Response> =>
    ask(`agents/${agent}/commands`, { method: 'POST', json });
  assert.deepEqual(
    await refusal(await send({ type: 'set_steering_mode', mode: 'bogus' })).then(([status]) => status),
    400,
  );
  assert.match((await refusal(await send({ type: 'prompt' })))[1], /message/);
  const bad = await ask(`agents/${agent}/commands`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual(await refusal(bad), [400, 'The body is not valid JSON.']);
  const form = await ask(`agents/${agent}/commands`, {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  assert.equal(form.status, 415);
});

test("the user's bash gets pi's response, and its output can be read from any byte", async () => {
  const json = { type: 'bash', command: 'printf "one\\ntwo\\n"; exit 3' };
  const answer = (await (await ask(`agents/${agent}/commands`, { method: 'POST', json })).json()) as {
    success: boolean;
    data: { exitCode: number; output: string };
  };
  assert.equal(answer.data.exitCode, 3);
  const { view } = (await watch((frame) => 'view' in frame))[0] as SnapshotFrame;
  const run = Object.values(view.toolRuns).find(({ user }) => user);
  assert.equal(run?.state, 'failed');
  assert.equal(run.exitCode, 3);
  const output = await ask(`agents/${agent}/calls/${run.id}/output?from=4&follow=1`);
  assert.equal(await output.text(), 'two\n');
  assert.equal((await ask(`agents/${agent}/calls/nope/output`)).status, 404);
  assert.equal((await ask(`agents/${agent}/calls/${run.id}/output?from=-1`)).status, 400);
});

test('a bash requested with respond-async is answered at once', async () => {
  const response = await ask(`agents/${agent}/commands`, {
    method: 'POST',
    json: { type: 'bash', command: 'echo here' },
    headers: { prefer: 'respond-async' },
  });
  assert.equal(response.status, 202);
  const { data } = (await response.json()) as { data: { call: string } };
  const output = await ask(`agents/${agent}/calls/${data.call}/output?follow=1`);
  assert.equal(await output.text(), 'here\n');
});

test('files are listed, read, and saved under a precondition', async () => {
  const listing = (await (await ask(`agents/${agent}/files?path=`)).json()) as {
    entries: { name: string }[];
  };
  assert.ok(listing.entries.some(({ name }) => name === 'a.txt'));
  const read = await ask(`agents/${agent}/file?path=a.txt`);
  assert.equal(await read.text(), 'one\n');
  const etag = read.headers.get('etag')!;
  const save = (headers: Record<string, string>): Promise<Response> =>
    ask(`agents/${agent}/file?path=a.txt`, {
      method: 'PUT',
      body: 'two\n',
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  assert.equal((await save({})).status, 428);
  const saved = await save({ 'if-match': etag });
  assert.equal(saved.status, 200);
  const conflict = await save({ 'if-match': etag });
  assert.equal(conflict.status, 412);
  assert.equal(conflict.headers.get('etag'), saved.headers.get('etag'));
  assert.equal(await readFile(path.join(folder, 'project', 'a.txt'), 'utf8'), 'two\n');
  assert.equal((await ask(`agents/${agent}/file?path=../secret`)).status, 400);
});

test('R-28: stored sessions are listed, and opening one that runs returns its agent', async () => {
  const { sessions } = (await (await ask('sessions')).json()) as {
    sessions: { id: string; firstMessage: string }[];
  };
  assert.equal(sessions.length, 1);
  assert.match(sessions[0]!.firstMessage, /^hello/);
  const again = await ask('agents', { method: 'POST', json: { session: sessions[0]!.id } });
  assert.equal(again.status, 200);
  assert.equal(((await again.json()) as AgentInfo).id, agent);
  assert.equal((await ask('agents', { method: 'POST', json: { session: 'nope' } })).status, 404);
  const isStored = async (id: string): Promise<unknown> => (await ask(`sessions/${id}`)).json();
  assert.deepEqual(await isStored(sessions[0]!.id), { isStored: true, wasEnded: false });
  assert.deepEqual(await isStored('nope'), { isStored: false, wasEnded: false });
});

test('messages and outputs are found by their text, and an invalid search names its field', async () => {
  const search = async (query: string): Promise<SearchResults> =>
    (await (await ask(`search?${query}`)).json()) as SearchResults;
  const { hits } = await search('query=HELLO');
  assert.deepEqual(
    hits.map(({ kind }) => kind),
    ['assistant', 'user'],
  );
  assert.deepEqual((await search('query=one%0Atwo&kind=bash')).hits.length, 1);
  assert.deepEqual((await search(`query=hello&since=${Date.now() + 1000}`)).hits, []);
  assert.deepEqual((await search('query=hello&workspace=%2Felsewhere')).hits, []);
  const wrong = ['', 'query=', 'query=x&kind=all', 'query=x&since=soon', 'query=x&limit=0'];
  const fields = ['query', 'query', 'kind', 'since', 'limit'];
  for (const [at, query] of wrong.entries()) {
    const [status, message] = await refusal(await ask(`search?${query}`));
    assert.equal(status, 400, query);
    assert.ok(message.startsWith(`${fields[at]}: `), message);
  }
});

test('R-28: a session that another panel uses is neither started nor switched to until that panel is gone', async (t) => {
  const file = path.join(folder, 'agent', 'sessions', 'other', '2026-01-01T00-00-00-000Z_other.jsonl');
  await mkdir(path.dirname(file));
  const header = { type: 'session', version: 3, id: 'other', timestamp: new Date(0).toISOString() };
  await writeFile(file, `${JSON.stringify({ ...header, cwd: path.join(folder, 'project') })}\n`);
  const script = `
    const { SessionHold } = await import(${JSON.stringify(new URL('sessions/session-hold.ts', import.meta.url).href)});
    console.log(await new SessionHold().claim(${JSON.stringify(file)}));
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => other.kill('SIGKILL'));
  assert.equal(String((await once(other.stdout, 'data'))[0]), 'true\n');
  const start = () => ask('agents', { method: 'POST', json: { session: 'other' } });
  const json = { type: 'switch_session', session: 'other' };
  for (const refused of [await start(), await ask(`agents/${agent}/commands`, { method: 'POST', json })]) {
    const [status, message] = await refusal(refused);
    assert.equal(status, 409);
    assert.match(message, /^Another panel or a pi in a terminal is using this session/);
  }
  other.kill('SIGKILL');
  await once(other, 'exit');
  const started = await start();
  assert.equal(started.status, 201);
  const { id } = (await started.json()) as AgentInfo;
  assert.equal((await ask(`agents/${id}`, { method: 'DELETE' })).status, 204);
  await rm(path.dirname(file), { recursive: true });
});

test('a session that pi continues by its own option is shown, with a notice that another panel uses it', async (t) => {
  const other = demoHost({
    workspace: path.join(folder, 'project'),
    program: await testPi(),
    piOptions: ['--continue'],
  });
  t.after(() => other.close());
  const { agent: continued } = await other.starter.open({});
  const follower = continued.feed.follow();
  const { promise, resolve } = Promise.withResolvers<void>();
  follower.onReady = () => {
    follower.takeUnsent();
    if (continued.view.stats && continued.view.notices.length > 0) resolve();
  };
  follower.onReady();
  await promise;
  assert.equal(continued.view.entries[0]?.message.role, 'user');
  assert.match(continued.view.notices[0]!.message, /^Another panel has this session open/);
});

test('bad requests for agents, dialogs, and entries are refused', async () => {
  const wrong = await ask('agents', { method: 'POST', json: { workspace: 'relative' } });
  assert.match((await refusal(wrong))[1], /workspace/);
  assert.equal((await ask('agents', { method: 'POST', json: { work: '/' } })).status, 400);
  assert.equal(
    (await ask(`agents/${agent}/dialogs/nope`, { method: 'POST', json: { cancelled: true } })).status,
    404,
  );
  assert.equal((await ask(`agents/${agent}/entries`)).status, 400);
  assert.equal((await ask(`agents/${agent}/entries?before=user-1&limit=0`)).status, 400);
  const [status, words] = await refusal(await ask(`agents/${agent}/entries?before=nonsense`));
  assert.deepEqual([status, words.split(':')[0]], [400, 'before']);
});

test('S-31: the details of an internal error are reported to the operator only', async (t) => {
  const reported: unknown[] = [];
  const other = demoHost({
    workspace: folder,
    program: { argv: [], version: null },
    onBug: (bug) => reported.push(bug),
  });
  t.mock.method(other.registry, 'list', () => {
    throw new Error(`cannot read ${folder}/secret`);
  });
  const broken = createApp(other);
  const headers = { host: 'localhost:0', authorization: `Bearer ${TOKEN}` };
  const response = await broken.request('http://localhost:0/api/agents', { headers });
  assert.equal(response.status, 500);
  const body = await response.text();
  assert.equal((JSON.parse(body) as { error: { code: string } }).error.code, 'internal');
  assert.doesNotMatch(body, /secret|\/|node_modules|:\d+:\d+/);
  assert.match(String(reported[0]), /secret/);
});

test('what was written is answered with success, even if the agent ends in the meantime', async (t) => {
  const started = (await (await ask('agents', { method: 'POST', json: {} })).json()) as AgentInfo;
  const workspace = {
    delete: async () => {
      await host.end(started.id);
      return { trash: 'its-id', files: ['gone.txt'] };
    },
  } as unknown as Awaited<ReturnType<Host['workspace']>>;
  t.mock.method(host, 'workspace', () => Promise.resolve(workspace));
  const response = await ask(`agents/${started.id}/file?path=gone.txt`, { method: 'DELETE' });
  assert.deepEqual([response.status, await response.json()], [200, { trash: 'its-id' }]);
});

test('an ended agent is gone together with its process', async () => {
  const started = (await (await ask('agents', { method: 'POST', json: {} })).json()) as AgentInfo;
  assert.equal((await ask(`agents/${started.id}`, { method: 'DELETE', json: {} })).status, 204);
  assert.equal((await ask(`agents/${started.id}`, { method: 'DELETE', json: {} })).status, 404);
  // A page that showed it must not start its session again.
  const events = await (await ask(`events?agents=${started.id}&follow=0`)).text();
  assert.ok(events.includes(`event: gone\ndata: {"agent":"${started.id}","isEnded":true}`), events);
});
