// Tells when the commands of a shell may write to files. One begins with Enter. It is over once the shell has the terminal
// again, is quiet, and nothing runs below it: a program in the background may write as well.
import { randomUUID } from 'node:crypto';
import type { ShellCommand } from '../../shared/shells.ts';

/** A command, or what was done between two moments in which the shell was quiet. */
export interface ShellRun {
  id: string;
  /** When it began, in ms since 1970. */
  at: number;
  /** The command line; null if the shell does not tell it. */
  command: string | null;
}

export interface ShellWorkOptions {
  /** Whether a program other than the shell has the terminal. */
  hasForeground: () => boolean;
  /** Whether anything runs below the shell. */
  hasPrograms: () => Promise<boolean>;
  onBegin: (run: ShellRun) => void;
  /** The line of a command has become known. */
  onName: (id: string, command: string) => void;
  onEnd: (id: string) => void;
}

/** How long a shell prints nothing before it counts as quiet, in ms. */
const QUIET_MS = 400;
/** How long after that it is looked at again if something still runs, in ms. */
const AGAIN_MS = 3000;
const [LINE_FEED, ENTER] = [10, 13];

export class ShellWork {
  readonly #options: ShellWorkOptions;
  #run: ShellRun | null = null;
  /** Whether the shell has told that the command begins. */
  #isTold = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: ShellWorkOptions) {
    this.#options = options;
  }

  get isWorking(): boolean {
    return this.#run !== null;
  }

  /** Call this before the input reaches the program. */
  onInput(bytes: Uint8Array): void {
    if (!bytes.includes(ENTER) && !bytes.includes(LINE_FEED)) return;
    // A program has read it, which began before.
    if (this.#run && this.#options.hasForeground()) return;
    this.#begin();
  }

  /** Call this when the shell has told that a command begins or ends. */
  onCommand({ text, endedAt }: Pick<ShellCommand, 'text' | 'endedAt'>): void {
    if (endedAt !== null) return this.#check(0);
    // Of several lines that were typed at once, each is a command.
    if (!this.#run || this.#isTold) this.#begin();
    this.#isTold = true;
    if (text !== '') this.#options.onName(this.#run!.id, text);
  }

  #begin(): void {
    this.close();
    this.#run = { id: randomUUID(), at: Date.now(), command: null };
    this.#isTold = false;
    this.#options.onBegin(this.#run);
    this.#check(QUIET_MS);
  }

  onOutput(): void {
    if (this.#run) this.#check(QUIET_MS);
  }

  /** Ends the command that runs. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#run) this.#options.onEnd(this.#run.id);
    this.#run = null;
  }

  #check(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    const run = this.#run;
    if (!run) return;
    this.#timer = setTimeout(() => void this.#endIfIdle(run), ms).unref();
  }

  async #endIfIdle(run: ShellRun | null): Promise<void> {
    // If the system does not list its processes, only those that have the terminal are known.
    const isBusy = this.#options.hasForeground() || (await this.#options.hasPrograms().catch(() => false));
    if (this.#run !== run) return;
    if (isBusy) this.#check(AGAIN_MS);
    else this.close();
  }
}
