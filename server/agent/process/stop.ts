// Ends a program that leads its own process group: first gracefully, then by force.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { killTree, signalGroup } from './kill-tree.ts';

/** How long each step of stopping a program may take, in ms. */
export interface StopTimeouts {
  /** From the end of stdin, on which pi exits by itself, to SIGTERM. pi >= 1.5 refreshes tokens before it exits. */
  stdin: number;
  /** From SIGTERM, on which pi still runs its session_shutdown handlers, to SIGKILL. */
  term: number;
  /** How long a program may outlive one of its pipes, and how long its pipes may outlive the program. */
  linger: number;
}

export const STOP_TIMEOUTS: StopTimeouts = { stdin: 3000, term: 2000, linger: 1000 };

/** Stops the program, and resolves once it is gone. */
export async function stop(child: ChildProcess, timeouts: Omit<StopTimeouts, 'linger'>): Promise<void> {
  child.stdin?.end();
  if (await waitForExit(child, timeouts.stdin)) return;
  // Windows has no SIGTERM. A signal would end only the program itself, and its children could no longer be found.
  if (process.platform !== 'win32') {
    signalGroup(child, 'SIGTERM');
    if (await waitForExit(child, timeouts.term)) return;
  }
  await killTree(child);
  await waitForExit(child);
}

/** Resolves to true as soon as the program is gone, or to false if that takes longer than `ms` (default: no limit). */
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

/**
 * Reads the pipes of a program that has exited to their end, which is when `closed` resolves, and closes them. Only a
 * process that escaped the sweep could still hold them open; it is not waited for.
 */
export async function closePipes(
  { stdin, stdout, stderr }: ChildProcess,
  closed: Promise<unknown>,
  { linger }: Pick<StopTimeouts, 'linger'>,
): Promise<void> {
  await Promise.race([closed, wait(linger, undefined, { ref: false })]);
  for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
