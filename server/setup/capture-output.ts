// Runs a short command of pi to its end, and returns what it printed.
import { randomUUID } from 'node:crypto';
import { Refusal } from '../../shared/refusal.ts';
import { launch, startError, type LaunchOptions } from '../agent/process/launch.ts';
import { closePipes, stop, STOP_TIMEOUTS } from '../agent/process/stop.ts';
import { sweep } from '../agent/process/sweep.ts';

/** pi waits up to a minute for servers that do not answer, for all of them at the same time (in pi 1.5.2). */
const TIMEOUT_MS = 90_000;
const MAX_OUTPUT = 4_000_000;

/** Resolves to the output. Rejects with a Refusal: 502 if the command could not be started, 504 if it took too long. */
export async function captureOutput(command: LaunchOptions): Promise<{ stdout: string; stderr: string }> {
  const options = { ...command, subject: 'pi' };
  const run = randomUUID();
  const child = launch(options, run);
  if (child instanceof Error) throw new Refusal(502, 'setup_failed', child.message);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text: string) => {
      if (output[name].length < MAX_OUTPUT) output[name] += text;
    });
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const closed = new Promise((onClose) => child.once('close', onClose));
  child.once('exit', () => resolve());
  child.once('error', (error) =>
    reject(new Refusal(502, 'setup_failed', startError(options, error).message)),
  );
  const timer = setTimeout(
    () => reject(new Refusal(504, 'timed_out', 'pi did not answer within 90 seconds.')),
    TIMEOUT_MS,
  );
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    await stop(child, { ...STOP_TIMEOUTS, stdin: 0 });
    await sweep(run);
    await closePipes(child, closed, STOP_TIMEOUTS);
  }
  return output;
}
