// Runs gh, glab or tea, the user's own programs that ask a host. They are told the host and the repository, and run in the
// user's home folder, so that they read neither the settings nor the git of the workspace.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ForgeProgram } from '../../../shared/pull-requests.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { spawn } from '../../lib/programs.ts';

const PROGRAM_LIMITS = {
  /** How long a program may take, in ms. A slow network is no reason to wait for ever. */
  maxMs: 60_000,
  /** Bytes of an answer. 100 comments of 64 KiB are less. */
  maxOutput: 32 * 1024 * 1024,
};

/** They ask nothing, and look for no newer version of themselves. */
const ENVIRONMENT = {
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  GLAB_CHECK_UPDATE: 'false',
  GLAB_SEND_TELEMETRY: 'false',
  NO_PROMPT: 'true',
  PAGER: 'cat',
};

const INSTALL: Record<ForgeProgram, string> = {
  gh: 'https://cli.github.com',
  glab: 'https://gitlab.com/gitlab-org/cli',
  tea: 'https://gitea.com/gitea/tea',
};

export interface ProgramResult {
  status: number | null;
  stdout: Buffer;
  stderr: string;
  /** The beginning of stdout is missing, because only its end was asked for. */
  isCut: boolean;
}

interface Given {
  /** Written to its stdin. */
  input?: string;
  /** Keeps only the last bytes of its output. */
  tail?: number;
}

/** Resolves to what the program printed, whatever its status. Rejects with a Refusal 409 `no_program` or `forge_failed`. */
export function runProgram(
  program: ForgeProgram,
  args: readonly string[],
  { input = '', tail }: Given = {},
): Promise<ProgramResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>();
  const child = spawn(program, args, {
    // A folder that is missing would look like a program that is missing.
    cwd: existsSync(homedir()) ? homedir() : path.parse(process.execPath).root,
    env: { ...process.env, ...ENVIRONMENT },
    stdio: 'pipe',
  });
  const fail = (code: string, message: string): void => {
    reject(new Refusal(409, code, message));
    child.kill('SIGKILL');
  };
  const timer = setTimeout(
    () => fail('forge_failed', `${program} has not answered within ${PROGRAM_LIMITS.maxMs / 1000} s.`),
    PROGRAM_LIMITS.maxMs,
  );
  let chunks: Buffer[] = [];
  let [size, isCut, stderr] = [0, false, ''];
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (tail === undefined && size > PROGRAM_LIMITS.maxOutput)
      return fail('forge_failed', `${program} printed too much to read.`);
    // Twice as much is kept, so that not every chunk is copied.
    if (tail === undefined || size <= 2 * tail) return;
    chunks = [Buffer.concat(chunks).subarray(-tail)];
    [size, isCut] = [tail, true];
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)));
  child.on('error', (error: NodeJS.ErrnoException) =>
    // EACCES: a folder of PATH is closed to the user.
    error.code === 'ENOENT' || error.code === 'EACCES'
      ? fail('no_program', missingWords(program))
      : fail('forge_failed', error.message),
  );
  child.on('close', (status) => {
    const all = Buffer.concat(chunks);
    const isLonger = tail !== undefined && all.length > tail;
    const stdout = isLonger ? all.subarray(-tail) : all;
    resolve({ status, stdout, stderr: stderr.trim(), isCut: isCut || isLonger });
  });
  child.stdin.on('error', () => undefined).end(input);
  return promise.finally(() => clearTimeout(timer));
}

const missingWords = (program: ForgeProgram): string =>
  `${program} was not found in PATH. It shows pull requests and checks here: install it from ${INSTALL[program]}, and sign in.`;
