import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { statSync } from 'node:fs';
import { RUN_MARKER } from './sweep.ts';

export interface LaunchOptions {
  /** The program and its arguments; no shell is involved. */
  argv: string[];
  cwd: string;
  /** The whole environment of the process but for the marker that finds its children again. */
  env: NodeJS.ProcessEnv;
}

/** Starts a program in a process group of its own; `run` marks it and what it starts (see `sweep`). */
export function launch(options: LaunchOptions, run: string): ChildProcessWithoutNullStreams | Error {
  const [program = '', ...args] = options.argv;
  try {
    return spawn(program, args, {
      cwd: options.cwd,
      env: { ...options.env, [RUN_MARKER]: run },
      // A group of its own: Ctrl+C in the panel's terminal must not hit pi, which then leaves its children behind.
      detached: true,
      stdio: 'pipe',
      windowsHide: true,
    });
  } catch (error) {
    // Some causes are thrown (a NUL in an argument, a file as folder), others come as an event.
    return startError(options, error as Error);
  }
}

/** Why a program could not be started, in words for a person. */
export function startError({ argv, cwd }: LaunchOptions, cause: Error): Error {
  const code = (cause as NodeJS.ErrnoException).code;
  const program = argv[0] ?? '';
  if (!isFolder(cwd)) {
    return new Error(`The agent cannot be started in ${cwd}: there is no such folder.`, { cause });
  }
  if (code === 'ENOENT') {
    return new Error(`The agent cannot be started: there is no program ${program}.`, { cause });
  }
  if (code === 'EACCES') {
    return new Error(`The agent cannot be started: ${program} may not be executed.`, { cause });
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
