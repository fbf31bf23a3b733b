// Finds the pi to run, and makes its command line and environment.
import path from 'node:path';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';

export interface Program {
  /** The program and its first arguments, before any flags. */
  argv: string[];
  /** Such as `0.87.1`; null if the program did not print it. */
  version: string | null;
  /** Set if it comes with the panel. */
  isOwn?: true;
  /** Its absolute path, if the command line of the user is nothing else. */
  file?: string | undefined;
  /** Why it cannot be started, without a full stop. */
  missing?: string | undefined;
  /** Set if it did not print its version within so many seconds. */
  lateAfter?: number | undefined;
  /** Call this before each start: the program on disk may be another one by now, with another version. */
  refresh?: () => Promise<void>;
}

export interface Flags {
  /** Path of the session file to continue. */
  sessionFile?: string | undefined;
  /** The id for the new session, for this start only (pi >= 0.76). Ignored with `sessionFile`. */
  sessionId?: string | undefined;
  /** The name of the new session, for this start only (pi >= 0.78). Ignored with `sessionFile`. */
  sessionName?: string | undefined;
  /** Whether to load the project's own extensions, prompts and settings. */
  trust?: boolean | undefined;
  withoutExtensions?: boolean | undefined;
  /** Path of the panel's own extension, which pi loads before all others unless it runs without extensions. */
  companion?: string | undefined;
  /** Whether to use the scripted demo model. */
  demo?: boolean | undefined;
  /** Whether to ask the programs that pi starts for colors. */
  colors?: boolean | undefined;
  /** Flags of extensions. pi does not start with a flag that no extension defines. */
  extensionFlags?: Readonly<Record<string, string | true>> | undefined;
  /** Passed on unchanged, after the panel's own flags. */
  extra?: readonly string[] | undefined;
  /** The user's options that choose or name the session, for this start only (see `splitSessionOptions`). */
  sessionOptions?: readonly string[] | undefined;
}

export function commandLine(program: Program, flags: Flags): string[] {
  const argv = [...program.argv, '--mode', 'rpc'];
  if (flags.sessionFile) argv.push('--session', flags.sessionFile);
  else {
    if (flags.sessionId) argv.push('--session-id', flags.sessionId);
    if (flags.sessionName) argv.push('--name', flags.sessionName);
  }
  if (flags.withoutExtensions) argv.push('--no-extensions');
  else if (flags.companion) argv.push('-e', flags.companion);
  // pi up to 0.78 exits on an unknown flag, and always loads the project's resources.
  if (flags.trust && abilitiesOf(program.version).distrust) argv.push('--approve');
  const extra = [...(flags.extra ?? []), ...(flags.sessionOptions ?? [])];
  if (flags.withoutExtensions) return [...argv, ...withoutNamedExtensions(extra)];
  return [...argv, ...extra, ...extensionOptions(flags.extensionFlags ?? {})];
}

function extensionOptions(flags: Readonly<Record<string, string | true>>): string[] {
  return Object.entries(flags).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));
}

/** Removes the options that name extensions. --no-extensions skips only those that pi finds (in pi 0.73.1 to 1.5.2). */
function withoutNamedExtensions(options: readonly string[]): string[] {
  const isNamed = (option: string | undefined): boolean => option === '-e' || option === '--extension';
  return options.filter((option, at) => !isNamed(option) && !isNamed(options[at - 1]));
}

/**
 * Returns the environment variables for these flags. pi's bash has no terminal, so most programs print colors only if
 * they are forced to. NO_COLOR would contradict that, so it is removed.
 */
export function flagEnvironment({ colors }: Flags): NodeJS.ProcessEnv {
  return colors ? { FORCE_COLOR: '1', CLICOLOR_FORCE: '1', NO_COLOR: undefined } : {};
}

/**
 * Returns the user's environment without what npm added to run the panel, so that the agent finds the user's own `node`
 * and `npm` and not the panel's.
 */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const child: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (/^npm_(config|package|lifecycle|command|execpath|node_execpath)|^INIT_CWD$|^PI_PANEL_/i.test(name))
      continue;
    child[name] = value;
  }
  const isAddedByNpm = (folder: string): boolean =>
    /[\\/]node-gyp-bin$/.test(folder) ||
    (env.npm_package_json !== undefined && /[\\/]node_modules[\\/]\.bin$/.test(folder));
  const name = Object.keys(child).find((key) => key.toUpperCase() === 'PATH');
  if (name) {
    child[name] = child[name]
      ?.split(path.delimiter)
      .filter((folder) => !isAddedByNpm(folder))
      .join(path.delimiter);
  }
  return child;
}

/**
 * Returns the environment with the Node that runs pi first in PATH. npm then builds and checks packages for that Node, and
 * not for another one of the user.
 */
export function withNodeOf(
  { argv: [node = ''] }: Pick<Program, 'argv'>,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (!path.isAbsolute(node) || !/^node(?:\.exe)?$/i.test(path.basename(node))) return env;
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [path.dirname(node), env[name]].filter(Boolean).join(path.delimiter) };
}
