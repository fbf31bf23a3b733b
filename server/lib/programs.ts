// Starts the programs whose output the panel reads. ESLint allows no other way in server/, so that no program puts
// colors into what is compared or parsed: a terminal, CI and node:test set FORCE_COLOR for everything below them.
import { execFile, spawn as spawnProcess, type SpawnOptions } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { withoutOwnFiles } from './uninherited.ts';

/** Variables that ask for colors although the output is no terminal. */
const COLORS = ['FORCE_COLOR', 'CLICOLOR_FORCE'];

/**
 * Returns the environment without what asks for colors, and with NO_COLOR, for programs that print them by default.
 * TERM stays, because the passphrase of a key may be asked for in the panel's terminal, and so does the language,
 * because the user reads the errors. Whoever compares words sets LC_ALL. Relative folders in PATH are left out: a
 * program of that name in the folder of a project would run.
 */
export function plainEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const plain = Object.entries(env).filter(([name]) => !COLORS.includes(name.toUpperCase()));
  return { ...Object.fromEntries(plain.map(withoutRelative)), NO_COLOR: '1' };
}

function withoutRelative([name, value]: [string, string | undefined]): [string, string | undefined] {
  if (name.toUpperCase() !== 'PATH' || value === undefined) return [name, value];
  const folders = value.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [name, folders.join(path.delimiter)];
}

const execute = promisify(execFile);

/** Runs a program to its end, like the promise of Node's `execFile`, in a plain environment. */
export const run = ((
  program: string,
  args: readonly string[] = [],
  options: { env?: NodeJS.ProcessEnv } = {},
) => execute(program, args, { ...options, env: plainEnvironment(options.env) })) as typeof execute;

/** Starts a program like Node's `spawn`, in a plain environment. */
export const spawn = ((program: string, args: readonly string[], options: SpawnOptions = {}) =>
  spawnProcess(program, args, {
    ...options,
    stdio: withoutOwnFiles(options.stdio),
    env: plainEnvironment(options.env),
  })) as typeof spawnProcess;
