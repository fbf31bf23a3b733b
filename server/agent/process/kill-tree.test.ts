import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { asNobody, isRoot } from '../../workspace/fixtures/as-nobody.ts';
import { asPlatform } from '../../workspace/fixtures/as-platform.ts';
import { startProgram, type StartedProgram } from './fixtures/start-program.ts';
import { killTree } from './kill-tree.ts';
import { listBelow, stillRunning, type Process } from './processes.ts';
import { stop, waitForExit } from './stop.ts';
import { sweep } from './sweep.ts';

const onLinux = { skip: process.platform === 'linux' ? false : 'needs setsid' };
/** Ignores the end of its input and SIGTERM, as pi's bash leads a command that leads its own group. */
const STUBBORN = 'trap "" TERM; setsid sh -c "sleep 300 & wait" & echo started; while :; do sleep 300; done';

async function startStubborn(
  t: TestContext,
  as: readonly string[] = [],
): Promise<StartedProgram & { below: Process[] }> {
  const started = startProgram(t, [...as, 'sh', '-c', STUBBORN]);
  await once(started.child.stdout, 'data');
  let below: Process[] = [];
  // Two shells and two sleeps.
  while (below.length < 3) below = await listBelow(started.child.pid!);
  return { ...started, below };
}

async function expectGone(processes: readonly Process[]): Promise<void> {
  while ((await stillRunning(processes)).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

test(
  'R-26: where no process shows its environment, everything below a program ends with it, other groups included',
  { ...onLinux, timeout: 120_000 },
  async (t) => {
    const { child, below } = await startStubborn(t);
    await asPlatform('darwin', () => killTree(child));
    await waitForExit(child);
    await expectGone(below);
  },
);

test(
  'R-26: on Windows a program that does not end by itself is ended by taskkill, with its tree, and never alone',
  { ...onLinux, timeout: 120_000 },
  async (t) => {
    const { child, below } = await startStubborn(t);
    const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-taskkill-'));
    t.after(() => rm(folder, { recursive: true }));
    const log = path.join(folder, 'log');
    const script = `#!/bin/sh\necho "$@" > '${log}'\nkill -9 "$2" ${below.map(({ pid }) => pid).join(' ')}\n`;
    await writeFile(path.join(folder, 'taskkill'), script, { mode: 0o755 });
    const { PATH } = process.env;
    t.after(() => void (process.env.PATH = PATH));
    process.env.PATH = `${folder}:${PATH}`;
    await asPlatform('win32', () => stop(child, { stdin: 50, term: 50 }));
    assert.equal(await readFile(log, 'utf8'), `/pid ${child.pid} /t /f\n`);
    await expectGone(below);
  },
);

test(
  'R-26: what pi had started and belongs to another user is named when it cannot be ended',
  { skip: onLinux.skip || (!isRoot && 'only root can be two users'), timeout: 120_000 },
  async (t) => {
    const { child, run, below } = await startStubborn(t, ['setpriv', '--reuid=1', '--clear-groups']);
    await asNobody([], async () => assert.deepEqual(await sweep(run, below), below));
    await killTree(child);
    assert.deepEqual(await sweep(run, below), []);
  },
);

test(
  'R-26: a program that has lost its mark ends with what was seen below pi',
  { ...onLinux, timeout: 120_000 },
  async (t) => {
    const { child, run } = startProgram(t, ['sh', '-c', 'env -i setsid sleep 300 & echo started; wait']);
    await once(child.stdout, 'data');
    let below: Process[] = [];
    while (!below.some(({ name }) => name === 'sleep')) below = await listBelow(child.pid!);
    child.kill('SIGKILL');
    await waitForExit(child);
    assert.equal((await stillRunning(below)).length, 1);
    assert.deepEqual(await sweep(run, below), []);
  },
);
