// Finds and kills everything that one pi started, even after it detached.
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { kill } from './kill-tree.ts';

/** The environment variable that marks everything that one pi started. */
export const RUN_MARKER = 'PI_PANEL_RUN';

const MAX_PASSES = 20;
/** A killed process needs a moment to disappear, and may have forked before it was killed. */
const PAUSE_MS = 10;
/** A process in the middle of execve has no environment for a moment, so one clean pass proves nothing. */
const CLEAN_PASSES = 3;

/**
 * Kills (SIGKILL) every process with the run id in its environment. pi starts the commands of its bash tool detached,
 * so they outlive a pi that was killed (in all versions). Linux only: other systems do not show the environment of
 * another process, so only the process group is killed there.
 */
export async function sweep(run: string): Promise<void> {
  if (process.platform !== 'linux') return;
  let clean = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const left = await findMarked(run);
    clean = left.length === 0 ? clean + 1 : 0;
    if (clean === CLEAN_PASSES) return;
    for (const pid of left) kill(pid);
    await wait(PAUSE_MS);
  }
}

/** Returns the ids of the processes with this run id. Empty on systems without /proc. */
async function findMarked(run: string): Promise<number[]> {
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
    // It exited in the meantime, or belongs to another user.
    return false;
  }
}
