import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Answer } from '../../../shared/pi/commands.ts';
import { emptyView, type Exit } from '../../../shared/view/view.ts';
import { createFeed } from '../fixtures/feed.ts';
import { asNobody, isRoot } from '../../workspace/fixtures/as-nobody.ts';
import { CurrentPi, type CurrentPiOptions } from './current-pi.ts';
import type { Program } from './program.ts';
import { kill } from './kill-tree.ts';
import { listBelow, type Process } from './processes.ts';

/** Answers `get_state` with the arguments of its command line, and refuses everything else. */
const SOURCE = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, type } = JSON.parse(line);
  console.log(JSON.stringify({ type: 'queue_update', steering: [], followUp: [] }));
  console.log(JSON.stringify({ id, type: 'response', command: type, success: type === 'get_state',
    ...(type === 'get_state' ? { data: process.argv.slice(1) } : { error: 'busy' }) }));
}).on('close', () => process.exit(0))`;

function createPi(t: TestContext, options: Partial<CurrentPiOptions> = {}) {
  const exits: Exit[] = [];
  const { feed, sent } = createFeed({ view: emptyView(import.meta.dirname, '0.87.1') });
  const pi = new CurrentPi({
    program: { argv: [process.execPath, '-e', SOURCE, '--'], version: '0.87.1' },
    env: process.env,
    flags: {},
    demo: async () => ({ args: ['--demo'], env: {} }),
    view: () => feed.view,
    onExit(exit) {
      exits.push(exit);
      feed.emit({ type: 'panel_exit', ...exit, panel_at: 0 });
    },
    ...options,
  });
  t.after(() => pi.close());
  return { pi, feed, sent, exits };
}

test('a command gets the answer of pi, also if pi refuses', async (t) => {
  const { pi, feed } = createPi(t);
  await pi.start(feed);
  assert.deepEqual(await pi.request({ type: 'get_state' }), { success: true, data: ['--mode', 'rpc'] });
  assert.deepEqual(await pi.request({ type: 'abort' }), { success: false, error: 'busy' });
});

test(
  'S-38: pi is not started where it would wait for a file without an end, and the reason is shown',
  { skip: process.platform === 'win32' && 'no named pipes in folders' },
  async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-current-'));
    t.after(() => rm(folder, { recursive: true }));
    await mkdir(path.join(folder, '.pi'));
    execFileSync('mkfifo', [path.join(folder, '.pi', 'settings.json')]);
    const { pi, feed, exits } = createPi(t);
    feed.replace((view) => ({ ...view, workspace: folder }));
    assert.equal(await pi.start(feed), false);
    assert.match(
      exits[0]?.reason ?? '',
      /wait without an end for .*\/\.pi\/settings\.json, which is not a file/,
    );
  },
);

test('commands can wait for the start, for a restart, and for an end that leaves no pi', async (t) => {
  const { promise: demo, resolve } = Promise.withResolvers<{ args: string[]; env: object }>();
  const { pi, feed } = createPi(t, {
    flags: { demo: true },
    demo: () => demo as ReturnType<CurrentPiOptions['demo']>,
  });
  const getState = (): Promise<Answer> => pi.started.then(() => pi.request({ type: 'get_state' }));
  const first = getState();
  const starting = pi.start(feed);
  assert.throws(() => pi.requireRunning(), { code: 'agent_exited' });
  resolve({ args: [], env: {} });
  await starting;
  assert.ok((await first).success);
  const restarting = pi.replace(async () => {
    feed.replace((view) => ({ ...view, exit: null }));
    await pi.start(feed);
  });
  assert.ok((await getState()).success);
  await restarting;
  const failing = pi.replace(() => Promise.reject(new Error('the disk is broken')));
  await assert.rejects(getState(), { code: 'agent_exited' });
  await assert.rejects(failing, /broken/);
  const closing = pi.close();
  await assert.rejects(getState(), { code: 'agent_exited' });
  await closing;
});

test('requestData returns the data of the answer, and throws a Refusal 502 if pi refuses', async (t) => {
  const { pi, feed } = createPi(t);
  await pi.start(feed);
  assert.deepEqual(await pi.requestData({ type: 'get_state' }), ['--mode', 'rpc']);
  await assert.rejects(pi.requestData({ type: 'get_commands' }), {
    status: 502,
    code: 'agent_refused',
    message: 'The agent did not answer get_commands: busy',
  });
});

test('onAnswer is called after the events before the answer, and before the promise settles', async (t) => {
  const { pi, feed, sent } = createPi(t);
  await pi.start(feed);
  const order: string[] = [];
  const onAnswer = ({ success }: Answer): void => void order.push(`${success} after ${sent.flat().length}`);
  await pi.request({ type: 'get_state' }, onAnswer);
  order.push('settled');
  assert.deepEqual(order, ['true after 1', 'settled']);
});

test('without a running pi every command is refused with 409', async (t) => {
  const { pi, feed, exits } = createPi(t);
  const refusal = { status: 409, code: 'agent_exited' };
  assert.throws(() => pi.requireRunning(), refusal);
  await assert.rejects(pi.request({ type: 'get_state' }), refusal);
  await pi.start(feed);
  pi.requireRunning();
  await pi.close();
  assert.equal(exits[0]?.reason, 'The agent ended on its own.');
  assert.throws(() => pi.send({ type: 'get_state' }), refusal);
});

test('a restart starts another pi with the new flags', async (t) => {
  const { pi, feed } = createPi(t);
  await pi.start(feed);
  await pi.replace(async () => {
    feed.replace((view) => ({ ...view, exit: null }));
    pi.flags = { demo: true, withoutExtensions: true };
    await pi.start(feed);
  });
  assert.deepEqual(await pi.requestData({ type: 'get_state' }), [
    '--mode',
    'rpc',
    '--no-extensions',
    '--demo',
  ]);
});

test('a demo model that cannot be started is an exit with that reason', async (t) => {
  const { pi, feed, exits } = createPi(t, {
    flags: { demo: true },
    demo: () => Promise.reject(new Error('no port')),
  });
  assert.equal(await pi.start(feed), false);
  assert.deepEqual(exits, [{ code: null, signal: null, stderr: '', reason: 'no port' }]);
});

test('before each start the program is looked at again: the view shows its version, or why there is none', async (t) => {
  const program: Program = { argv: [process.execPath, '-e', SOURCE, '--'], version: '0.87.1' };
  const states: Partial<Program>[] = [
    { version: '0.78.0' },
    { version: null, missing: 'pi was not found in PATH' },
    { version: '1.6.0', missing: undefined },
  ];
  program.refresh = async () => void Object.assign(program, states.shift());
  const { pi, feed, exits } = createPi(t, { program, flags: { trust: true } });
  const start = (): Promise<void> =>
    pi.replace(async () => {
      feed.replace((view) => ({ ...view, exit: null }));
      await pi.start(feed);
    });
  await start();
  assert.deepEqual([feed.view.version, feed.view.can.distrust], ['0.78.0', false]);
  assert.deepEqual(await pi.requestData({ type: 'get_state' }), ['--mode', 'rpc']);
  await start();
  assert.equal(exits.at(-1)?.reason, 'The agent cannot be started: pi was not found in PATH.');
  await start();
  assert.deepEqual([feed.view.version, feed.view.can.distrust], ['1.6.0', true]);
  assert.deepEqual(await pi.requestData({ type: 'get_state' }), ['--mode', 'rpc', '--approve']);
  program.refresh = () => Promise.reject(new Error('pi.cmd is a batch file'));
  await start();
  assert.equal(exits.at(-1)?.reason, 'The agent cannot be started: pi.cmd is a batch file.');
});

test('a pi that is closed before it starts never starts', async (t) => {
  const { pi, feed } = createPi(t);
  await pi.close();
  assert.equal(await pi.start(feed), false);
  assert.equal(pi.pid, undefined);
});

test('the reason of an exit explains what the user can do', async (t) => {
  const failing = (source: string): Partial<CurrentPiOptions> => ({
    program: { argv: [process.execPath, '-e', source, '--'], version: '0.87.1' },
  });
  for (const [source, reason] of [
    [`process.exitCode = 3`, 'The agent ended with exit code 3 before it was ready.'],
    [`throw new Error('Cannot find module x')`, /before it was ready: its installation is not complete\.$/],
    [
      `console.error('Failed to load extension "/x/a.ts": Cannot find module "left-pad"'.replaceAll('"left-pad"', "'left-pad'"));
        process.exitCode = 1`,
      /before it was ready: the extension \/x\/a\.ts needs the module left-pad, which is not installed\.$/,
    ],
    [
      `console.error('Failed to load extension "/x/a.ts": Unexpected token'); process.exitCode = 1`,
      /before it was ready: the extension \/x\/a\.ts did not load\.$/,
    ],
    [`throw new Error('enableCompileCache')`, /before it was ready: it needs Node 22\.19 or newer\.$/],
    [
      `throw new Error("EROFS: read-only file system, mkdir '/home/me/.pi'")`,
      /before it was ready: the system refused access to \/home\/me\/\.pi\.$/,
    ],
    [`process.kill(process.pid, 'SIGKILL')`, 'The agent was ended by SIGKILL before it was ready.'],
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<Exit>();
    const { pi, feed } = createPi(t, { ...failing(source), onExit: resolve });
    await pi.start(feed);
    const exit = await promise;
    if (typeof reason === 'string') assert.equal(exit.reason, reason);
    else assert.match(exit.reason, reason);
  }
});

/** Starts a program in its own process group, and ends with its input, as pi does. */
const LEAVING = `require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  console.log(JSON.stringify({ type: 'queue_update', steering: [], followUp: [] }));
  process.stdin.on('end', () => process.exit(0)).resume();`;

test(
  'R-26: the page is told which program of another user still runs after pi was stopped',
  { skip: isRoot && process.platform === 'linux' ? false : 'only root can be two users' },
  async (t) => {
    const argv = ['setpriv', '--reuid=1', '--clear-groups', process.execPath, '-e', LEAVING, '--'];
    const { pi, feed, sent } = createPi(t, { program: { argv, version: '0.87.1' } });
    await pi.start(feed);
    let [sleep]: Process[] = [];
    while (sleep?.name !== 'sleep') [, sleep] = await listBelow(process.pid);
    t.after(() => kill(sleep.pid));
    await asNobody([], () => pi.close());
    const notices = sent.flat().filter((event) => event.type === 'panel_notice');
    const reason = 'because the panel may not end what belongs to another user';
    assert.deepEqual(
      notices.map(({ message }) => message),
      [`Still running, ${reason}: sleep (${sleep.pid}).`],
    );
  },
);
