// The shells of one panel. They belong to no page and no agent: they outlast reloads and end with the panel, or when the
// user closes them.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { NewShell, ShellList, ShellRow } from '../../shared/shells.ts';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import { PortWatch } from './port-watch.ts';
import { openPty, type Pty } from './pty.ts';
import type { Shell, ShellOptions } from './shell.ts';
import { ShellFollower } from './shell-follower.ts';
import { withMarks } from './marked-program.ts';
import type { ShellRun } from './shell-work.ts';
import { shellEnvironment, shellProgram } from './shell-program.ts';

const MAX_SHELLS = 50;
/** The size of what no page has asked for, until one shows it. */
export const FIRST_SIZE = { cols: 80, rows: 24 };

/** Records what commands in shells do to files. */
export interface ShellWatcher {
  /** A shell is about to be opened there. Resolves to a name for the folder; null if nothing is recorded. */
  open: (workspace: string) => Promise<string | null>;
  begin: (followed: string, run: ShellRun) => void;
  /** The line of a command has become known. */
  name: (followed: string, run: string, command: string) => void;
  end: (followed: string, run: string) => void;
  /** A shell there was closed. */
  leave: (followed: string) => Promise<void>;
}

/** One command that the panel shows like a shell. */
export interface Task {
  /** Where it runs. */
  workspace: string;
  /** What it runs, in words for its tab. */
  task: string;
}

export interface ProgramTask extends Task {
  argv: readonly [file: string, ...args: string[]];
  env: NodeJS.ProcessEnv;
}

type OwnOptions = Omit<ShellOptions, 'onRow' | 'onOutput' | 'onRun' | 'onRunName' | 'onRunEnd'>;

export class Shells {
  readonly #panel = randomUUID();
  readonly isAllowed: boolean;
  readonly #watcher: ShellWatcher | null;
  readonly #ports: PortWatch;
  readonly #shells = new Map<string, Shell>();
  /** The watcher's name for the folder of each shell. */
  readonly #followed = new Map<string, string>();
  readonly #followers = new Set<ShellFollower>();
  #opening = 0;
  #isClosed = false;

