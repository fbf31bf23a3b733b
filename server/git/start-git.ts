// The only place that starts git, with git-process.ts. A git that reads starts no program and no hook that the folder,
// its settings or the environment name: see program-settings.ts and reading-commands.ts.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Refusal } from '../../shared/refusal.ts';
import { spawn } from '../lib/programs.ts';
import { startProcess, type StartedGit } from './git-process.ts';
import { isTrusted } from '../sessions/project-trust.ts';
import { PROGRAM_SETTINGS, PROGRAM_VARIABLES, type ProgramSetting } from './program-settings.ts';
import { parseArgs, type ReadingCommand } from './reading-commands.ts';

/** More characters could be too long for a command line. */
const MAX_LENGTH = 500_000;
/** git splits a setting at the first `=`, but the name of a variable with the value at the last one (git >= 2.31). */
const VALUE_VARIABLE = 'PI_PANEL_GIT_VALUE';

/** The folder's settings name programs that git would start and that cannot be switched off. */
export class UnstoppableProgram extends Refusal {
  constructor(message: string) {
    super(409, 'git_failed', message);
  }
}

interface Prepared {
  args: string[];
  env: NodeJS.ProcessEnv;
}

export interface ReadingOptions {
  /** Additional variables. */
  env?: Readonly<Record<string, string>>;
  input?: string;
  /** In bytes. git is ended if it prints more. */
  maxOutput: number;
}

/** git has failed. */
export class GitFailure extends Error {
  /** Its exit status, or what Node calls the reason why it was not started or not read to its end. */
  readonly code: number | string | null;
  readonly stdout: Buffer;
  readonly stderr: string;

  constructor(code: number | string | null, { stdout, stderr }: { stdout: Buffer; stderr: string }) {
    super(stderr.trim().replace(/^fatal: /, '') || `git ended with ${code}`);
    this.code = code;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}

const TOO_LONG = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';

/**
 * Runs git and resolves to what it prints. Rejects with a GitFailure if git fails, and with a Refusal 409 `git_stalled`
 * if git makes no progress.
 */
export async function runReadingGit(
  root: string,
  args: readonly string[],
  { env = {}, input = '', maxOutput }: ReadingOptions,
): Promise<Buffer> {
  const { child, ended } = await start(root, args, env);
  const chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  let size = 0;
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) child.kill('SIGKILL');
      else chunks[name].push(chunk);
    });
  child.stdin.on('error', () => undefined).end(input);
  const status = await ended;
  const stdout = Buffer.concat(chunks.stdout);
  const stderr = Buffer.concat(chunks.stderr).toString('utf8');
  if (size > maxOutput) throw new GitFailure(TOO_LONG, { stdout, stderr: 'git printed too much to read.' });
  if (status !== 0) throw new GitFailure(status, { stdout, stderr });
  return stdout;
}

/**
 * Starts git with a pipe for its input and its output. The caller closes the input, reads the output, and waits for the
 * end, which is as in `runReadingGit`.
 */
export async function startReadingGit(root: string, args: readonly string[]): Promise<StartedGit> {
  const started = await start(root, args, {});
  started.child.stderr.resume();
  return started;
}

