// The commands of one shell, from the marks that it prints: OSC 133 (A prompt, B input, C output, D end with the exit
// status), OSC 633 of VS Code (E the text of the command, P its folder), and OSC 7 (its folder).
import type { IMarker, Terminal } from '@xterm/headless';
import { fileURLToPath } from 'node:url';
import type { ShellCommand } from '../../shared/shells.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { readLines } from './drawn-text.ts';

/** How many commands are kept. */
const MAX_COMMANDS = 500;
/** Characters that are kept of a command. The scripts in marks/ send no more. */
const MAX_TEXT = 4000;
/** Lines of the screen that are read for a command that the shell does not tell. */
const MAX_LINES = 200;

export interface ShellCommandsOptions {
  screen: Terminal;
  /** What marks must have to count; null if the shell has marks of its own. Output could contain marks of others. */
  key: string | null;
  /** How many bytes the screen has drawn. */
  place: () => number;
  onFolder: (folder: string) => void;
  folder: () => string | null;
  onChange: (command: ShellCommand) => void;
}

interface Kept {
  command: ShellCommand;
  /** The line in which its output begins. */
  line: IMarker | undefined;
  /** How many bytes the program had printed when it ended; null if it has not, or the shell has ended with it. */
  end: number | null;
  revision: number;
}

export class ShellCommandList {
  readonly #options: ShellCommandsOptions;
  readonly #kept: Kept[] = [];
  /** Where the user types, after the prompt. */
  #input: { line: IMarker; column: number } | null = null;
  /** The text of the next command. */
  #told: string | null = null;
  #number = 0;
  #revision = 0;

  constructor(options: ShellCommandsOptions) {
    this.#options = options;
    const { parser } = options.screen;
    parser.registerOscHandler(133, (data) => this.#onMark(data.split(';')));
    parser.registerOscHandler(633, (data) => this.#onDetail(data.split(';')));
    parser.registerOscHandler(7, (url) => this.#onFolder(folderOf(url)));
  }

  /** Counts the changes. */
  get revision(): number {
    return this.#revision;
  }

  get first(): number {
    return this.#kept[0]?.command.number ?? this.#number + 1;
  }

  /** The line in which the output of each command begins, for those that are still in the scrollback. */
  get lines(): [at: number, line: number][] {
    return this.#kept.flatMap(({ command, line }) =>
      line && line.line >= 0 ? [[command.at, line.line] as [number, number]] : [],
    );
  }

  /** Oldest first. `revision`: only those that have changed since then. */
  list(revision = 0): ShellCommand[] {
    return this.#kept.filter((each) => each.revision > revision).map(({ command }) => command);
  }

  /** Returns the bytes between which the output of a command is; undefined for an unknown one. */
  rangeOf(number: number): { from: number; to: number | null } | undefined {
    const kept = this.#kept.find(({ command }) => command.number === number);
    return kept && { from: kept.command.at, to: kept.end };
  }

  /** Call this when the program of the shell has ended, with its exit code. Some of its output may not be drawn yet. */
  end(status: number | null): void {
    this.#end(status, null);
  }

  #onMark([kind, ...details]: string[]): boolean {
    const { key } = this.#options;
    if (key !== null && !details.includes(`aid=${key}`)) return true;
    if (kind === 'A') this.#end(null);
    if (kind === 'B') this.#onInput();
    if (kind === 'C') this.#start();
    if (kind === 'D') this.#end(statusOf(details[0]));
    return true;
  }

  #onDetail([kind, text = '', key]: string[]): boolean {
    if (kind === 'P' && text.startsWith('Cwd=')) return this.#onFolder(plain(text.slice(4)));
    if (kind === 'E' && (this.#options.key ?? key) === key) this.#told = plain(text);
    return true;
  }

  #onFolder(folder: string | null): boolean {
    if (folder !== null) this.#options.onFolder(cutText(folder, MAX_TEXT));
    return true;
  }

  #onInput(): void {
    if (this.#running) return;
    const { screen } = this.#options;
    const line = screen.registerMarker(0);
    this.#input?.line.dispose();
    this.#input = line ? { line, column: screen.buffer.active.cursorX } : null;
  }

  #start(): void {
    // A shell within this one, which has marks too.
    if (this.#running) return;
    const text = (this.#told ?? this.#readInput()).trimEnd();
    this.#told = null;
    const command: ShellCommand = {
      number: (this.#number += 1),
      text: cutText(text, MAX_TEXT),
      isCut: text.length >= MAX_TEXT,
      folder: this.#options.folder(),
      startedAt: Date.now(),
      ...{ isSure: this.#options.key !== null, endedAt: null, status: null, at: this.#options.place() },
    };
    const line = this.#options.screen.registerMarker(0);
    this.#kept.push({ command, line, end: null, revision: 0 });
    for (const old of this.#kept.splice(0, this.#kept.length - MAX_COMMANDS)) old.line?.dispose();
    this.#onChange(this.#kept.at(-1)!);
  }

  #end(status: number | null, end: number | null = this.#options.place()): void {
    const kept = this.#running;
    if (!kept) return;
    kept.command = { ...kept.command, endedAt: Date.now(), status };
    kept.end = end;
    this.#onChange(kept);
  }

  #onChange(kept: Kept): void {
    kept.revision = this.#revision += 1;
    this.#options.onChange(kept.command);
  }

  get #running(): Kept | null {
    const last = this.#kept.at(-1);
    return last && last.command.endedAt === null ? last : null;
  }

  /** What is on the screen between the prompt and the output. */
  #readInput(): string {
    const { active } = this.#options.screen.buffer;
    const { line, column } = this.#input ?? {};
    if (!line || line.line < 0) return '';
    const end = Math.min(active.baseY + active.cursorY, line.line + MAX_LINES);
    return readLines(active, { from: line.line, to: end, column: column ?? 0 });
  }
}

function statusOf(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,10}$/.test(text) ? Number(text) : null;
}

/** Undoes the escapes of OSC 633. */
function plain(text: string): string {
  return text.replaceAll(/\\(?:\\|x([0-9a-f]{2}))/gi, (_all, code?: string) =>
    code === undefined ? '\\' : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Returns the path in a `file:` URL; null if it is none. The host is not compared: in a container it has another name. */
function folderOf(url: string): string | null {
  try {
    const { protocol, pathname } = new URL(url);
    return protocol === 'file:' ? fileURLToPath(`file://${pathname}`) : null;
  } catch {
    return null;
  }
}
