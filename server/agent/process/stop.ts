// Ends a program that leads its own process group: first gracefully, then by force.
import type { ChildProcess } from 'node:child_process';

/** How long each step of stopping may take, in ms. */
export interface StopTimeouts {
  /** From the end of stdin, on which pi exits by itself, to SIGTERM. pi >= 1.5 refreshes tokens before it exits. */
  stdin: number;
  /** From SIGTERM, on which pi still runs its session_shutdown handlers, to SIGKILL. */
  term: number;
  /** How long a program may outlive one of its pipes, and its pipes may outlive the program. */
  linger: number;
}

export const STOP_TIMEOUTS: StopTimeouts = { stdin: 3000, term: 2000, linger: 1000 };

/** Resolves once the program is gone. */
export async function stop(child: ChildProcess, timeouts: Omit<StopTimeouts, 'linger'>): Promise<void> {
  child.stdin?.end();
  if (await waitForExit(child, timeouts.stdin)) return;
  signalGroup(child, 'SIGTERM');
  if (await waitForExit(child, timeouts.term)) return;
  signalGroup(child, 'SIGKILL');
  await waitForExit(child);
}

/** True as soon as the program is gone, false if that takes longer than `ms` (default: no limit). */
export function waitForExit(child: ChildProcess, ms?: number): Promise<boolean> {
  if (hasExited(child)) return Promise.resolve(true);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onExit = (): void => resolve(true);
  const timer = ms === undefined ? undefined : setTimeout(resolve, ms, false);
  child.once('exit', onExit);
  return promise.finally(() => {
    clearTimeout(timer);
    child.removeListener('exit', onExit);
  });
}

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

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
