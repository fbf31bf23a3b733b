// Starts another process of this program, which outlives this one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** By default, the panel ends after an hour without use and without a working agent. */
const IDLE_EXIT = ['--idle-exit', '3600'];
/** How many lines of the log are shown when the panel did not start. */
const LAST_LINES = 5;

export interface BackgroundStart {
  /** Its output, mode 0600. */
  logFile: string;
  isReady: () => Promise<boolean>;
}

/**
 * Resolves to the id of the process once the panel is ready. Rejects with the end of its log if it exits before that.
 */
export async function startInBackground(
  options: readonly string[],
  { logFile, isReady }: BackgroundStart,
): Promise<number> {
  const log = await open(logFile, 'w', 0o600);
  const script = process.argv[1] ?? '';
  const idleExit = options.some((option) => option.startsWith('--idle-exit')) ? [] : IDLE_EXIT;
  const panel = spawn(process.execPath, [...process.execArgv, script, '--no-open', ...idleExit, ...options], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let hasEnded = false;
  const ended = once(panel, 'exit').then(() => (hasEnded = true));
  try {
    while (!hasEnded && !(await isReady())) await Promise.race([ended, sleep(100)]);
    if (hasEnded) throw new Error(`The panel did not start: ${await endOf(logFile)}`);
    return panel.pid ?? 0;
  } finally {
    panel.unref();
    await log.close();
  }
}

async function endOf(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim().split('\n').slice(-LAST_LINES).join('\n');
}
