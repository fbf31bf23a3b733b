// A pseudoterminal without a program: pi gets its path, and can start a program in it that the panel then shows. The
// program stays below pi, with the rights, the folder and the environment that pi gives it.
import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { ReadStream } from 'node:tty';
import { cutText } from '../../shared/view/cut-text.ts';
import type { ShellSize } from '../../shared/shells.ts';
import { markStart, MARK_END, type TerminalMark } from '../../shared/terminal-marks.ts';
import { keepFromPrograms } from '../lib/uninherited.ts';
import type { Pty } from './pty.ts';

/** Longer ones are not marks. */
const MAX_MARK = 64 * 1024;

interface Exit {
  exitCode: number;
  signal?: number;
}

/** The compiled part of the package (1.1.0), whose own class for this would read the keys of the program. */
interface Native {
  open: (cols: number, rows: number) => { master: number; slave: number; pty: string };
  resize: (master: number, cols: number, rows: number) => void;
  /** The name of the program in the foreground. The second parameter is for Linux. */
  process: (master: number, pty: string) => string | undefined;
}

export class HeldPty implements Pty {
  /** Known only to the panel and to the pi that gets the path. */
  readonly key = randomUUID();
  /** Of its device. */
  readonly path: string;
  /** Of the program that was started last; 0 if there is none. */
  pid = 0;
  /** Called with each mark, in order with the output. */
  onMark: (mark: TerminalMark) => void = () => undefined;
  readonly #native: Native;
  readonly #master: number;
  /** Held open, so that the terminal outlasts each program in it. */
  readonly #slave: number;
  readonly #stream: ReadStream;
  readonly #marks: MarkReader;
  #listener: ((chunk: Buffer) => void) | null = null;
  /** What was printed before anybody listened. */
  readonly #early: Buffer[] = [];
  readonly #onExit: ((exit: Exit) => void)[] = [];
  #exit: Exit | null = null;
  readonly #started = Promise.withResolvers<void>();

  /** Throws where the system has no such thing, as on Windows. */
  constructor({ cols, rows }: ShellSize) {
    const load = createRequire(import.meta.url);
    const { requireBinary } = load('@lydell/node-pty/requireBinary.js') as {
      requireBinary: (name: string) => Native;
    };
    this.#native = requireBinary('pty.node');
    const { master, slave, pty } = this.#native.open(cols, rows);
    this.#master = master;
    this.#slave = slave;
    this.path = pty;
    this.#marks = new MarkReader(this.key, {
      onMark: (mark) => this.#onMark(mark),
      onOutput: (bytes) => void (this.#listener ? this.#listener(bytes) : this.#early.push(bytes)),
    });
    const giveBack = [keepFromPrograms(master), keepFromPrograms(slave)];
    this.onExit(() => giveBack.forEach((each) => each()));
    this.#stream = new ReadStream(master);
    this.#stream.on('data', (chunk: Buffer) => this.#marks.push(chunk));
    this.#stream.on('error', () => this.kill());
  }

  /** Resolves once `pid` is known, or the terminal is gone. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get isOver(): boolean {
    return this.#exit !== null;
  }

  get process(): string {
    return (this.#exit ? undefined : this.#native.process(this.#master, this.path)) ?? '';
  }

  onData(listener: (chunk: Buffer) => void): void {
    this.#listener = listener;
    for (const bytes of this.#early.splice(0)) listener(bytes);
  }

  onExit(listener: (exit: Exit) => void): void {
    if (this.#exit) listener(this.#exit);
    else this.#onExit.push(listener);
  }

  write(bytes: Buffer | string): void {
    if (!this.#exit) this.#stream.write(bytes);
  }

  resize(cols: number, rows: number): void {
    this.#native.resize(this.#master, cols, rows);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /** Takes the terminal away if it is there, which ends its program as the end of any terminal does. */
  kill(): void {
    // A shell may have inherited the terminal, so that it does not end for the system.
    if (!this.#exit && this.pid > 0) hangUp(this.pid);
    this.#end({ exitCode: 0, signal: 1 });
  }

  #onMark(mark: TerminalMark): void {
    if (mark.pid !== undefined) {
      this.pid = mark.pid;
      this.#started.resolve();
    }
    this.onMark(mark);
    if (mark.end) this.#end({ exitCode: mark.end.code ?? 0, ...(mark.end.code === null && { signal: 1 }) });
  }

  #end(exit: Exit): void {
    if (this.#exit) return;
    this.#exit = exit;
    this.#stream.destroy();
    closeSync(this.#slave);
    this.#started.resolve();
    for (const listener of this.#onExit) listener(exit);
  }
}

function hangUp(pid: number): void {
  try {
    process.kill(pid, 'SIGHUP');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Takes the marks out of what is printed. */
export class MarkReader {
  readonly #start: Buffer;
  readonly #onMark: (mark: TerminalMark) => void;
  readonly #onOutput: (bytes: Buffer) => void;
  /** The beginning of what may become a mark. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(
    key: string,
    { onMark, onOutput }: { onMark: (mark: TerminalMark) => void; onOutput: (bytes: Buffer) => void },
  ) {
    this.#start = Buffer.from(markStart(key));
    this.#onMark = onMark;
    this.#onOutput = onOutput;
  }

  push(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = Buffer.alloc(0);
    for (;;) {
      const at = bytes.indexOf(this.#start);
      const end = at === -1 ? -1 : bytes.indexOf(MARK_END, at + this.#start.length);
      if (end === -1) break;
      this.#print(bytes.subarray(0, at));
      this.#read(bytes.toString('utf8', at + this.#start.length, end));
      bytes = bytes.subarray(end + 1);
    }
    const keptFrom = this.#beginningIn(bytes);
    this.#print(bytes.subarray(0, keptFrom));
    this.#rest = bytes.subarray(keptFrom);
  }

  /** Where a mark begins that is not complete; the length if none does. */
  #beginningIn(bytes: Buffer): number {
    const at = bytes.indexOf(this.#start);
    if (at !== -1) return bytes.length - at > MAX_MARK ? bytes.length : at;
    for (let size = Math.min(this.#start.length - 1, bytes.length); size > 0; size -= 1)
      if (bytes.subarray(-size).equals(this.#start.subarray(0, size))) return bytes.length - size;
    return bytes.length;
  }

  #print(bytes: Buffer): void {
    if (bytes.length > 0) this.#onOutput(bytes);
  }

  /** Other extensions run in the same pi and can imitate a mark, so what is not one is left out. */
  #read(json: string): void {
    const mark = parseMark(json);
    if (mark) this.#onMark(mark);
  }
}

const MAX_LINE = 1000;

function parseMark(json: string): TerminalMark | null {
  try {
    const { begin, pid, end } = Object(JSON.parse(json)) as { begin?: unknown; pid?: unknown; end?: unknown };
    if (Number.isSafeInteger(pid) && Number(pid) > 0) return { pid: Number(pid) };
    if (end) {
      const { code } = Object(end) as { code?: unknown };
      return { end: { code: Number.isSafeInteger(code) ? Number(code) : null } };
    }
    if (!begin) return null;
    const { command, by } = Object(begin) as { command?: unknown; by?: unknown };
    if (typeof command !== 'string') return null;
    return {
      begin: {
        command: cutText(command, MAX_LINE),
        ...(typeof by === 'string' && { by: cutText(by, MAX_LINE) }),
      },
    };
  } catch {
    return null;
  }
}
