// Asks ripgrep, if it is installed, which files can contain a text, so that only these are read and searched. Its answer
// never decides what is found: it may name too many files, and without an answer all files are searched.
import type { ExecFileException } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from '../../lib/programs.ts';
import { withoutWordLimits, type SearchPattern } from '../../../shared/search-pattern.ts';

interface Asked {
  /** The folder of the workspace. */
  dir: string;
  /** Relative to the workspace. */
  paths: readonly string[];
  pattern: SearchPattern;
  signal?: AbortSignal | undefined;
  program?: string;
}

/** How long ripgrep may take. It usually takes 20 ms for a part of the files, but waits for a named pipe forever. */
const MAX_MS = 2000;
const MAX_OUTPUT = 4 * 1024 * 1024;
/** On Windows ripgrep is not used, because a program in the folder of the workspace would be started instead. */
let isMissing = process.platform === 'win32';

/** Resolves to the paths of files that can match; null if all of them have to be searched. */
export async function possibleMatches(asked: Asked): Promise<ReadonlySet<string> | null> {
  const { dir, paths, pattern, signal, program = 'rg' } = asked;
  const text = literalOf(pattern);
  if (text === null || isMissing) return null;
  const args = [
    '--no-config',
    '--files-with-matches',
    '--null',
    '--text',
    '--encoding=none',
    '--fixed-strings',
    pattern.flags.includes('i') ? '--ignore-case' : '--case-sensitive',
    `--regexp=${text}`,
    '--',
    // A path of `-` alone would be stdin.
    ...paths.map((path) => `./${path}`),
  ];
  const pathsOf = (output: string): Set<string> =>
    new Set(output.split('\0').map((path) => path.slice('./'.length)));
  try {
    const running = run(program, args, { cwd: dir, timeout: MAX_MS, maxBuffer: MAX_OUTPUT, signal });
    running.child.stdin?.end();
    return pathsOf((await running).stdout);
  } catch (error) {
    const { code, stdout, stderr = '' } = error as ExecFileException;
    // The names may be longer than a command line can be.
    if (code === 'E2BIG') return null;
    if (stdout === undefined) throw error;
    // A folder that is gone leads to the same error.
    if (code === 'ENOENT' && program === 'rg' && existsSync(dir)) isMissing = true;
    // The exit status 1 means that no file matches.
    return code === 1 || (code === 2 && isOnlyMissing(stderr)) ? pathsOf(stdout) : null;
  }
}

/**
 * Whether the only problem is files that do not exist any more, because git still lists those that were deleted but not
 * committed.
 */
function isOnlyMissing(messages: string): boolean {
  const lines = messages.trim().split('\n');
  return lines.every((line) => line.endsWith('(os error 2)'));
}

/**
 * Returns the text that the pattern stands for. Null for expressions, and for texts beyond ASCII, in which ripgrep and
 * JavaScript disagree about capital letters.
 */
export function literalOf(pattern: SearchPattern): string | null {
  const source = withoutWordLimits(pattern);
  const isPlain = /^(?:[^\\^$.*+?()[\]{}|/]|\\[\\^$.*+?()[\]{}|/])+$/.test(source);
  const text = source.replaceAll(/\\(.)/g, '$1');
  return isPlain && /^[\x20-\x7e]+$/.test(text) ? text : null;
}
