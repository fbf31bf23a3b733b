// Finds programs by name, and makes the command line that starts one of them wherever it is run.
import { access, constants, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Returns the first program of this name in the PATH of an environment. */
export async function findCommand(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const folders = (variable(env, 'PATH') ?? '').split(path.delimiter).filter((one) => path.isAbsolute(one));
  for (const folder of folders) {
    const found = await findFile(path.join(folder, name), env);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the program at this path. On Windows its ending may be missing. */
async function findFile(file: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const one of [file, ...endings(file, env).map((ending) => file + ending)])
    if (await isExecutable(one)) return one;
  return undefined;
}

/** The endings of programs on Windows that need no interpreter. */
const ENDINGS = ['.com', '.exe', '.bat', '.cmd'];

/** Returns the endings that Windows tries for this file, in its order. */
function endings(file: string, env: NodeJS.ProcessEnv): string[] {
  if (process.platform !== 'win32' || hasEnding(file)) return [];
  const tried = (variable(env, 'PATHEXT') ?? ENDINGS.join(';')).toLowerCase().split(';');
  return tried.filter((ending) => ENDINGS.includes(ending));
}

function hasEnding(file: string): boolean {
  return ENDINGS.some((ending) => file.toLowerCase().endsWith(ending));
}

/** Windows ignores the case of the names of variables. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const key =
    process.platform === 'win32' ? Object.keys(env).find((one) => one.toUpperCase() === name) : name;
  return key === undefined ? undefined : env[key];
}

async function isExecutable(file: string): Promise<boolean> {
  // On Windows every file counts as executable, also the shell script that npm puts beside its batch file.
  if (process.platform === 'win32' && !hasEnding(file)) return false;
  const isFile = await stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return (
    isFile &&
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
  );
}

/** How to look for a program. */
export interface Place {
  /** The environment in which the program will run. */
  env: NodeJS.ProcessEnv;
  /** Absolute. The folder in which the user typed the command. */
  folder: string;
}

/** Programs whose first argument names a script, and the one whose first argument names a program. */
const RUNTIME = /^(?:node|bun|deno)$/i;
const ENV = /^env$/i;

/**
 * Returns the command line with the absolute path of its program, so that it starts the same program in every folder. The
 * same holds for what `env` and a JavaScript runtime start. Rejects if a program does not exist; the
 * message has no full stop.
 */
export async function resolveCommand(
  [name = '', ...args]: readonly string[],
  place: Place,
): Promise<[string, ...string[]]> {
  const program = await resolveProgram(name, place);
  const plain = path.parse(program).name;
  if (ENV.test(plain)) return [program, ...(await resolveAfterEnv(args, place))];
  if (RUNTIME.test(plain)) return [program, ...(await resolveScript(args, place))];
  return [program, ...args];
}

/** Leaves the command alone if `env` may change where it is found. */
async function resolveAfterEnv(args: string[], place: Place): Promise<string[]> {
  const at = args.findIndex((arg) => !arg.includes('='));
  const isKnown = at !== -1 && !args[at]?.startsWith('-') && !args.slice(0, at).some(setsPath);
  return isKnown ? [...args.slice(0, at), ...(await resolveCommand(args.slice(at), place))] : args;
}

function setsPath(assignment: string): boolean {
  return assignment.toUpperCase().startsWith('PATH=');
}

async function resolveScript(args: string[], { folder }: Place): Promise<string[]> {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  if (at === -1) return args;
  const script = path.resolve(folder, args[at]!);
  const isFile = await stat(script).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return isFile ? args.with(at, script) : args;
}

async function resolveProgram(name: string, { env, folder }: Place): Promise<string> {
  const isPath = name.includes('/') || (process.platform === 'win32' && name.includes('\\'));
  if (!isPath) {
    const found = await findCommand(name, env);
    if (found === undefined) throw new Error(`${name} was not found in PATH`);
    return found;
  }
  const file = path.resolve(folder, name);
  const found = await findFile(file, env);
  if (found !== undefined) return found;
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  throw new Error(isThere ? `${file} is not a program` : `${file} does not exist`);
}

/** A script beside the batch file, in both forms that npm writes. */
const SCRIPT = /"%(?:~dp0|dp0%)\\([^"%]+\.[cm]?js)"/i;

/**
 * Returns the command line with the script in place of a batch file. Since Node 20.12 Windows starts a batch file only
 * in a shell, which would read the arguments differently (CVE-2024-27980). Throws for a batch file that starts no
 * script.
 */
export async function withoutBatch([file = '', ...args]: readonly string[]): Promise<string[]> {
  if (process.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return [file, ...args];
  const script = SCRIPT.exec(await readFile(file, 'utf8'))?.[1];
  if (script === undefined)
    throw new Error(`${file} is a batch file, which cannot be started without a shell.`);
  return [process.execPath, path.join(path.dirname(file), ...script.split('\\')), ...args];
}
