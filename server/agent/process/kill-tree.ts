// Ends a program with everything below it. pi starts the commands of its bash tool in their own process groups, so they
// end neither with pi nor with a signal to its group.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../../lib/programs.ts';
import { listBelow, stillRunning, type Process } from './processes.ts';

/** A killed process needs a moment to disappear. In ms. */
const GONE_MS = 10;

/** Sends a signal to the program and its whole group. Does nothing if the group is gone. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // macOS answers EPERM if only zombies are left.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Kills the program, its group, and everything below it, in other groups, too. */
export async function killTree(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') return killOnWindows(child, pid);
  // If the system does not list its processes, at least the group is ended.
  const below = await listBelow(pid).catch(() => []);
  signalGroup(child, 'SIGKILL');
  for (const one of below) kill(one.pid);
}

async function killOnWindows(child: ChildProcess, pid: number): Promise<void> {
  try {
    await run('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
  } catch {
    // The program has ended in the meantime, or one of the processes cannot be ended. The program itself must be gone
    // in any case.
    child.kill('SIGKILL');
  }
}

/** Kills a process. Returns false if the panel may not do that: it belongs to another user, such as a `sudo`. */
export function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    return code === 'ESRCH';
  }
}

/** Kills these processes. Resolves once they are gone, except those that the panel may not end, such as a `sudo`. */
export async function killAll(processes: readonly Process[]): Promise<void> {
  let left = await stillRunning(processes);
  while (left.length > 0) {
    const ours = left.filter(({ pid }) => kill(pid));
    if (ours.length === 0) return;
    await wait(GONE_MS);
    left = await stillRunning(ours);
  }
}
