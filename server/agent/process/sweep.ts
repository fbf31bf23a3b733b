import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The environment variable by which everything that one pi started can be found, wherever it detached to. */
export const RUN_MARKER = 'PI_PANEL_RUN';

const MAX_PASSES = 20;
const PAUSE = 10; // ms: what was killed needs a moment to go, and may have forked before
/** A process that is just being made another one (execve) shows no environment for a moment. */
const CLEAN_LOOKS = 3;

/**
 * Kills (SIGKILL) whatever still carries the run id in its environment. pi starts the commands of its bash
 * tool detached, so they outlive a pi that was killed (all versions). Linux only: elsewhere the environment
 * of another process cannot be read, and the process group has to do.
 */
export async function sweep(run: string): Promise<void> {
  if (process.platform !== 'linux') return;
  let clean = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const left = await findMarked(run);
    clean = left.length === 0 ? clean + 1 : 0;
    if (clean === CLEAN_LOOKS) return;
    for (const pid of left) kill(pid);
    await wait(PAUSE);
  }
}

/** Ids of the processes with this run id; empty where /proc is not to be had. */
export async function findMarked(run: string): Promise<number[]> {
  const marker = Buffer.from(`${RUN_MARKER}=${run}\0`);
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const marked = await Promise.all(pids.map((pid) => isMarked(pid, marker)));
  return pids.filter((_pid, index) => marked[index]);
}

async function isMarked(pid: number, marker: Buffer): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/environ`)).includes(marker);
  } catch {
    // Gone meanwhile, or of another user: neither is ours to kill.
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // Gone meanwhile, or it became another user's: neither is ours to kill.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
