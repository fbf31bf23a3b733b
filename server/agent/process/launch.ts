// Starts a program in its own process group, and explains why a program could not be started.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { withoutOwnFiles } from '../../lib/uninherited.ts';
import { RUN_MARKER } from './sweep.ts';

export interface LaunchOptions {
  /** The program and its arguments, without a shell. */
  argv: string[];
  cwd: string;
  /** The whole environment; only the marker by which the program's children are found is added. */
  env: NodeJS.ProcessEnv;
  /** The name of the program for the user, at the start of a sentence. 'The agent' if omitted. */
  subject?: string;
}

/**
 * Starts a program. `run` is the id by which it and everything it starts are found again (see sweep.ts). Returns an error,
 * or the child emits one as `error`; pass it to `startError` then.
 */
export function launch(options: LaunchOptions, run: string): ChildProcessWithoutNullStreams | Error {
  const [program = '', ...args] = options.argv;
  try {
    return spawn(program, args, {
      cwd: options.cwd,
      env: { ...options.env, [RUN_MARKER]: run },
      // In a group of its own, because Ctrl+C in the panel's terminal would end the program, but not its children.
      detached: true,
      stdio: withoutOwnFiles('pipe'),
      windowsHide: true,
    }) as ChildProcessWithoutNullStreams;
  } catch (error) {
    // Some errors are thrown, such as a NUL in an argument. Others come as an event.
    return startError(options, error as Error);
  }
}

/** Returns why a program could not be started, in words for the user. */
export function startError({ argv, cwd, subject = 'The agent' }: LaunchOptions, cause: Error): Error {
  const code = (cause as NodeJS.ErrnoException).code;
  const program = argv[0] ?? '';
  const problem = folderProblem(cwd);
  if (problem) return new Error(`${subject} cannot be started in ${cwd}: ${problem}.`, { cause });
  if (code === 'ENOENT') {
    const reason = `the program ${program}, or the interpreter in its first line, does not exist`;
    return new Error(`${subject} cannot be started: ${reason}.`, { cause });
  }
  if (code === 'EACCES') {
    return new Error(`${subject} cannot be started: ${program} is not executable.`, { cause });
  }
  return new Error(`${subject} cannot be started with ${program}: ${cause.message}`, { cause });
}

function folderProblem(path: string): string | null {
  try {
    if (!statSync(path).isDirectory()) return 'this is not a folder';
    accessSync(path, constants.X_OK);
    return null;
  } catch (error) {
    const isDenied = (error as NodeJS.ErrnoException).code === 'EACCES';
    return isDenied ? 'the panel may not enter this folder' : 'the folder does not exist';
  }
}
