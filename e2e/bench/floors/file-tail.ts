// The floor for live output: a program that only tails the output file of pi's bash tool, which is the least that
// following the output can cost.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withDeadline } from '../lab/timing.ts';
import type { Lab } from '../lab/lab.ts';
import { startProgram } from '../lab/program.ts';
import type { Progress } from './stamped-lines.ts';

const PROGRAM = fileURLToPath(new URL('tail-file.mjs', import.meta.url));
const DEADLINE_MS = 60_000;

export interface FileTail {
  /** Resolves to the measurements once the tail has read all bytes. Also ends the program. */
  progress: () => Promise<Progress>;
}

/**
 * Tails the next output file that pi creates in `folder`, until it has `bytes` bytes. Resolves once it watches
 * `folder`.
 */
export async function startFileTail(
  lab: Lab,
  { folder, bytes, env }: { folder: string; bytes: number; env: NodeJS.ProcessEnv },
): Promise<FileTail> {
  const argv = [process.execPath, PROGRAM, folder, String(bytes)];
  const program = startProgram(lab, { argv, cwd: folder, env, stdinPatience: 0 });
  const lines = createInterface(program.child.stdout);
  const nextLine = (what: string): Promise<string> =>
    withDeadline(
      DEADLINE_MS,
      what,
      Promise.race([once(lines, 'line').then(([line]) => line as string), program.failed]),
    );
  await nextLine('the tail to start watching');
  const result = nextLine('the tail to read the whole file');
  result.catch(() => undefined); // `progress` throws the error; this only prevents an unhandled rejection.
  return {
    async progress() {
      const progress = JSON.parse(await result) as Progress;
      await program.close();
      return progress;
    },
  };
}