  /** `isAllowed`: whether the panel may open any. `watcher`: null if nothing is recorded. */
  constructor({ isAllowed, watcher = null }: { isAllowed: boolean; watcher?: ShellWatcher | null }) {
    this.isAllowed = isAllowed;
    this.#watcher = watcher;
    this.#ports = new PortWatch({
      shells: () => this.all,
      isShown: () => this.#followers.size > 0,
      onTrouble: (error) => process.stderr.write(`pi-panel: the ports of shells: ${errorText(error)}\n`),
    });
  }

  /** Throws a Refusal 403 if this panel was started without shells. Every route calls this first. */
  requireAllowed(): void {
    if (this.isAllowed) return;
    throw new Refusal(403, 'no_shell', 'This panel was started with --no-shell, so it opens no shell.');
  }

  /** Oldest first. */
  list(): ShellList {
    return { panel: this.#panel, shells: [...this.#shells.values()].map(({ row }) => row) };
  }

  get all(): Shell[] {
    return [...this.#shells.values()];
  }

  /** Throws a Refusal 404. */
  get(id: string): Shell {
    const shell = this.#shells.get(id);
    if (shell) return shell;
    throw new Refusal(
      404,
      'unknown_shell',
      'This shell no longer exists: it was closed, or the panel was restarted.',
    );
  }

  /** Starts the user's shell in an existing folder. Rejects with a Refusal 409. */
  async open({ workspace, folder = workspace, cols, rows }: NewShell): Promise<ShellRow> {
    if (this.#shells.size + this.#opening >= MAX_SHELLS)
      throw new Refusal(409, 'too_many_shells', `${MAX_SHELLS} shells are open. Close one first.`);
    const { file, args, env, key } = withMarks(shellProgram(process.env), shellEnvironment(process.env));
    this.#opening += 1;
    let followed: string | null = null;
    try {
      followed = (await this.#watcher?.open(workspace)) ?? null;
      const pty = await openPty(file, args, { cols, rows, cwd: folder, env, encoding: null });
      const program = path.basename(file, '.exe');
      const shell = await this.#add({ pty, workspace, folder, cols, rows, program, key }, followed);
      return shell.row;
    } catch (error) {
      if (followed !== null) await this.#watcher?.leave(followed);
      throw error;
    } finally {
      this.#opening -= 1;
    }
  }

  /**
   * Runs a program in a shell of its own. Resolves to null where none can be opened: the panel has no shells, or too many
   * are open, or the system has no pseudoterminals.
   */
  async run({ argv: [file, ...args], env, ...task }: ProgramTask): Promise<Shell | null> {
    if (!this.isAllowed || this.#shells.size + this.#opening >= MAX_SHELLS) return null;
    this.#opening += 1;
    try {
      const options = { ...FIRST_SIZE, cwd: task.workspace, env: shellEnvironment(env), encoding: null };
      const pty = await openPty(file, args, options).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (!pty) return null;
      const program = path.basename(file, '.exe');
      return await this.#add({ ...task, ...FIRST_SIZE, pty, folder: task.workspace, program, key: null });
    } finally {
      this.#opening -= 1;
    }
  }

  /** Shows a program that was started in this terminal by somebody else. Resolves to the id of its shell. */
  async adopt(pty: Pty, task: Task & Pick<ShellOptions, 'owner'>): Promise<string> {
    const { workspace: folder } = task;
    const program = path.basename(task.task.split(' ', 1)[0]!);
    const shell = await this.#add({ ...FIRST_SIZE, ...task, pty, folder, program, key: null });
    return shell.id;
  }

  /** `followed`: the watcher's name for the folder; null if it does not record what this shell does. */
  async #add(options: OwnOptions, followed: string | null = null): Promise<Shell> {
    // Most starts of the panel need no shell.
    const { Shell } = await import('./shell.ts');
    const shell = new Shell({
      ...options,
      onRow: () => this.#onRow(),
      onOutput: () => this.#onOutput(),
      onRun: (run) => {
        if (followed !== null) this.#watcher?.begin(followed, run);
        this.#ports.start();
      },
      onRunName: (run, command) => void (followed !== null && this.#watcher?.name(followed, run, command)),
      onRunEnd: (run) => void (followed !== null && this.#watcher?.end(followed, run)),
    });
    this.#shells.set(shell.id, shell);
    if (followed !== null) this.#followed.set(shell.id, followed);
    if (this.#isClosed) await this.close();
    this.#onRow();
    if (options.task !== undefined) this.#ports.start();
    return shell;
  }

  /** Resolves once the programs of the shell are gone. Throws a Refusal 404. */
  async end(id: string): Promise<void> {
    const shell = this.get(id);
    await shell.close();
    this.#shells.delete(id);
    const followed = this.#followed.get(id);
    if (this.#followed.delete(id) && followed !== undefined) await this.#watcher?.leave(followed);
    this.#onRow();
  }

  /** Ends the programs of a shell, which the user may have closed before. What they printed can still be seen. */
  async stop(id: string): Promise<void> {
    await this.#shells.get(id)?.stop();
  }

  /** Ends a shell, which the user may have closed before. */
  async forget(id: string): Promise<void> {
    if (this.#shells.has(id)) await this.end(id);
  }

  /** Sends all shells to a page: the list, each screen, and what is printed from then on. */
  follow(): Follower {
    const follower = new ShellFollower(this.#shells, {
      list: () => this.list(),
      close: () => this.#followers.delete(follower),
    });
    this.#followers.add(follower);
    this.#ports.start();
    return follower;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ports.close();
    await Promise.all([...this.#shells.values()].map((shell) => shell.close()));
  }

  #onRow(): void {
    for (const follower of this.#followers) follower.onRows();
  }

  #onOutput(): void {
    for (const follower of this.#followers) follower.onOutput();
  }
}
