// Asks the REST API of a host through the program that the user has signed in with.
import type { ForgeProgram } from '../../../shared/pull-requests.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import { runProgram, type ProgramResult } from './run-program.ts';

const MAX_WORDS = 1000;

export interface HostApi {
  /** Resolves to the JSON of this path. */
  get: <T>(path: string) => Promise<T>;
  /** Resolves to the last bytes of a text at this path. */
  getEnd: (path: string, bytes: number) => Promise<{ text: string; isCut: boolean }>;
  post: <T>(path: string, body: object) => Promise<T>;
}

/** `args`: the command line for a path, without what a POST adds. `signIn`: the command with which the user signs in. */
export function hostApi(
  program: ForgeProgram,
  { args, post, signIn }: { args: (path: string) => string[]; post: string[]; signIn: string },
): HostApi {
  const run = async (...given: Parameters<typeof runProgram>): Promise<ProgramResult> => {
    const result = await runProgram(...given);
    if (result.status === 0) return result;
    throw refusalOf(program, result, signIn);
  };
  const parse = <T>({ stdout }: ProgramResult): T => {
    try {
      return JSON.parse(stdout.toString('utf8')) as T;
    } catch {
      const start = cutText(stdout.toString('utf8').trim(), 200);
      throw new Refusal(409, 'forge_failed', `${program} printed no JSON: ${start}`);
    }
  };
  return {
    get: async (path) => parse(await run(program, args(path))),
    getEnd: async (path, tail) => {
      const { stdout, isCut } = await run(program, args(path), { tail });
      return { text: stdout.toString('utf8'), isCut };
    },
    post: async (path, body) =>
      parse(await run(program, [...args(path), ...post], { input: JSON.stringify(body) })),
  };
}

/** The words of the programs if nobody is signed in, or if the token has expired. gh also ends with status 4. */
const SIGNED_OUT = /\bHTTP 401\b|\b401 Unauthorized\b|\bauth login\b|\blogin add\b|not logged in/i;

function refusalOf(
  program: ForgeProgram,
  { status, stdout, stderr }: ProgramResult,
  signIn: string,
): Refusal {
  if (SIGNED_OUT.test(stderr) || (program === 'gh' && status === 4))
    return new Refusal(409, 'signed_out', `${program} is not signed in. Run this in a shell: ${signIn}`);
  const words = [...new Set([stderr, ...reasonsIn(stdout)].filter(Boolean))].join('\n');
  return new Refusal(
    409,
    'forge_failed',
    words === '' ? `${program} ended with ${status}.` : cutText(words, MAX_WORDS),
  );
}

/** Why the host refused: GitHub and Gitea say `{message, errors: [{message}]}`, GitLab `{message}`, which may be a list. */
function reasonsIn(stdout: Buffer): string[] {
  try {
    const { message, errors } = JSON.parse(stdout.toString('utf8')) as {
      message?: unknown;
      errors?: unknown;
    };
    return [message, errors].flat().flatMap((one) => {
      const words: unknown = typeof one === 'object' && one !== null && 'message' in one ? one.message : one;
      return typeof words === 'string' ? words : [];
    });
  } catch {
    return [];
  }
}
