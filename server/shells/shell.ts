// One interactive terminal: a program of the user in a pseudoterminal, and the screen that it has drawn so far, so that
// a page that comes later sees the same as one that was there.
import serialize from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  ShellAccess,
  ShellCommandOutput,
  ShellRow,
  ShellScreen,
  ShellSize,
} from '../../shared/shells.ts';
import { Refusal } from '../../shared/refusal.ts';
import { splitAtMarks } from '../../shared/shell-marks.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { kill, killAll } from '../agent/process/kill-tree.ts';
import { listBelow, listTree, type Process } from '../agent/process/processes.ts';
import { drawText } from './drawn-text.ts';
import { KeptOutput } from './kept-output.ts';
import { PastedImages } from './pasted-images.ts';
import type { Pty } from './pty.ts';
import { ShellCommandList } from './shell-commands.ts';
import { ShellPorts } from './shell-ports.ts';
import { ShellText, type TerminalText } from './shell-text.ts';
import { ShellWork, type ShellRun } from './shell-work.ts';
import { TypedInput } from './typed-input.ts';

/** Bytes of output that are kept for the pages that follow. A page that is further behind gets the screen instead. */
const KEPT_BYTES = 1024 * 1024;
/** Lines above the screen. */
const SCROLLBACK = 2000;
/** A program waits while the screen is this many bytes behind, and goes on at the lower number. */
const [PAUSE_AT, RESUME_AT] = [512 * 1024, 128 * 1024];
/** How long programs may take to end after they were told that their terminal is gone, in ms. */
const HANGUP_MS = 1000;
const MAX_TITLE = 200;

export interface ShellOptions extends ShellSize {
  pty: Pty;
  workspace: string;
  /** Where it begins. */
  folder: string;
  program: string;
  /** What it runs, if that is one command and not a shell of the user. */
  task?: string;
  /** The process that started the program, if that is not the panel. */
  owner?: () => number | undefined;
  /** What the marks of the program have (see `ShellCommandList`). */
  key: string | null;
  /** Called after each change of the row. */
  onRow: () => void;
  /** Called when there is more output, or a command has started or ended. */
  onOutput: () => void;
  /** Called when a command begins, when its line is known, and when it is over, after which it writes nothing. */
  onRun: (run: ShellRun) => void;
  onRunName: (id: string, command: string) => void;
  onRunEnd: (id: string) => void;
}

export class Shell {
  readonly id = randomUUID();
  readonly output = new KeptOutput(KEPT_BYTES);
  readonly commands: ShellCommandList;
  readonly images = new PastedImages();
  readonly ports: ShellPorts;
  readonly #options: ShellOptions;
  readonly #pty: Pty;
  readonly #screen: headless.Terminal;
  readonly #serialize = new serialize.SerializeAddon();
  readonly #input: TypedInput;
  readonly #text: ShellText;
  readonly #work: ShellWork;
  /** For Windows, which takes text. */
  readonly #decoder = new StringDecoder('utf8');
  readonly #startedAt = Date.now();
  readonly #ended = Promise.withResolvers<void>();
  /** How many bytes the screen has drawn. */
  #drawn = 0;
  #isPaused = false;
  #title: string | null = null;
  #name: string | null = null;
  #folder: string | null = null;
  #exit: ShellRow['exit'] = null;
  #closing: Promise<void> | null = null;
  #access: ShellAccess = 'none';

