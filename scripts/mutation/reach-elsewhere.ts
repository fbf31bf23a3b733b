// Loaded into the processes and threads that tests start: records which faults a test reaches there, because the test
// itself cannot see that. Without it, faults in a thread would count as not reached by any test.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, workerData, type MessagePort } from 'node:worker_threads';

export type Hits = Record<string, number>;
interface Reached {
  testId: string;
  hits: Hits;
}

/** The environment of a test: where to write, and the test's own id. Tests may run processes as any user. */
export const REACH_FOLDER = 'PI_PANEL_MUTATION_REACH';
export const REACH_TEST = 'PI_PANEL_MUTATION_TEST';

const { [REACH_FOLDER]: folder, [REACH_TEST]: testId } = process.env;
if (folder && testId) record(join(folder, `${randomUUID()}.json`), testId);

function record(file: string, id: string): void {
  const switches = ((globalThis as { __stryker__?: object }).__stryker__ ??= {}) as {
    currentTestId?: string;
    mutantCoverage?: { perTest: Record<string, Hits> };
  };
  switches.currentTestId = id;
  const write = (): void => {
    const reached: Reached = { testId: id, hits: switches.mutantCoverage?.perTest[id] ?? {} };
    writeFileSync(file, JSON.stringify(reached));
  };
  if (isMainThread) process.on('exit', write);
  // A thread is terminated without notice, so it reports what it has reached before each of its answers.
  else {
    // That of `insideThread` in server/lib/thread.ts.
    const { port } = (workerData ?? {}) as { port?: MessagePort };
    const post = port?.postMessage.bind(port);
    if (port && post)
      port.postMessage = (...message: Parameters<typeof post>): void => {
        write();
        post(...message);
      };
  }
}

/** Adds what was written since the last call. */
export function collectReached(from: string, perTest: Record<string, Hits>): void {
  for (const name of readdirSync(from)) {
    const { testId: id, hits } = JSON.parse(readFileSync(join(from, name), 'utf8')) as Reached;
    perTest[id] = { ...hits, ...perTest[id] };
    rmSync(join(from, name));
  }
}
