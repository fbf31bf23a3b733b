// Runs git in a workspace. Reading takes no lock, refreshes no index, and runs no program that the repository names. Its
// filters are the exception: see foreign-filters.ts.
import { setTimeout } from 'node:timers/promises';
import { run, spawn } from '../lib/programs.ts';

/** A repository may name programs in its settings, which git would run. */
const SAFE = [
  'core.fsmonitor=false',
  'diff.external=',
  'log.showSignature=false',
  'core.quotePath=false',
].flatMap((setting) => ['-c', setting]);
const READ_ENV = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' };
const WRITE_ENV = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true' };
const MAX_OUTPUT = 64 * 1024 * 1024;

export interface GitResult {
  /** Null if git could not be started, or was killed. */
  status: number | null;
  /** Everything that git and its hooks printed, in order. */
  output: string;
}

/**
 * git dies if it reads a worktree that another git is adding, because the file is created empty and written a moment
 * later (in git 2.39). A file that stays empty is an error.
 */
const HALF_ADDED = /failed to read .*commondir/;
const MAX_TRIES = 40;
const PAUSE_MS = 50;

/**
 * Runs git and resolves to its output. `more`: additional variables. Rejects with git's message in `stderr` if git
 * fails.
 */
export async function readGit(
  root: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<string> {
  const options = { cwd: root, env: { ...READ_ENV, ...more }, maxBuffer: MAX_OUTPUT };
  for (let tries = 1; ; tries += 1)
    try {
      return (await run('git', [...SAFE, ...args], options)).stdout;
    } catch (error) {
      if (tries === MAX_TRIES || !HALF_ADDED.test(gitWords(error))) throw error;
      await setTimeout(PAUSE_MS);
    }
}

/** Returns git's own message if the error came from git. */
export function gitWords(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr?.trim() || message).replace(/^fatal: /, '');
}

/**
 * Resolves to git's output, or to null if git fails, for instance for an object that does not exist. `okay`: exit
 * statuses that count as success.
 */
export async function readBytes(
  root: string,
  args: readonly string[],
  okay: readonly number[] = [0],
): Promise<Buffer | null> {
  const options = { cwd: root, env: READ_ENV, maxBuffer: MAX_OUTPUT, encoding: 'buffer' as const };
  return run('git', [...SAFE, ...args], options).then(
    ({ stdout }) => stdout,
    (error: { code?: unknown; stdout?: Buffer }) =>
      typeof error.code === 'number' && okay.includes(error.code) ? (error.stdout ?? null) : null,
  );
}

interface Given {
  input?: string | Buffer;
  /** Additional variables. */
  env?: NodeJS.ProcessEnv;
}

/** Runs a command that the user asked for, with the user's settings and hooks. */
export async function writeGit(
  root: string,
  args: readonly string[],
  { input = '', env }: Given = {},
): Promise<GitResult> {
  const git = spawn('git', args, {
    cwd: root,
    env: { ...WRITE_ENV, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [git.stdout, git.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
    });
  git.stdin.on('error', () => undefined);
  git.stdin.end(input);
  return new Promise((resolve) => {
    git.on('error', (error) => resolve({ status: null, output: error.message }));
    git.on('close', (status) => resolve({ status, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