  constructor(options: ShellOptions) {
    this.#options = options;
    const { pty, cols, rows, workspace, folder, key } = options;
    if (folder !== workspace) this.#folder = folder;
    this.#pty = pty;
    this.#screen = new headless.Terminal({
      ...{ allowProposedApi: true, logLevel: 'off', cols, rows, scrollback: SCROLLBACK },
    });
    this.#screen.loadAddon(this.#serialize);
    this.#text = new ShellText(this.#screen);
    this.ports = new ShellPorts(
      () => (this.#exit === null ? pty.pid : null),
      () => options.onRow(),
    );
    this.#screen.onTitleChange((title) =>
      this.#setRow(() => (this.#title = cutText(title, MAX_TITLE) || null)),
    );
    this.#work = new ShellWork({
      hasForeground: () => this.#foreground !== null,
      hasPrograms: async () => this.#exit === null && (await listBelow(pty.pid)).length > 0,
      ...{ onBegin: options.onRun, onName: options.onRunName, onEnd: options.onRunEnd },
    });
    this.commands = new ShellCommandList({
      ...{ screen: this.#screen, key, place: () => this.#drawn, folder: () => this.#folder },
      onFolder: (folder) => this.#setFolder(folder),
      onChange: (command) => {
        options.onOutput();
        this.#work.onCommand(command);
      },
    });
    this.#input = new TypedInput((bytes) => this.#typeNow(bytes));
    // The only answers to what programs ask the terminal. Pages do not answer, because there may be none, or several.
    this.#screen.onData((answer) => this.#write(Buffer.from(answer)));
    pty.onData((chunk) => this.#onOutput(Buffer.from(chunk)));
    pty.onExit(({ exitCode, signal }) => {
      this.#setRow(() => (this.#exit = { code: exitCode, signal: signal ?? 0 }));
      this.commands.end(signal ? null : exitCode);
      this.#work.close();
      this.#ended.resolve();
    });
  }

  get row(): ShellRow {
    const { workspace, program, task = null, key } = this.#options;
    const { cols, rows } = this.#screen;
    return {
      ...{ id: this.id, workspace, program, task, cols, rows },
      ...{ hasMarks: key !== null, startedAt: this.#startedAt },
      ...{ access: this.#access, ports: this.ports.list },
      ...{
        title: this.#title,
        name: this.#name,
        folder: this.#folder,
        foreground: this.#foreground,
        exit: this.#exit,
      },
    };
  }

  get #foreground(): string | null {
    if (this.#exit !== null || process.platform === 'win32') return null;
    const { program, task } = this.#options;
    const name = path.basename(this.#pty.process);
    // A program that was started for one command has no prompt to which it could return.
    if (task !== undefined) return name || program;
    return name === '' || name === program ? null : name;
  }

  /** The screen as it is drawn by now. Output follows from `at` on. */
  get screen(): ShellScreen {
    const { cols, rows } = this.#screen;
    const { lines } = this.commands;
    return { id: this.id, at: this.#drawn, cols, rows, screen: this.#serialize.serialize(), lines };
  }

  /** Gives it a name. An empty one takes the name away. */
  rename(name: string): void {
    this.#setRow(() => (this.#name = name === '' ? null : name));
  }

  /** Resolves to what a command has printed so far. Rejects with a Refusal 404. */
  async readOutputOf(number: number): Promise<ShellCommandOutput> {
    const range = this.commands.rangeOf(number);
    if (!range) throw new Refusal(404, 'unknown_command', 'This command is no longer kept.');
    const from = Math.max(range.from, this.output.start);
    const bytes = this.output.read(from, Math.max(0, (range.to ?? this.output.end) - from));
    const { text, isWhole } = await drawText(bytes, this.#screen);
    return { text, isWhole: isWhole && from === range.from };
  }

  /** Whether a command runs, as far as is known. */
  get isWorking(): boolean {
    return this.#options.task === undefined ? this.#work.isWorking : this.#exit === null;
  }

  share(access: ShellAccess): void {
    this.#setRow(() => (this.#access = access));
  }

  /** Returns the last lines as text. `since`: only those after an earlier call, by what that returned. */
  readText(lines: number, since?: number): TerminalText {
    return this.#text.read(lines, since);
  }

  /** Types what a page sends. Rejects as `TypedInput` does. What is typed after the end is dropped, as in any terminal. */
  type(bytes: Buffer, order: { sender: string; number: number } | null): Promise<void> {
    if (order) return this.#input.type(bytes, order);
    this.#typeNow(bytes);
    return Promise.resolve();
  }

  resize({ cols, rows }: ShellSize): void {
    if (cols === this.#screen.cols && rows === this.#screen.rows) return;
    this.#setRow(() => {
      if (this.#exit === null) this.#pty.resize(cols, rows);
      this.#screen.resize(cols, rows);
    });
  }

  /** Resolves once the program has ended. */
  async ended(): Promise<NonNullable<ShellRow['exit']>> {
    await this.#ended.promise;
    return this.#exit!;
  }

  /** Ends the program and forgets its screen. Resolves once all is gone. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.stop();
    this.#screen.dispose();
    await this.images.close();
  }

  /**
   * Ends the program as the end of its terminal does, and by force what does not end. What it printed can still be seen.
   * Resolves once its processes are gone.
   */
  async stop(): Promise<void> {
    if (this.#exit === null) {
      // If the system does not list its processes, at least the shell is ended.
      const tree = await this.#tree().catch(() => []);
      this.#pty.kill(...(process.platform === 'win32' ? [] : ['SIGHUP']));
      await Promise.race([this.#ended.promise, wait(HANGUP_MS)]);
      if (this.#exit === null) kill(this.#pty.pid);
      await this.#ended.promise;
      await killAll(tree);
    }
  }

  /** The processes of the program. */
  async #tree(): Promise<Process[]> {
    const { owner } = this.#options;
    const tree = await listTree(this.#pty.pid);
    // What another process told may be wrong.
    const isOwn = !owner || (await listBelow(owner() ?? 0)).some(({ pid }) => pid === this.#pty.pid);
    return isOwn ? tree : [];
  }

  #typeNow(bytes: Buffer): void {
    if (this.#exit === null) this.#work.onInput(bytes);
    this.#write(bytes);
  }

  #write(bytes: Buffer): void {
    if (this.#exit === null)
      this.#pty.write(process.platform === 'win32' ? this.#decoder.write(bytes) : bytes);
  }

  #onOutput(chunk: Buffer): void {
    if (this.#closing) return;
    this.#work.onOutput();
    this.output.add(chunk);
    for (const part of splitAtMarks(chunk)) this.#screen.write(part, () => this.#onDrawn(part.length));
    if (!this.#isPaused && this.output.end - this.#drawn > PAUSE_AT) {
      this.#isPaused = true;
      this.#pty.pause();
    }
    this.#options.onOutput();
  }

  #onDrawn(bytes: number): void {
    this.#drawn += bytes;
    this.output.trim(this.#drawn);
    if (!this.#isPaused || this.output.end - this.#drawn > RESUME_AT) return;
    this.#isPaused = false;
    this.#pty.resume();
  }

  #setFolder(folder: string): void {
    if (folder !== this.#folder) this.#setRow(() => (this.#folder = folder));
  }

  #setRow(change: () => void): void {
    change();
    this.#options.onRow();
  }
}
