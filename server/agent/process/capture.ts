// Runs a short program to its end, and returns what it printed.
import { randomUUID } from 'node:crypto';
import { plainEnvironment } from '../../lib/programs.ts';
import { signalGroup } from './kill-tree.ts';
import { launch, startError, type LaunchOptions } from './launch.ts';
import { closePipes, stop, STOP_TIMEOUTS } from './stop.ts';
import { sweep } from './sweep.ts';

const MAX_OUTPUT = 4_000_000;

export interface Captured {
  stdout: string;
  stderr: string;
  /** Whether it was ended because it took too long. */
  isLate: boolean;
}

/**
 * Runs a program with an empty stdin, and without colors. It ends, with everything that it started, after `timeoutMs` at the latest. Rejects
 * with words for the user if it cannot be started.
 */
export async function capture(options: LaunchOptions, timeoutMs: number): Promise<Captured> {
  const run = randomUUID();
  const child = launch({ ...options, env: plainEnvironment(options.env) }, run);
  if (child instanceof Error) throw child;
  const captured: Captured = { stdout: '', stderr: '', isLate: false };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text: string) => {
      if (captured[name].length < MAX_OUTPUT) captured[name] += text;
    });
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end();
  // It is in a group of its own, which Ctrl+C does not reach.
  const onExit = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', onExit);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const closed = new Promise((onClose) => child.once('close', onClose));
  child.once('exit', () => resolve(false));
  child.once('error', (error) => reject(startError(options, error)));
  const timer = setTimeout(() => resolve(true), timeoutMs);
  try {
    captured.isLate = await promise;
  } finally {
    clearTimeout(timer);
    await stop(child, { ...STOP_TIMEOUTS, stdin: 0 });
    await sweep(run);
    await closePipes(child, closed, STOP_TIMEOUTS);
    process.removeListener('exit', onExit);
  }
  return captured;
}
