// The shell of the user, and the environment in which it runs.
import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { childEnvironment } from '../agent/process/program.ts';

export interface ShellProgram {
  file: string;
  args: readonly string[];
}

/** Returns the shell that the user has chosen, or the one that every system has. */
export function shellProgram(env: NodeJS.ProcessEnv): ShellProgram {
  if (process.platform === 'win32') return { file: powerShell(env), args: ['-NoLogo'] };
  const file = [env.SHELL, userInfo().shell].find((each) => each && isProgram(each)) ?? '/bin/sh';
  // On a Mac, terminals start login shells: PATH is set in files that only these read.
  return { file, args: process.platform === 'darwin' ? ['-l'] : [] };
}

/** Its full path, because Windows would look for the name in the folder first. */
function powerShell(env: NodeJS.ProcessEnv): string {
  const windows = env.SystemRoot ?? String.raw`C:\Windows`;
  return path.win32.join(windows, String.raw`System32\WindowsPowerShell\v1.0\powershell.exe`);
}

function isProgram(file: string): boolean {
  if (!path.isAbsolute(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the user's own environment with what a program needs to know of the terminal. */
export function shellEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = {
    ...childEnvironment(env),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'pi-panel',
  };
  return Object.fromEntries(
    Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
