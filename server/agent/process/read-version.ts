// Asks a program for its version.
import { stripVTControlCharacters } from 'node:util';
import { capture } from './capture.ts';

/** How long a program may take to print its version. */
const VERSION_MS = 10_000;
/** After this time, a user who waits for it wants to know what for. */
const SLOW_MS = 3000;

export interface VersionQuestion {
  argv: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Captures the version in what the program prints. */
  form: RegExp;
  /** Multiplies how long the program may take. */
  patience: number;
  /** Called once if the program is slow, with its command line. */
  onSlow?: ((command: string) => void) | undefined;
}

export interface VersionAnswer {
  /** Null if the program did not print it; the start of the program then reports why. */
  version: string | null;
  /** How long the panel waited, in seconds, if the program took longer. */
  lateAfter?: number;
}

/** pi 0.73.1 prints its version to stderr, later versions to stdout. */
export async function readVersion(question: VersionQuestion): Promise<VersionAnswer> {
  const { argv, cwd, env, form, onSlow, patience } = question;
  const limit = VERSION_MS * patience;
  const slow = onSlow && setTimeout(onSlow, SLOW_MS, argv.join(' '));
  try {
    const { isLate, stderr, stdout } = await capture({ argv: [...argv, '--version'], cwd, env }, limit);
    const found = [stdout, stderr].map((text) => form.exec(stripVTControlCharacters(text))?.[1]);
    const version = found.find((one) => one !== undefined) ?? null;
    return { version, ...(version === null && isLate && { lateAfter: limit / 1000 }) };
  } catch {
    return { version: null };
  } finally {
    clearTimeout(slow);
  }
}
