// Runs test files that try to outlive the run, each in a way that `node --test` waits for forever.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { startProgram } from '../server/agent/process/fixtures/start-program.ts';
import { findMarked } from '../server/agent/process/processes.ts';
import { afterTest } from '../server/lib/fixtures/after-test.ts';
import { NODE_TEST } from './checks.mjs';

const PRELUDE = `
  import { after, before, test } from 'node:test';
  import { spawn } from 'node:child_process';
  import { createServer } from 'node:net';
  const wait = () => new Promise(() => setInterval(() => {}, 1000));
  const start = (stdio, detached = true, env = process.env) => {
    const child = spawn('sleep', ['300'], { detached, stdio, env });
    child.unref();
    return child;
  };
`;
const BREAKS_LIMIT = /one\.test\.mjs did not end within 3 seconds\. It was ended, with \S*node/;
/** Node 22 also holds a file to the limit of a test, and asks the process to end. */
const BREAKS_A_LIMIT = new RegExp(`${BREAKS_LIMIT.source}|test timed out`);
/** What a file does, and what the run says about it. */
const FILES: [does: string, source: string, says: RegExp][] = [
  ['has a test that never ends', `test('a claim', wait);`, /test timed out/],
  ['computes forever', `test('a claim', () => { for (;;); });`, BREAKS_A_LIMIT],
  [
    'ignores SIGTERM and computes forever',
    `test('a claim', () => { process.on('SIGTERM', () => {}); for (;;); });`,
    BREAKS_LIMIT,
  ],
  ['never gets to its tests', `setInterval(() => {}, 1000); await new Promise(() => {});`, BREAKS_A_LIMIT],
  ['waits forever before its tests', `before(wait); test('a claim', () => {});`, /test timed out/],
  [
    'waits forever after its tests',
    `test('a claim', () => {}); after(wait);`,
    /has ended its tests, but not its/,
  ],
  [
    'leaves a server open',
    `test('a claim', () => void createServer().listen(0));`,
    /has ended its tests, but not its process\. It has left open: .*TCPServerWrap/,
  ],
  [
    'fails before its tests, when a program runs that is ended after them',
    `let child;
     before(() => { start(['pipe', 'pipe', 'inherit']).ref(); child.pid; });
     after(() => child.kill());
     test('a claim', () => {});`,
    /left programs running, which were ended: sleep 300/,
  ],
  [
    'leaves a program in another group, which holds its output open',
    `test('a claim', () => { start('inherit'); });`,
    /left programs running, which were ended: sleep 300/,
  ],
  [
    'leaves a program silently',
    `test('a claim', () => { start('ignore'); });`,
    /left programs running, which were ended: sleep 300/,
  ],
];

const RUNNER = `
  const { runTests } = await import(${JSON.stringify(import.meta.resolve('./test-processes.ts'))});
  const [folder, limits, ...args] = process.argv.slice(1);
  const outcome = await runTests(args, { cwd: folder, env: process.env, folder, limits: JSON.parse(limits) });
  for (const problem of outcome.problems) console.log(problem);
  if (outcome.signal) console.log('ended by ' + outcome.signal);
  process.exitCode = outcome.status;
`;

interface Started {
  runner: ChildProcess;
  folder: string;
  /** Resolves to what the run has printed, once it has ended. */
  ended: Promise<{ status: number | null; output: string }>;
}

async function start(t: TestContext, source: string, limits: object): Promise<Started> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-limits-'));
  afterTest(t, () => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'one.test.mjs'), PRELUDE + source);
  const announce = `--import=${import.meta.resolve('./announce-test-file.mjs')}`;
  const node = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', RUNNER];
  const args = [announce, '--test-timeout=1500', ...NODE_TEST, 'one.test.mjs'];
  const argv = [process.execPath, ...node, folder, JSON.stringify(limits), ...args];
  const { child: runner } = startProgram(t, argv, { NODE_TEST_CONTEXT: undefined });
  let output = '';
  for (const stream of [runner.stdout, runner.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(runner, 'close').then(([status]) => ({ status: status as number | null, output }));
  return { runner, folder, ended };
}

const LIMITS = { file: 60_000, end: 500, programs: 500 };
const timeout = 120_000;

for (const [does, source, says] of FILES)
  test(`a test file that ${does} fails in time, and nothing of it stays`, { timeout }, async (t) => {
    const { folder, ended } = await start(
      t,
      source,
      says === BREAKS_LIMIT || says === BREAKS_A_LIMIT ? { ...LIMITS, file: 3000 } : LIMITS,
    );
    const { status, output } = await ended;
    assert.notEqual(status, 0, output);
    assert.match(output, says);
    assert.deepEqual(await findMarked(folder), []);
  });

test('a program that ends soon after its test file is not a failure', { timeout }, async (t) => {
  const source = `test('a claim', () => {
      spawn('sleep', ['1'], { stdio: 'ignore', detached: true }).unref();
    });`;
  const { ended } = await start(t, source, { file: 30_000, end: 10_000, programs: 10_000 });
  const { status, output } = await ended;
  assert.equal(status, 0, output);
});

// Node 22 cancels such a test.
test('a test may wait for what keeps no process alive', { timeout }, async (t) => {
  const source = `
    const later = () => new Promise((resolve) => setTimeout(resolve, 300).unref());
    test('a claim', later);
    test('another claim', later);`;
  const { ended } = await start(t, source, { file: 30_000, end: 10_000, programs: 10_000 });
  const { status, output } = await ended;
  assert.equal(status, 0, output);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} ends the run and everything that it started`, { timeout }, async (t) => {
    const source = `test('a claim', async () => { start('ignore'); console.log('started'); await wait(); });`;
    const { runner, folder, ended } = await start(t, source, LIMITS);
    // The terminal sends SIGINT to the whole group.
    const isWaiting = async (): Promise<boolean> =>
      (await findMarked(`${path.join(folder, 'processes')}/`)).length > 0;
    while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 50));
    process.kill(signal === 'SIGINT' ? -runner.pid! : runner.pid!, signal);
    const { status, output } = await ended;
    assert.notEqual(status, 0, output);
    assert.match(output, new RegExp(`ended by ${signal}`));
    assert.deepEqual(await findMarked(folder), []);
  });
