// Programs that an extension starts after it has stopped pi's TUI, such as an editor. In a terminal they get the
// terminal of pi. Here that would be the pipes of RPC mode: such a program would read the panel's commands and write
// between pi's records. It gets a terminal that the panel lends instead, and shows as a shell.
import childProcess, { type SpawnOptions, type SpawnSyncOptions } from 'node:child_process';
import { closeSync, constants, openSync, readlinkSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { CompanionRequest } from '../../../shared/companion.ts';
import { writeMark, type TerminalMark } from '../../../shared/terminal-marks.ts';

type Offer = Omit<Extract<CompanionRequest, { ask: 'lend_terminal' }>, 'ask'>;

/**
 * Starts a program in the terminal $0 as the leader of a session, which thereby controls the terminal. $1: the key of
 * the marks. $2: those of 0, 1 and 2 that are the terminal. The program keeps the process id.
 */
const START = [
  'exec 3<>"$0"',
  'stty sane <&3 2>/dev/null',
  'stty iutf8 <&3 2>/dev/null',
  String.raw`printf '\033]7510;%s;{"pid":%s}\007' "$1" "$$" >&3`,
  'case $2 in *0*) exec <&3;; esac',
  'case $2 in *1*) exec >&3;; esac',
  'case $2 in *2*) exec 2>&3;; esac',
  'exec 3>&-',
  'shift 2',
  'exec "$@"',
].join('; ');

const NO_TERMINAL = 'This needs a real terminal: the page can show a screen, but not run a program in it.';

type Functions = Pick<typeof childProcess, 'spawn' | 'spawnSync' | 'execSync' | 'execFileSync'>;

/** Under this name, the functions of Node and the program that has the terminal outlast a reload of the extensions. */
const KEPT = Symbol.for('pi-panel.lent-terminal');

interface Kept {
  originals: Functions;
  lent: Functions | null;
}

/**
 * Replaces the functions that start programs by ones that do the same, except while a terminal is lent. This must be done
 * before other extensions are loaded: these may have copies of the functions (jiti makes some when a module is used
 * first).
 */
function replaceFunctions(): Kept {
  const holder = globalThis as { [KEPT]?: Kept };
  if (holder[KEPT]) return holder[KEPT];
  const { spawn, spawnSync, execSync, execFileSync } = childProcess;
  const kept: Kept = { originals: { spawn, spawnSync, execSync, execFileSync }, lent: null };
  holder[KEPT] = kept;
  for (const name of ['spawn', 'spawnSync', 'execSync', 'execFileSync'] as const) {
    const original = childProcess[name] as (...given: unknown[]) => unknown;
    const replaced = (...given: unknown[]): unknown => {
      const own = kept.lent?.[name] as typeof original | undefined;
      return (own ?? original)(...given);
    };
    Object.defineProperty(replaced, 'name', { value: name });
    Object.assign(childProcess, { [name]: replaced });
  }
  syncBuiltinESMExports();
  return kept;
}

export class LentTerminal {
  readonly #kept = replaceFunctions();
  #offer: Offer | null = null;
  #lent: Lent | null = null;

  /** The panel offers a terminal. Each is used once. */
  offer(offer: Offer | null): void {
    this.#offer = offer && isReachable(offer) ? offer : null;
  }

  /** From now on, programs get the terminal. Throws if there is none, or if another extension has it. */
  lend(by: string | undefined): void {
    const offer = this.#offer;
    if (!offer || this.#lent) throw new Error(NO_TERMINAL);
    this.#lent = new Lent(offer, by, this.#kept.originals);
    this.#kept.lent = this.#lent.functions;
    this.#offer = null;
  }

  /** Gives it back. Does nothing if it is not lent. */
  giveBack(): void {
    if (!this.#lent) return;
    this.#kept.lent = null;
    this.#lent.end();
    this.#lent = null;
  }
}

/** Whether the path names the same file here as for the panel: pi may run in a container. */
function isReachable({ namespace }: Offer): boolean {
  return namespace === null || namespace === mountNamespace();
}

function mountNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/mnt');
  } catch {
    return null;
  }
}

interface Program {
  file: string;
  args: readonly string[];
  options: SpawnOptions;
}

class Lent {
  readonly functions: Functions;
  readonly #offer: Offer;
  readonly #by: string | undefined;
  readonly #terminal: number;
  #code: number | null = 0;

  constructor(offer: Offer, by: string | undefined, { spawn, spawnSync, execSync, execFileSync }: Functions) {
    this.#offer = offer;
    this.#by = by;
    this.#terminal = openSync(offer.path, constants.O_WRONLY | constants.O_NOCTTY);
    const runFile = ({ file, args, options }: Program): unknown =>
      this.#watch(() => execFileSync(file, args, options as SpawnSyncOptions));
    this.functions = {
      spawn: this.#replacement(spawn, programOf, ({ file, args, options }) =>
        spawn(file, args, options).on('exit', (code) => (this.#code = code)),
      ),
      spawnSync: this.#replacement(spawnSync, programOf, ({ file, args, options }) => {
        const result = spawnSync(file, args, options as SpawnSyncOptions);
        this.#code = result.status;
        return result;
      }),
      execFileSync: this.#replacement(execFileSync, programOf, runFile),
      execSync: this.#replacement(
        execSync,
        ([command, options]) =>
          programOf([command, [], { ...(options as object), shell: shellOf(options) ?? true }]),
        runFile,
      ),
    };
  }

  end(): void {
    this.#mark({ end: { code: this.#code } });
    closeSync(this.#terminal);
  }

  /** Does what `original` does, but starts a program that would use the terminal of pi by `start`. */
  #replacement<T>(
    original: T,
    parse: (given: readonly unknown[]) => Program,
    start: (program: Program) => unknown,
  ): T {
    return ((...given: unknown[]) => {
      const program = this.#wrap(parse(given));
      return program ? start(program) : (original as (...all: unknown[]) => unknown)(...given);
    }) as T;
  }

  #mark(mark: TerminalMark): void {
    try {
      writeSync(this.#terminal, writeMark(this.#offer.key, mark));
    } catch (error) {
      // The user has closed the terminal.
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    }
  }

  #watch<T>(run: () => T): T {
    try {
      const result = run();
      this.#code = 0;
      return result;
    } catch (error) {
      this.#code = (error as { status?: number | null }).status ?? null;
      throw error;
    }
  }

  /** Returns how to start a program in the terminal; null if it does not use that of pi. */
  #wrap({ file, args, options }: Program): Program | null {
    const stdio = stdioOf(options.stdio);
    const inherited = [0, 1, 2].filter((n) => isInherited(stdio[n], n));
    if (inherited.length === 0) return null;
    const by = this.#by;
    const command =
      /^(?:\/\S*\/)?\w*sh$/.test(file) && args[0] === '-c' ? args[1]! : [file, ...args].join(' ');
    this.#mark({ begin: { command, ...(by !== undefined && { by }) } });
    const { shell, env = process.env, ...rest } = options;
    const { path, key } = this.#offer;
    const program = shell
      ? [typeof shell === 'string' ? shell : '/bin/sh', '-c', [file, ...args].join(' ')]
      : [file, ...args];
    return {
      file: '/bin/sh',
      args: ['-c', START, path, key, inherited.join(''), ...program],
      options: {
        ...rest,
        env: { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor' },
        stdio: [0, 1, 2]
          .map((n) => (inherited.includes(n) ? 'ignore' : stdio[n]))
          .concat(stdio.slice(3)) as never,
        // With a session of its own it can control the terminal: Ctrl+C and the like are for it.
        detached: true,
      },
    };
  }
}

/** Sorts out the forms in which Node takes the arguments: (file, args?, options?). */
function programOf([file, second, third]: readonly unknown[]): Program {
  const args = Array.isArray(second) ? (second as string[]) : [];
  const options = (Array.isArray(second) || second === undefined ? third : second) as
    SpawnOptions | undefined;
  return { file: String(file), args: args.map(String), options: options ?? {} };
}

function shellOf(options: unknown): string | undefined {
  return (options as { shell?: string } | undefined)?.shell;
}

function stdioOf(stdio: SpawnOptions['stdio']): unknown[] {
  if (Array.isArray(stdio)) return [0, 1, 2].map((n) => stdio[n] ?? 'pipe').concat(stdio.slice(3) as never[]);
  return [stdio ?? 'pipe', stdio ?? 'pipe', stdio ?? 'pipe'];
}

function isInherited(value: unknown, n: number): boolean {
  return value === 'inherit' || value === n || value === [process.stdin, process.stdout, process.stderr][n];
}
