// Starts a program in its own process group, and explains why a program could not be started.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { statSync } from 'node:fs';
import { RUN_MARKER } from './sweep.ts';

export interface LaunchOptions {
  /** The program and its arguments, without a shell. */
  argv: string[];
  cwd: string;
  /** The whole environment, except for the marker by which the program's children are found. */
  env: NodeJS.ProcessEnv;
}

/** `run` marks the program and everything it starts (see `sweep`). */
export function launch(options: LaunchOptions, run: string): ChildProcessWithoutNullStreams | Error {
  const [program = '', ...args] = options.argv;
  try {
    return spawn(program, args, {
      cwd: options.cwd,
      env: { ...options.env, [RUN_MARKER]: run },
      // In its own group, pi does not get Ctrl+C from the panel's terminal, which would leave its children behind.
      detached: true,
      stdio: 'pipe',
      windowsHide: true,
    });
  } catch (error) {
    // Some errors are thrown (a NUL in an argument, a file as the folder). Others come as an event.
    return startError(options, error as Error);
  }
}

/** Returns why a program could not be started, in words for the user. */
export function startError({ argv, cwd }: LaunchOptions, cause: Error): Error {
  const code = (cause as NodeJS.ErrnoException).code;
  const program = argv[0] ?? '';
  if (!isFolder(cwd)) {
    return new Error(`The agent cannot be started in ${cwd}: the folder does not exist.`, { cause });
  }
  if (code === 'ENOENT') {
    return new Error(`The agent cannot be started: the program ${program} does not exist.`, { cause });
  }
  if (code === 'EACCES') {
    return new Error(`The agent cannot be started: ${program} is not executable.`, { cause });
  }
  return new Error(`The agent cannot be started with ${program}: ${cause.message}`, { cause });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
