// Runs git in a workspace. Reading takes no lock, refreshes no index, and runs no program that the repository names.
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../../shared/refusal.ts';
import { openAsking } from './ask/asking.ts';
import { requireAllowed, requireAllowedToReach } from './folder-programs.ts';
import { WatchedOutput, withoutOverwritten } from './running-git.ts';
import { endWritingGit, runReadingGit, startWritingGit } from './start-git.ts';

const WRITE_ENV = { ...process.env, GIT_EDITOR: 'true', GIT_SEQUENCE_EDITOR: 'true' };
/** The commands that reach another repository. */
const REACHING = new Set(['fetch', 'pull', 'push']);
const MAX_OUTPUT = 64 * 1024 * 1024;

export interface GitResult {
  /** Null if git could not be started, or was killed. */
  status: number | null;
  /** Everything that git and its hooks printed, in order. */
  output: string;
  /** What git printed as its answer. */
  answer: Buffer;
  /** The user has stopped it. */
  isStopped: boolean;
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
  return (await readOutput(root, args, more)).toString('utf8');
}

/** Resolves to the same as bytes. */
export async function readOutput(
  root: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<Buffer> {
  for (let tries = 1; ; tries += 1)
    try {
      return await runReadingGit(root, args, { env: more, maxOutput: MAX_OUTPUT });
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
 * statuses that count as success. Rejects with a Refusal if git is not run to its end.
 */
export async function readBytes(
  root: string,
  args: readonly string[],
  okay: readonly number[] = [0],
): Promise<Buffer | null> {
  return runReadingGit(root, args, { maxOutput: MAX_OUTPUT }).catch(
    (error: Error & { code?: unknown; stdout?: Buffer }) => {
      if (error instanceof Refusal) throw error;
      return typeof error.code === 'number' && okay.includes(error.code) ? (error.stdout ?? null) : null;
    },
  );
}

/** Resolves to git's output without the space around it, or like `readBytes` to null. */
export async function readWord(root: string, args: readonly string[]): Promise<string | null> {
  return (await readBytes(root, args))?.toString('utf8').trim() ?? null;
}

interface Given {
  input?: string | Buffer;
  /** Additional variables. */
  env?: NodeJS.ProcessEnv;
  /** The command starts no program and no hook, so the user need not allow any. */
  runsNothing?: true;
}

/**
 * Runs a command that the user asked for, with the user's settings and hooks. Rejects with a Refusal 409
 * `runs_programs` if the folder brings programs that the user has not allowed.
 */
export async function writeGit(
  root: string,
  args: readonly string[],
  { input = '', env, runsNothing }: Given = {},
): Promise<GitResult> {
  const command = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? '';
  if (!runsNothing) await (REACHING.has(command) ? requireAllowedToReach : requireAllowed)(root);
  const stopping = new AbortController();
  const watched = new WatchedOutput(root, args, () => stopping.abort());
  const asking = await openAsking((question) => watched.ask(question)).catch((error: unknown) => {
    watched.end();
    throw error;
  });
  const git = startWritingGit(root, args, { ...WRITE_ENV, ...asking.env, ...env });
  const stop = (): void => endWritingGit(git);
  if (stopping.signal.aborted) stop();
  else stopping.signal.addEventListener('abort', stop);
  const chunks: Buffer[] = [];
  const answer: Buffer[] = [];
  git.stdout.on('data', (chunk: Buffer) => answer.push(chunk));
  for (const stream of [git.stdout, git.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      watched.add(chunk);
    });
  git.stdin.on('error', () => undefined);
  git.stdin.end(input);
  const result = (status: number | null, output: string): GitResult => ({
    status,
    output: withoutOverwritten(output),
    answer: Buffer.concat(answer),
    isStopped: stopping.signal.aborted,
  });
  try {
    return await new Promise<GitResult>((resolve) => {
      git.on('error', (error) => resolve(result(null, error.message)));
      git.on('close', (status) => resolve(result(status, Buffer.concat(chunks).toString('utf8'))));
    });
  } finally {
    watched.end();
    await asking.close();
  }
}
