// What an agent may do with the shells that the user shares with it: read them, or also type. Each shell has its own
// switches, which are off at first and not stored.
import path from 'node:path';
import { nameOf } from '../../shared/shell-name.ts';
import type { ShellAccess } from '../../shared/shells.ts';
import type { Shell } from './shell.ts';
import type { Shells } from './shells.ts';

const [DEFAULT_LINES, MAX_LINES] = [100, 1000];
/** As much as pi lets other tools give to the model. */
const MAX_TEXT = 50_000;
const RANKS: readonly ShellAccess[] = ['none', 'read', 'type'];

export interface TerminalRead {
  /** The only shared terminal if absent. */
  name?: string | undefined;
  lines?: number | undefined;
  since?: number | undefined;
}

export class SharedTerminals {
  readonly #shells: Shells;

  constructor(shells: Shells) {
    this.#shells = shells;
  }

  /** The most that an agent of this workspace may do with any shell. */
  accessIn(workspace: string): ShellAccess {
    const ranks = this.#sharedIn(workspace).map(({ row }) => RANKS.indexOf(row.access));
    return RANKS[Math.max(0, ...ranks)]!;
  }

  /** Returns a text for the model. Throws an Error with a sentence for it. */
  read(workspace: string, { name, lines = DEFAULT_LINES, since }: TerminalRead): string {
    const shell = this.#find(workspace, name);
    const wanted = Math.min(Math.max(1, Math.trunc(lines) || DEFAULT_LINES), MAX_LINES);
    const { text, next, isCut } = shell.readText(wanted, since);
    const { row } = shell;
    const state = row.exit
      ? `It has ended with exit code ${row.exit.code}.`
      : row.foreground === null
        ? 'The shell waits for a command.'
        : `${row.foreground} is running.`;
    const head = `Terminal ${JSON.stringify(nameOf(row))} in ${row.folder ?? row.workspace}. ${state}`;
    const cut = isCut ? 'Earlier lines are left out.\n' : '';
    return `${head}\n${cut}\n${cutEnd(text)}\n\nFor later lines only: since=${next}.`;
  }

  /** Types a text that the user has confirmed. Throws an Error with a sentence for the model. */
  type(workspace: string, name: string | undefined, input: string): string {
    const shell = this.#find(workspace, name);
    if (shell.row.access !== 'type') throw new Error('The user does not let you type in this terminal.');
    if (shell.row.exit) throw new Error('The program of this terminal has ended.');
    void shell.type(Buffer.from(input), null);
    return `Typed in terminal ${JSON.stringify(nameOf(shell.row))}. Read it to see what happens.`;
  }

  #sharedIn(workspace: string): Shell[] {
    return this.#shells.all.filter(({ row }) => row.access !== 'none' && isAround(row.workspace, workspace));
  }

  #find(workspace: string, name: string | undefined): Shell {
    const shared = this.#sharedIn(workspace);
    const names = shared.map(({ row }) => JSON.stringify(nameOf(row))).join(', ');
    if (shared.length === 0) throw new Error('The user shares no terminal with you.');
    const found = name === undefined ? shared : shared.filter(({ row }) => nameOf(row) === name);
    if (found.length === 1) return found[0]!;
    if (found.length === 0)
      throw new Error(`No terminal of this name is shared with you. There are: ${names}.`);
    if (name === undefined) throw new Error(`Name one of the terminals: ${names}.`);
    return found.at(-1)!;
  }
}

/** Whether one of the folders is in the other. */
function isAround(one: string, other: string): boolean {
  const [outer, inner] = one.length < other.length ? [one, other] : [other, one];
  return `${inner}${path.sep}`.startsWith(outer.endsWith(path.sep) ? outer : `${outer}${path.sep}`);
}

/** The end is what has happened last. */
function cutEnd(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const end = text.slice(-MAX_TEXT);
  return end.slice(end.indexOf('\n') + 1);
}
