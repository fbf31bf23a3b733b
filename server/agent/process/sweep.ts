// Finds and kills everything that one pi started, even after it detached.
import { setTimeout as wait } from 'node:timers/promises';
import { kill } from './kill-tree.ts';
import { findMarked, stillRunning, type Process } from './processes.ts';

/** The environment variable that marks everything that one pi started. */
export const RUN_MARKER = 'PI_PANEL_RUN';

const MAX_PASSES = 20;
/** A killed process needs a moment to disappear, and may have forked before it was killed. */
const PAUSE_MS = 10;
/** A process in the middle of execve has no environment for a moment, so one clean pass proves nothing. */
const CLEAN_PASSES = 3;

/**
 * Kills (SIGKILL) every process with the run id in its environment, and those in `below`. pi starts the commands of its
 * bash tool detached, so they outlive a pi that was killed (in all versions). Systems other than Linux do not show the
 * environment of another process, so only the process group and `below` are killed there. `below`: what was seen below
 * the program before it ended. Returns those of them that could not be ended.
 */
export async function sweep(run: string, below: readonly Process[] = []): Promise<Process[]> {
  if (process.platform !== 'linux' && below.length === 0) return [];
  const protectedPids = new Set<number>();
  let clean = 0;
  for (let pass = 0; pass < MAX_PASSES && clean < CLEAN_PASSES; pass++) {
    if (pass > 0) await wait(PAUSE_MS);
    const seen = (await stillRunning(below)).map(({ pid }) => pid);
    const found = [...(await findMarked(`${RUN_MARKER}=${run}\0`)), ...seen];
    const left = found.filter((pid) => !protectedPids.has(pid));
    clean = left.length === 0 ? clean + 1 : 0;
    for (const pid of left) if (!kill(pid)) protectedPids.add(pid);
  }
  return stillRunning(below);
}
