import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiRun } from '../../shared/resources.ts';
import { captureOutput } from './capture-output.ts';
import { PiRuns } from './pi-runs.ts';

const node = (code: string) => ({
  argv: [process.execPath, '-e', code],
  cwd: process.cwd(),
  env: process.env,
});

async function watch(runs: PiRuns, id: string): Promise<PiRun> {
  let output = '';
  for (let next = 0; ;) {
    const seen = await runs.poll(id, next);
    assert.equal(seen.from, next, 'no output is lost or repeated');
    output += seen.output;
    next = seen.next;
    if (seen.state !== 'running' && seen.output === '') return { ...seen, output };
  }
}

test('the output of a command arrives while it runs, from both streams, and its end is reported', async () => {
  const runs = new PiRuns();
  let canRead = false;
  const onDone = (): Promise<void> => Promise.resolve(void (canRead = true));
  const code = "console.log('eins ä'); process.stderr.write('two'); process.exit(0)";
  const { id, state } = runs.start({ launch: node(code), title: 'pi install x', onDone });
  assert.equal(state, 'running');
  const done = await watch(runs, id);
  assert.deepEqual([done.state, done.exitCode, canRead], ['done', 0, true]);
  assert.match(done.output, /eins ä\n/);
  assert.match(done.output, /two/);
});

test('a command that fails, or cannot be started, says so, and is not reported as done', async () => {
  const runs = new PiRuns();
  const onDone = (): Promise<void> => assert.fail('it is not done');
  const failing = runs.start({ launch: node('process.exit(3)'), title: 'a', onDone });
  assert.deepEqual((({ state, exitCode }) => [state, exitCode])(await watch(runs, failing.id)), [
    'failed',
    3,
  ]);
  const missing = { ...node(''), argv: ['/no/such/program'] };
  const unstarted = await watch(runs, runs.start({ launch: missing, title: 'b', onDone }).id);
  assert.equal(unstarted.state, 'failed');
  assert.match(
    unstarted.output,
    /^“b” cannot be started: the program \/no\/such\/program, or the interpreter/,
  );
  await assert.rejects(runs.poll('none', 0), { status: 404 });
});

test('one command runs at a time, and one that is stopped ends with what it started', async () => {
  const runs = new PiRuns();
  const code = "console.log('up'); setInterval(() => {}, 1000)";
  const onDone = (): Promise<void> => assert.fail('it is not done');
  const { id } = runs.start({ launch: node(code), title: 'pi update', onDone });
  await runs.poll(id, 0);
  assert.throws(
    () => runs.start({ launch: node(''), title: 'other', onDone }),
    /“pi update” is still running/,
  );
  assert.equal(runs.current?.id, id, 'another page finds it');
  await runs.cancel(id);
  assert.equal((await runs.poll(id, 0)).state, 'cancelled');
  assert.equal(runs.current, null);
  await runs.close();
});

/** Starts a process that nothing marks as its child, which keeps its output open, and prints the process's id. */
const LEAVE_DAEMON = `
  const { spawn } = require('node:child_process');
  const daemon = ['-e', 'setTimeout(() => console.log(" ended"), 10_000)'];
  const { pid } = spawn(process.execPath, daemon, { detached: true, env: {}, stdio: 'inherit' });
  require('node:fs').writeSync(1, String(pid));
  process.exit(0);`;

/** Ends the process, unless it had time to end by itself. */
function endDaemon(output: string): void {
  assert.match(output, /^\d+$/);
  process.kill(Number(output));
}

test('a command that leaves a process behind, which keeps its output open, is done without it', async () => {
  const runs = new PiRuns();
  const { id } = runs.start({ launch: node(LEAVE_DAEMON), title: 'pi install x' });
  const done = await watch(runs, id);
  assert.equal(done.state, 'done');
  endDaemon(done.output);
  endDaemon((await captureOutput(node(LEAVE_DAEMON))).stdout);
});
