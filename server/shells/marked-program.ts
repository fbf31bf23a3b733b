// Starts a shell so that it marks its prompts and commands (OSC 133), by its command line and environment: nothing is
// written into the user's files. A shell that is not known here runs as it is.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ShellProgram } from './shell-program.ts';

export interface MarkedProgram extends ShellProgram {
  env: Record<string, string>;
  /** Every mark of this shell has it, and no output of a program does. Null if the shell gets no marks. */
  key: string | null;
}

const fileOf = (name: string): string => fileURLToPath(new URL(`marks/${name}`, import.meta.url));

/** `program`: without arguments, or with `-l`. */
export function withMarks({ file, args }: ShellProgram, env: Record<string, string>): MarkedProgram {
  const key = randomUUID();
  const isLogin = args.includes('-l');
  switch (path.basename(file, '.exe')) {
    case 'bash':
      // A login shell does not read the file, so the file does what a login shell does.
      return {
        ...{ file, key, args: ['--rcfile', fileOf('bash.sh')] },
        env: { ...env, TERM_MARKS: isLogin ? `${key}:login` : key },
      };
    case 'zsh': {
      const { ZDOTDIR: before } = env;
      return {
        file,
        args,
        key,
        env: {
          ...env,
          ...(before !== undefined && { TERM_MARKS_ZDOTDIR: before }),
          TERM_MARKS: key,
          ZDOTDIR: fileOf('zsh'),
        },
      };
    }
    case 'fish': {
      const command = `source '${fileOf('marks.fish').replaceAll(/['\\]/g, String.raw`\\$&`)}'`;
      return { file, args: [...args, '--init-command', command], key, env: { ...env, TERM_MARKS: key } };
    }
    default:
      return { file, args, env, key: null };
  }
}
