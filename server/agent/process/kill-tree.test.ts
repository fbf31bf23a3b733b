import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { asPlatform } from '../../workspace/fixtures/as-platform.ts';
import { killTree, listBelow } from './kill-tree.ts';
import { stop, waitForExit } from './stop.ts';

const onLinux = { skip: process.platform === 'linux' ? false : 'needs setsid' };
/** Ignores the end of its input and SIGTERM, as pi's bash leads a command that leads its own group. */
const STUBBORN = 'trap "" TERM; setsid sh -c "sleep 300 & wait" & echo started; while :; do sleep 300; done';

async function startStubborn(t: TestContext): Promise<{ child: ReturnType<typeof spawn>; below: number[] }> {
  const child = spawn('sh', ['-c', STUBBORN], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  let below: number[] = [];
  // Two shells and two sleeps.
  while (below.length < 3) below = await listBelow(child.pid!);
  t.after(() => {
    for (const pid of [-child.pid!, ...below]) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  return { child, below };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function expectGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
}

test(
  'R-26: where no process shows its environment, everything below a program ends with it, other groups included',
  { ...onLinux, timeout: 20_000 },
  async (t) => {
    const { child, below } = await startStubborn(t);
    await asPlatform('darwin', () => killTree(child));
    await waitForExit(child);
    await expectGone(below);
  },
);

test(
  'R-26: on Windows a program that does not end by itself is ended by taskkill, with its tree, and never alone',
  { ...onLinux, timeout: 20_000 },
  async (t) => {
    const { child, below } = await startStubborn(t);
    const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-taskkill-'));
    t.after(() => rm(folder, { recursive: true }));
    const log = path.join(folder, 'log');
    const script = `#!/bin/sh\necho "$@" > '${log}'\nkill -9 "$2" ${below.join(' ')}\n`;
    await writeFile(path.join(folder, 'taskkill'), script, { mode: 0o755 });
    const { PATH } = process.env;
    t.after(() => void (process.env.PATH = PATH));
    process.env.PATH = `${folder}:${PATH}`;
    await asPlatform('win32', () => stop(child, { stdin: 50, term: 50 }));
    assert.equal(await readFile(log, 'utf8'), `/pid ${child.pid} /t /f\n`);
    await expectGone(below);
  },
);
