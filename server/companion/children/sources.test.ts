import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { CollaboratingChildren } from './collaborating-agents.ts';
import { PiSubagentsChildren } from './pi-subagents.ts';
import { spentIn } from './spent.ts';
import type { ChildSource } from './source.ts';
import { TintinwebChildren } from './tintinweb.ts';

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-children-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function bus() {
  const emitter = new EventEmitter();
  return {
    on: (name: string, handler: (data: unknown) => void) => {
      emitter.on(name, handler);
      return () => emitter.off(name, handler);
    },
    emit: (name: string, data: unknown) => void emitter.emit(name, data),
  };
}

const cost = { input: 0.25, output: 0.5, cacheRead: 0, cacheWrite: 0, total: 0.75 };
const answer = {
  role: 'assistant',
  provider: 'p',
  model: 'm',
  content: [{ type: 'text', text: 'Done.' }],
  usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, cost },
};
const line = (message: object): string => `${JSON.stringify({ type: 'message', message })}\n`;
const inShort = async (source: ChildSource): Promise<string[]> =>
  (await source.list()).map(({ child, spent }) => {
    const { id, name, task, state, turns, tokens, acts } = child;
    return [id, name, task, state, turns, tokens, child.cost, acts.join('+'), spent?.usage.input].join(' | ');
  });

test('what a child used is the sum of its answers, of its tools, and of entries that tell usage', () => {
  const { usage, model, turns } = spentIn([
    { type: 'message', message: answer },
    { type: 'message', message: { role: 'user', content: 'Hi' } },
    { type: 'compaction', usage: { input: 1, output: 1, cost: { total: 0.25 } } },
    {
      type: 'message',
      message: { role: 'toolResult', usage: { input: 2, output: 1, cost: { total: 0.5 } } },
    },
    { type: 'message', message: answer },
    null,
  ]);
  assert.deepEqual([usage.input, usage.output, usage.cost.total, model, turns], [23, 12, 2.25, 'p/m', 2]);
});

test('@tintinweb/pi-subagents: its manager tells its agents, which are stopped over the bus and steered in their session', async (t) => {
  const key = Symbol.for('pi-subagents:manager');
  const steered: string[] = [];
  const record = {
    ...{ type: 'Explore', description: 'Look', status: 'running', outputFile: '/tmp/a.output' },
    session: {
      messages: [answer],
      sessionManager: { getEntries: () => [{ message: answer }] },
      steer: async (text: string) => void steered.push(text),
    },
  };
  const registry = globalThis as Record<symbol, unknown>;
  registry[key] = { getRecord: (id: string) => (id === 'a' ? record : undefined) };
  t.after(() => delete registry[key]);
  const events = bus();
  const source = new TintinwebChildren(events, () => {});
  assert.deepEqual(await inShort(source), []);
  events.emit('subagents:started', { id: 'a' });
  assert.deepEqual(await inShort(source), ['a | Explore | Look | running | 1 | 15 | 0.75 | steer+stop | 10']);
  await source.act('a', 'steer', 'Go left');
  assert.deepEqual(steered, ['Go left']);
  events.on('subagents:rpc:stop', (data) => {
    const { requestId, agentId } = data as Record<string, string>;
    record.status = 'stopped';
    events.emit(`subagents:rpc:stop:reply:${requestId}`, { success: agentId === 'a' });
  });
  await source.act('a', 'stop', '');
  assert.deepEqual(await inShort(source), ['a | Explore | Look | aborted | 1 | 15 | 0.75 |  | 10']);
  await assert.rejects(source.act('a', 'steer', 'Go on')!, /not running any more/);
  assert.equal(source.act('b', 'stop', ''), undefined);
});

