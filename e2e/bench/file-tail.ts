// The floor of following output: a program that tails the file of a bash run.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withDeadline } from './timing.ts';
import type { Lab } from './lab.ts';
import { startProgram } from './program.ts';
import type { Progress } from './stamped-lines.ts';

const PROGRAM = fileURLToPath(new URL('tail-file.mjs', import.meta.url));
const GUARD_MS = 60_000;

export interface FileTail {
  /** Resolves once it has read all bytes. */
  progress: () => Promise<Progress>;
}

/** Tails the next output file that pi creates in `folder`, up to `bytes`. Resolves once it watches. */
export async function startFileTail(
  lab: Lab,
  { folder, bytes, env }: { folder: string; bytes: number; env: NodeJS.ProcessEnv },
): Promise<FileTail> {
  const argv = [process.execPath, PROGRAM, folder, String(bytes)];
  const program = startProgram(lab, { argv, cwd: folder, env, stdinPatience: 0 });
  const lines = createInterface(program.child.stdout);
  const nextLine = (what: string): Promise<string> =>
    withDeadline(
      GUARD_MS,
      what,
      Promise.race([once(lines, 'line').then(([line]) => line as string), program.failed]),
    );
  await nextLine('the tail to watch');
  const result = nextLine('the tail to see the whole file');
  result.catch(() => undefined); // `progress` reports it.
  return {
    async progress() {
      const progress = JSON.parse(await result) as Progress;
      await program.close();
      return progress;
    },
  };
}
