import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { afterTest } from '../lib/fixtures/after-test.ts';
import { startDemo } from './demo.ts';
import { sampleFix } from './sample-files.ts';
import { makeSampleProject } from './sample.ts';

/** The part of pi's records that these tests read. */
interface PiRecord {
  type: string;
  id?: string;
  success?: boolean;
  data?: Record<string, unknown>;
  method?: string;
  toolName?: string;
  isError?: boolean;
  message?: { role: string; content: { type: string; text?: string }[] | string };
  attempt?: number;
}

test('the whole demo works with a real pi', { timeout: 60_000 }, async (t) => {
  const { pi, sample, demo } = await startEverything(t);

  await t.test('pi starts with the demo model and without the user’s configuration', async () => {
    const { data } = await pi.ask({ type: 'get_state' });
    assert.deepEqual(pick(data?.model, 'provider', 'id'), { provider: 'demo', id: 'demo-tour' });
  });

  await t.test(
    'the tour fixes the sample project, acknowledges a steered message, then answers a follow-up',
    async () => {
      const run = pi.run('show me around');
      await run.until((record) => record.type === 'tool_execution_start');
      await pi.ask({ type: 'steer', message: 'mind the zeros' });
      await pi.ask({ type: 'follow_up', message: 'and milk?' });
      const records = await run.end;

      assert.deepEqual(tools(records), ['bash', 'read', 'edit', 'bash']);
      assert.deepEqual(failures(records), []);
      const said = texts(records, 'assistant');
      assert.equal(said.filter((text) => text.startsWith('> mind the zeros')).length, 1);
      assert.match(said.at(-2) ?? '', /all tests pass[^]*What to try next/);
      assert.match(said.at(-1) ?? '', /“and milk\?”/);
      assert.ok((await readFile(join(sample.dir, sampleFix.path), 'utf8')).includes(sampleFix.newText));
    },
  );

  await t.test('a second tour of the same workspace edits a note instead', async () => {
    const records = await pi.run('once more').end;
    assert.deepEqual(tools(records), ['bash', 'read', 'write', 'read', 'edit']);
    assert.deepEqual(failures(records), []);
    assert.match(await readFile(join(sample.dir, 'pi-panel-tour.md'), 'utf8'), /\[x\] See an edit/);
  });

  await t.test('the word fail starts a tool that fails, followed by an explanation', async () => {
    const records = await pi.run('fail').end;
    assert.deepEqual(failures(records), ['bash']);
    assert.match(texts(records, 'assistant').at(-1) ?? '', /exit code 3/);
  });

  await t.test('the word ask opens dialogs, and the model gets their answers', async () => {
    const records = await pi.run('ask').end;
    assert.deepEqual(
      records.flatMap(({ type, method }) => (type === 'extension_ui_request' ? [method] : [])),
      ['select', 'confirm', 'input'],
    );
    assert.match(texts(records, 'assistant').at(-1) ?? '', /oolong[^]*yes[^]*Ada/);
  });

  await t.test('pi itself retries twice after the word error', async () => {
    const records = await pi.run('error').end;
    assert.equal(records.filter(({ type }) => type === 'auto_retry_start').length, 2);
    assert.match(texts(records, 'assistant').at(-1) ?? '', /Third time lucky/);
  });

  await t.test('a prompt after an aborted run is answered as a prompt', async () => {
    demo.model!.queue([{ steps: [{ tool: 'bash', args: { command: 'sleep 60' } }] }]);
    const aborted = pi.run('wait');
    await aborted.until((record) => record.type === 'tool_execution_start');
    await pi.ask({ type: 'abort' });
    await aborted.end;
    const records = await pi.run('show me around').end;
    assert.match(texts(records, 'assistant')[0] ?? '', /^# A short tour/);
  });

  await t.test('a compaction gets a summary', async () => {
    const { success, data } = await pi.ask({ type: 'compact' });
    assert.equal(success, true);
    assert.match(String(data?.summary), /## Goal\n- show me around/);
  });

  await t.test('the extension shows notices, widgets, a title, and a draft', async () => {
    const seen = pi.until((record) => record.method === 'set_editor_text');
    await pi.ask({ type: 'prompt', message: '/demo-ui' });
    await seen;
  });
});

test('the environment for pi names the model, forbids the network, and excludes the model from the proxy', async (t) => {
  const { NO_PROXY: original } = process.env;
  process.env.NO_PROXY = 'intranet.example';
  t.after(() => (original === undefined ? delete process.env.NO_PROXY : (process.env.NO_PROXY = original)));
  const demo = await startDemo({ pace: 0 });
  await demo.close();
  const { env } = demo;
  assert.match(env.PI_PANEL_DEMO_URL ?? '', /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  assert.equal(env.PI_OFFLINE, '1');
  assert.equal(
    env.NO_PROXY,
    process.env.no_proxy ? `${process.env.no_proxy},127.0.0.1` : 'intranet.example,127.0.0.1',
  );
});

test('an invalid pace in the environment is refused with an example', async (t) => {
  t.after(() => delete process.env.PI_PANEL_DEMO_PACE);
  for (const pace of ['fast', '', '-1', 'Infinity']) {
    process.env.PI_PANEL_DEMO_PACE = pace;
    await assert.rejects(startDemo(), /PI_PANEL_DEMO_PACE must be a number of 0 or more, such as 0.5/);
  }
  process.env.PI_PANEL_DEMO_PACE = '0.5';
  await (await startDemo()).close();
});

async function startEverything(t: test.TestContext) {
  const sample = await makeSampleProject();
  afterTest(t, () => sample.close());
  const demo = await startDemo({ pace: 0 });
  afterTest(t, () => demo.close());
  const home = await mkdtemp(join(tmpdir(), 'pi-panel-demo-home-'));
  afterTest(t, () => rm(home, { recursive: true, force: true, maxRetries: 3 }));
  const agentDir = join(home, 'agent');
  await mkdir(agentDir);
  const settings = { retry: { baseDelayMs: 5 }, compaction: { keepRecentTokens: 200 } };
  await writeFile(join(agentDir, 'settings.json'), JSON.stringify(settings));
  const env = {
    // The commands of the sample project call `node`: use the one that runs the tests.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    HOME: home,
    PI_SKIP_VERSION_CHECK: '1',
    LANG: 'C.UTF-8',
    ...demo.env,
    PI_CODING_AGENT_DIR: agentDir,
  };
  const pi = startPi(t, demo.args, { cwd: sample.dir, env });
  afterTest(t, () => pi.close());
  return { pi, sample, demo };
}

/** A pi in RPC mode that answers its own dialogs: oolong, yes, Ada. */
function startPi(t: test.TestContext, args: string[], options: { cwd: string; env: Record<string, string> }) {
  const child = spawn(process.execPath, [piEntry(), '--mode', 'rpc', ...args], options);
  afterTest(t, () => child.kill('SIGKILL'));
  const watchers = new Set<(record: PiRecord) => void>();
  let stderr = '';
  let asked = 0;

  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const record = JSON.parse(line) as PiRecord;
    const answer = { select: { value: 'oolong' }, confirm: { confirmed: true }, input: { value: 'Ada' } }[
      record.method ?? ''
    ];
    if (answer) send({ type: 'extension_ui_response', id: record.id, ...answer });
    for (const watch of watchers) watch(record);
  });
  const exited = once(child, 'exit').then(([code]) => code as number);
  const died = exited.then((code): never => {
    throw new Error(`pi ended with ${code}: ${stderr}`);
  });
  died.catch(() => {});

  function send(command: object): void {
    child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  function until(matches: (record: PiRecord) => boolean): Promise<PiRecord> {
    const { promise, resolve } = Promise.withResolvers<PiRecord>();
    const watch = (record: PiRecord) => matches(record) && resolve(record);
    watchers.add(watch);
    return Promise.race([promise, died]).finally(() => watchers.delete(watch));
  }

  function ask(command: object): Promise<PiRecord> {
    const id = `${(asked += 1)}`;
    const answered = until((record) => record.type === 'response' && record.id === id);
    send({ ...command, id });
    return answered;
  }

  /** Sends a prompt and collects every record until pi has settled. */
  function run(message: string) {
    const records: PiRecord[] = [];
    const gather = (record: PiRecord) => records.push(record);
    watchers.add(gather);
    const settled = until(({ type }) => type === 'agent_settled');
    void ask({ type: 'prompt', message });
    return { until, end: settled.then(() => records).finally(() => watchers.delete(gather)) };
  }

  async function close(): Promise<void> {
    child.stdin.end();
    const kill = setTimeout(() => child.kill('SIGKILL'), 5000);
    await exited;
    clearTimeout(kill);
  }

  return { ask, run, until, close };
}

/** pi's entry point differs between versions; its package.json names it. */
function piEntry(): string {
  const root = dirname(dirname(fileURLToPath(import.meta.resolve('@earendil-works/pi-coding-agent'))));
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: { pi: string } };
  return join(root, bin.pi);
}

function tools(records: PiRecord[]): (string | undefined)[] {
  return records.filter(({ type }) => type === 'tool_execution_start').map(({ toolName }) => toolName);
}

function failures(records: PiRecord[]): (string | undefined)[] {
  return records.filter((r) => r.type === 'tool_execution_end' && r.isError).map(({ toolName }) => toolName);
}

function texts(records: PiRecord[], role: string): string[] {
  return records.flatMap(({ type, message }) => {
    if (type !== 'message_end' || message?.role !== role || typeof message.content === 'string') return [];
    return [message.content.map(({ text = '' }) => text).join('')];
  });
}

function pick(value: unknown, ...keys: string[]): object {
  return Object.fromEntries(keys.map((key) => [key, (value as Record<string, unknown>)[key]]));
}
