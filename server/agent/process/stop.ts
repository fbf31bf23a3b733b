import type { ChildProcess } from 'node:child_process';

/** How long each step of stopping may take, in ms. */
export interface Patience {
  /** From the end of stdin, pi's orderly way out, to SIGTERM. pi >= 1.5 refreshes tokens on its way out. */
  stdin: number;
  /** From SIGTERM, when pi still runs its session_shutdown handlers, to SIGKILL. */
  term: number;
  /** How long a program may live on after one of its pipes broke, and its pipes after the program. */
  linger: number;
}

export const PATIENCE: Patience = { stdin: 3000, term: 2000, linger: 1000 };

/** Ends a program that leads its own process group. Resolves once it is gone. */
export async function stop(child: ChildProcess, patience: Omit<Patience, 'linger'>): Promise<void> {
  child.stdin?.end();
  if (await waitForExit(child, patience.stdin)) return;
  signalGroup(child, 'SIGTERM');
  if (await waitForExit(child, patience.term)) return;
  signalGroup(child, 'SIGKILL');
  await waitForExit(child);
}

/** True as soon as the program is gone, false when that takes longer than `ms` (default: no limit). */
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

/** Sends to the program and all of its group; to a group that is gone, nothing. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // EPERM is how macOS says that only zombies are left.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