async function start(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<StartedGit> {
  const prepared = await prepare(root, args, env);
  return startProcess(root, prepared.args, { env: prepared.env, command: `git ${args.join(' ')}` });
}

/** How long a git that was asked to stop may take to remove its locks, in ms. */
const STOP_MS = 5000;

/**
 * Starts a git that the user asked for, with the user's settings and hooks, in its own group of processes and without a
 * terminal, so that nothing below it waits for keys that nobody can press.
 */
export function startWritingGit(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams {
  const detached = process.platform !== 'win32';
  return spawn('git', args, { cwd: root, env, detached, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Ends a git that writes, with its hooks. */
export function endWritingGit(git: ChildProcessWithoutNullStreams): void {
  const signal = (name: NodeJS.Signals): void => {
    if (git.pid === undefined || git.stdout.closed) return;
    try {
      if (process.platform === 'win32') git.kill(name);
      else process.kill(-git.pid, name);
    } catch {
      // All of them have ended in the meantime.
    }
  };
  signal('SIGTERM');
  setTimeout(() => signal('SIGKILL'), STOP_MS).unref();
}

async function prepare(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Prepared> {
  const { command, rest, settings } = parseArgs(args);
  const values: Record<string, string> = {};
  const { usesNames, listsFiles } = command;
  const found = usesNames || listsFiles ? await readSettings(root, env) : [];
  await requireOwnFiles(root, found);
  const stops = usesNames ? await stopsByName(root, found, { ...command, values }) : [];
  return {
    args: ['--no-pager', ...ALWAYS, ...stops, ...settings, ...rest],
    env: { ...readingEnvironment(), ...values, ...env },
  };
}

/** The settings that do not depend on names in the folder's settings. */
const ALWAYS = [
  'core.quotePath=false',
  ...PROGRAM_SETTINGS.flatMap(({ key, stops }) =>
    stops.flatMap((stop) =>
      'value' in stop && !('by' in stop) && !key.includes('*') ? `${key}=${stop.value}` : [],
    ),
  ),
].flatMap((setting) => ['-c', setting]);

/** The settings with a name of which a value is overridden. */
const BY_NAME = PROGRAM_SETTINGS.filter(
  ({ key, stops }) => key.includes('*') && stops.some((stop) => 'value' in stop),
);

/** Returns options that switch off the programs with names that the settings choose, such as filters. */
async function stopsByName(
  root: string,
  settings: readonly Setting[],
  { runsNoDriver, values }: ReadingCommand & { values: Record<string, string> },
): Promise<string[]> {
  const mayFilter = !runsNoDriver && (await isTrusted(root));
  const rows = BY_NAME.filter(({ inTrusted }) => !(inTrusted && mayFilter));
  const found = new Map<string, string>();
  for (const { key } of settings)
    for (const row of rows) for (const [name, value] of stopsFor(row, key)) found.set(name, value);
  const options = [...found].flatMap(([name, value]) => {
    // A replacement character stands for bytes that are not UTF-8, which cannot be passed on.
    if (name.includes('\uFFFD'))
      throw new UnstoppableProgram(
        `The settings of this repository name a program that cannot be switched off: ${name}`,
      );
    if (!name.includes('=')) return ['-c', `${name}=${value}`];
    const variable = `${VALUE_VARIABLE}_${Object.keys(values).length}`;
    values[variable] = value;
    return [`--config-env=${name}=${variable}`];
  });
  if (options.join(' ').length > MAX_LENGTH)
    throw new UnstoppableProgram(
      'The settings of this repository name too many programs to switch them off.',
    );
  return options;
}

/** Throws if the repository says that its files are in a folder that this one is not in, which git would compare. */
async function requireOwnFiles(root: string, settings: readonly Setting[]): Promise<void> {
  const named = settings.findLast(({ key }) => key === 'core.worktree');
  if (!named) return;
  const isInside = await runReadingGit(root, ['rev-parse', '--is-inside-work-tree'], { maxOutput: 1024 });
  if (isInside.toString('utf8').trim() === 'true') return;
  throw new Refusal(
    409,
    'git_failed',
    `The repository names another folder for its files (core.worktree): ${named.value}`,
  );
}

/** Returns the settings that switch off what this key of the folder's settings names. */
function stopsFor({ key: pattern, stops }: ProgramSetting, key: string): [string, string][] {
  const name = nameIn(pattern, key);
  if (name === null) return [];
  return stops.flatMap((stop): [string, string][] =>
    'value' in stop ? [['by' in stop ? stop.by.replace('*', () => name) : key, stop.value]] : [],
  );
}

/** Returns what `*` stands for if the key has this form, which may be empty. Null if it does not. */
export function nameIn(pattern: string, key: string): string | null {
  const [before, after] = partsOf(pattern);
  if (after === undefined || key.length < before.length + after.length) return null;
  // git prints the parts around a name in small letters.
  return key.startsWith(before) && key.endsWith(after)
    ? key.slice(before.length, key.length - after.length)
    : null;
}

const parts = new Map<string, [before: string, after: string | undefined]>();

/** A folder may have very many settings, each of which is compared with every pattern. */
function partsOf(pattern: string): [before: string, after: string | undefined] {
  const known = parts.get(pattern);
  if (known) return known;
  const [before = '', after] = pattern.toLowerCase().split('*', 2);
  parts.set(pattern, [before, after]);
  return [before, after];
}

export interface Setting {
  /** `system`, `global`, `local`, `worktree` or `command`. git before 2.26 does not say: `unknown`. */
  scope: string;
  /** As git prints it: in small letters, except for the name in its middle. */
  key: string;
  value: string;
}

const MAX_SETTINGS = 16 * 1024 * 1024;
/** git's exit status for an option that it does not know. */
const USAGE = 129;

/** Reads all settings that git uses in this folder, with these variables. The last one with a key counts. */
export async function readSettings(
  root: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Setting[]> {
  const read = async (...options: string[]): Promise<string[]> => {
    const args = ['config', '--includes', '--list', '--null', ...options];
    const output = await runReadingGit(root, args, { env, maxOutput: MAX_SETTINGS });
    return output.toString('utf8').split('\0').slice(0, -1);
  };
  const settings = (fields: string[]): Setting[] =>
    fields.flatMap((scope, at) => (at % 2 === 0 ? { scope, ...settingOf(fields[at + 1]!) } : []));
  return read('--show-scope').then(settings, async (error: Error & { code?: unknown }) => {
    if (error.code !== USAGE) throw error;
    return (await read()).map((field) => ({ scope: 'unknown', ...settingOf(field) }));
  });
}

function settingOf(field: string): Pick<Setting, 'key' | 'value'> {
  const [key = '', ...value] = field.split('\n');
  return { key, value: value.join('\n') };
}

/** Returns the panel's environment without what would make git start a program or use another repository. */
function readingEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ...PROGRAM_VARIABLES, LC_ALL: 'C' };
}
