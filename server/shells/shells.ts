// The shells of one panel. They belong to no page and no agent: they outlast reloads and end with the panel, or when the
// user closes them.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { NewShell, ShellList, ShellRow } from '../../shared/shells.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import { openPty } from './pty.ts';
import type { Shell } from './shell.ts';
import { ShellFollower } from './shell-follower.ts';
import { withMarks } from './marked-program.ts';
import { shellEnvironment, shellProgram } from './shell-program.ts';

const MAX_SHELLS = 50;

export class Shells {
  readonly #panel = randomUUID();
  readonly #isAllowed: boolean;
  readonly #shells = new Map<string, Shell>();
  readonly #followers = new Set<ShellFollower>();
  #opening = 0;
  #isClosed = false;

  /** `isAllowed`: whether the panel may open any. */
  constructor({ isAllowed }: { isAllowed: boolean }) {
    this.#isAllowed = isAllowed;
  }

  /** Throws a Refusal 403 if this panel was started without shells. Every route calls this first. */
  requireAllowed(): void {
    if (this.#isAllowed) return;
    throw new Refusal(403, 'no_shell', 'This panel was started with --no-shell, so it opens no shell.');
  }

  /** Oldest first. */
  list(): ShellList {
    return { panel: this.#panel, shells: [...this.#shells.values()].map(({ row }) => row) };
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
  async open({ workspace, cols, rows }: NewShell): Promise<ShellRow> {
    if (this.#shells.size + this.#opening >= MAX_SHELLS)
      throw new Refusal(409, 'too_many_shells', `${MAX_SHELLS} shells are open. Close one first.`);
    const { file, args, env, key } = withMarks(shellProgram(process.env), shellEnvironment(process.env));
    this.#opening += 1;
    try {
      // Most starts of the panel need no shell.
      const { Shell } = await import('./shell.ts');
      const pty = await openPty(file, args, { cols, rows, cwd: workspace, env, encoding: null });
      const shell = new Shell({
        ...{ pty, workspace, cols, rows, program: path.basename(file, '.exe'), key },
        onRow: () => this.#onRow(),
        onOutput: () => this.#onOutput(),
      });
      this.#shells.set(shell.id, shell);
      if (this.#isClosed) await this.close();
      this.#onRow();
      return shell.row;
    } finally {
      this.#opening -= 1;
    }
  }

  /** Resolves once the programs of the shell are gone. Throws a Refusal 404. */
  async end(id: string): Promise<void> {
    const shell = this.get(id);
    await shell.close();
    this.#shells.delete(id);
    this.#onRow();
  }

  /** Sends all shells to a page: the list, each screen, and what is printed from then on. */
  follow(): Follower {
    const follower = new ShellFollower(this.#shells, {
      list: () => this.list(),
      close: () => this.#followers.delete(follower),
    });
    this.#followers.add(follower);
    return follower;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#shells.values()].map((shell) => shell.close()));
  }

  #onRow(): void {
    for (const follower of this.#followers) follower.onRows();
  }

  #onOutput(): void {
    for (const follower of this.#followers) follower.onReady?.();
  }
}
