// Lets the processes of one user take turns in changing a file. A process loses its lock when it ends, even if it is
// killed.
import { setTimeout as wait } from 'node:timers/promises';
import { SessionHold } from './session-hold.ts';

/** How long to wait for the lock. A process needs only a few milliseconds to change a small file. */
const PATIENCE_MS = 2000;
const POLL_MS = 10;

/**
 * Runs `work` while no other process holds the lock of this file. If another process does not release it in time,
 * `work` still runs, with `isLocked` false.
 */
export async function withFileLock<T>(file: string, work: (isLocked: boolean) => Promise<T>): Promise<T> {
  const hold = new SessionHold();
  const deadline = performance.now() + PATIENCE_MS;
  try {
    let isLocked = await hold.claim(`${file} lock`);
    while (!isLocked && performance.now() < deadline) {
      await wait(POLL_MS);
      hold.release();
      isLocked = await hold.claim(`${file} lock`);
    }
    return await work(isLocked);
  } finally {
    hold.release();
  }
}