test('pi-subagents: the file of a run tells its children, and the bus stops one by its id', async (t) => {
  const folder = await folderFor(t);
  const session = path.join(folder, 'run-0', 'session.jsonl');
  await mkdir(path.dirname(session));
  await writeFile(session, line(answer) + line(answer));
  const steps = [
    { agent: 'scout', sessionName: 'scout: Look', status: 'running', currentTool: 'read', model: 'p/m' },
    { agent: 'scout', label: 'Wait', status: 'running', currentTool: 'bash', currentToolArgs: 'sleep 9' },
    {
      agent: 'scout',
      label: 'Fail',
      status: 'failed',
      error: 'Run fan-out: 3/64 used\nNo model',
      childId: 'c2',
    },
  ];
  await writeFile(path.join(folder, 'status.json'), JSON.stringify({ sessionRoot: folder, steps }));
  const events = bus();
  const source = new PiSubagentsChildren(events, () => {});
  events.emit('subagent:async-started', { id: 'r', asyncDir: folder });
  assert.deepEqual(await inShort(source), [
    'r:0 | scout | Look | running | 2 | 30 | 1.5 | steer+stop | 20',
    'r:1 | scout | Wait | running | 0 |  | 0 | steer+stop | ',
    'r:2 | scout | Fail | failed | 0 |  | 0 |  | ',
  ]);
  const known = (await source.list()).map(({ child }) => [child.last, child.failure, child.group]);
  assert.deepEqual(known, [
    ['read', '', 'r'],
    ['bash: sleep 9', '', 'r'],
    ['', 'No model', 'r'],
  ]);
  // A workflow has the run of each child as a step.
  const workflow = path.join(folder, 'workflow');
  await mkdir(workflow);
  const keyed = [{ agent: 'scout', label: 'k0', workflowKey: 'k0', runId: 'r', status: 'running' }];
  await writeFile(path.join(workflow, 'status.json'), JSON.stringify({ mode: 'workflow', steps: keyed }));
  const outer = new PiSubagentsChildren(events, () => {});
  events.emit('subagent:async-started', { id: 'r', asyncDir: folder });
  outer.onResult({ asyncId: 'w', asyncDir: workflow });
  const [of] = await outer.list();
  assert.deepEqual(
    [of?.child.id, of?.child.group, of?.child.last, of?.child.model],
    ['w:0', 'w', 'read', 'p/m'],
  );

  const asked: unknown[] = [];
  events.on('subagents:rpc:v1:request', (data) => {
    const { requestId, method, params } = data as { requestId: string; method: string; params: object };
    asked.push({ method, ...params });
    const isStop = method === 'stop';
    const reply = isStop ? { success: true } : { success: false, error: { message: 'Not now' } };
    events.emit(`subagents:rpc:v1:reply:${requestId}`, reply);
  });
  await source.act('r:2', 'stop', '');
  await assert.rejects(source.act('r:1', 'steer', 'The first')!, /^Error: Not now$/);
  assert.deepEqual(asked, [
    { method: 'stop', runId: 'r', childId: 'c2' },
    { method: 'steer', runId: 'r', index: 1, message: 'The first' },
  ]);
});

const inSession = (entries: object[] = []): ExtensionContext =>
  ({
    sessionManager: { getSessionId: () => 's', getEntries: () => entries },
  }) as unknown as ExtensionContext;

test('pi-subagents: a child asks this session in a file, and gets its answer in another one', async (t) => {
  const folder = await folderFor(t);
  process.env.PI_SUBAGENTS_TEMP_ROOT = folder;
  t.after(() => delete process.env.PI_SUBAGENTS_TEMP_ROOT);
  const run = path.join(folder, 'run');
  await mkdir(run);
  const steps = [
    { agent: 'scout', status: 'running' },
    { agent: 'scout', status: 'running', runId: 'w' },
    { agent: 'scout', status: 'running' },
  ];
  await writeFile(path.join(run, 'status.json'), JSON.stringify({ steps }));
  const channel = path.join(folder, 'supervisor-channels', 'w-scout-0');
  await mkdir(path.join(channel, 'requests'), { recursive: true });
  await mkdir(path.join(channel, 'replies'));
  const ask = (id: string, change: object): Promise<void> => {
    const request = { id, runId: 'r', childIndex: 0, message: id, expectsReply: true, ...change };
    const whole = { ...request, orchestratorSessionId: 's', ...change };
    return writeFile(path.join(channel, 'requests', `${id}.json`), JSON.stringify(whole));
  };
  await ask('Left?', { runId: 'w' });
  await ask('Progress', { expectsReply: false });
  await ask('Too late', { expiresAt: 1 });
  await ask('Of another session', { orchestratorSessionId: 't' });
  await ask('interview', { childIndex: 2, message: '', interview: { title: 'Choose' } });
  await writeFile(path.join(channel, 'requests', 'half.json'), '{');
  const events = bus();
  const source = new PiSubagentsChildren(events, () => {});
  source.onSession(inSession());
  events.emit('subagent:async-started', { id: 'r', asyncDir: run });
  const questions = async (): Promise<unknown[]> => (await source.list()).map(({ child }) => child.question);
  assert.deepEqual(await questions(), [undefined, 'Left?', 'Choose']);
  const asked = (await source.list())[1]!.asked!;
  await asked.answer('Left.');
  const reply = await readFile(path.join(channel, 'replies', 'Left?.json'), 'utf8');
  const { type, requestId, message } = JSON.parse(reply) as Record<string, unknown>;
  assert.deepEqual([type, requestId, message], ['subagent.supervisor.reply', 'Left?', 'Left.']);
  assert.deepEqual(await questions(), [undefined, undefined, 'Choose']);
  await assert.rejects(asked.answer('Right.'), /does not wait for an answer any more/);
});

test('pi-subagents: a child that goes on without its call runs until its package reports its end', async (t) => {
  const folder = await folderFor(t);
  const session = path.join(folder, 'session.jsonl');
  await writeFile(session, line({ ...answer, stopReason: 'stop' }));
  const result = {
    ...{ index: 0, agent: 'scout', task: '[prompt redacted]', sessionName: 'scout: Look', exitCode: -2 },
    ...{ detached: true, sessionFile: session },
  };
  const details = { mode: 'single', runId: 'd', results: [result] };
  const events = bus();
  const source = new PiSubagentsChildren(events, () => {});
  source.onResult(details);
  assert.deepEqual(await inShort(source), ['d:0 | scout | Look | running | 1 | 15 | 0.75 |  | 10']);
  events.emit('subagent:foreground-complete', {
    ...{ runId: 'd', taskIndex: 0, state: 'failed', summary: 'No model' },
  });
  const [ended] = await source.list();
  assert.deepEqual([ended?.child.state, ended?.child.failure], ['failed', 'No model']);
  // The next pi does not know how it ended, but its session tells.
  const message = { role: 'toolResult', details };
  const next = new PiSubagentsChildren(bus(), () => {});
  next.onSession(inSession([{ type: 'message', message }]));
  assert.equal((await next.list())[0]?.child.state, 'ok');
  await writeFile(session, line({ ...answer, stopReason: 'toolUse' }));
  assert.equal((await next.list())[0]?.child.state, 'interrupted');
});

test('pi-collaborating-agents: the records of this session are its children, whose inbox takes messages', async (t) => {
  const folder = await folderFor(t);
  process.env.COLLABORATING_AGENTS_DIR = folder;
  t.after(() => delete process.env.COLLABORATING_AGENTS_DIR);
  const source = new CollaboratingChildren();
  source.onSession({ sessionManager: { getSessionId: () => 's' } } as unknown as ExtensionContext);
  assert.deepEqual(await source.list(), []);
  const file = path.join(folder, 'child.jsonl');
  await writeFile(file, line(answer));
  await mkdir(path.join(folder, 'runs'));
  const record = {
    ...{ recordId: 'one', batchRunId: 'b', parentAgent: 'Boss', parentSessionId: 's', name: 'BlueFalcon' },
    ...{ type: 'worker', taskPreview: 'Look', status: 'running', startedAt: '2026-01-01', sessionFile: file },
  };
  const write = (name: string, change: object): Promise<void> =>
    writeFile(path.join(folder, 'runs', `${name}.json`), JSON.stringify({ ...record, ...change }));
  await write('one', {});
  await write('two', { recordId: 'two', status: 'failed', startedAt: '2026-01-02', outputPreview: 'No' });
  await write('other', { recordId: 'other', parentSessionId: 't' });
  await writeFile(path.join(folder, 'runs', 'half.json'), '{');
  assert.deepEqual(await inShort(source), [
    'one | BlueFalcon | Look | running | 1 | 15 | 0.75 | steer | 10',
    'two | BlueFalcon | Look | failed | 1 | 15 | 0.75 |  | 10',
  ]);
  await source.act('one', 'steer', 'Go left');
  const inbox = path.join(folder, 'inbox', 'BlueFalcon');
  const [sent] = await readdir(inbox);
  const { from, text, urgent, kind } = JSON.parse(await readFile(path.join(inbox, sent!), 'utf8')) as Record<
    string,
    unknown
  >;
  assert.deepEqual([from, text, urgent, kind], ['Boss', 'Go left', true, 'direct']);
  await assert.rejects(source.act('two', 'steer', 'Go on')!, /not running any more/);
  assert.equal(source.act('one', 'stop', ''), undefined);
});
