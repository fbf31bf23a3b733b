// pi (or a program with its protocol) at the end of a bare pipe, which is the floor of everything that goes through the
// panel. It parses as little as it can, so that it costs next to nothing.
import type { PiCommand } from '../../../shared/pi/commands.ts';
import { LineReader } from '../../../server/agent/process/lines.ts';
import { nowMicros, withDeadline } from '../lab/timing.ts';
import type { Lab } from '../lab/lab.ts';
import { startProgram, type Program } from '../lab/program.ts';

export interface DirectPiOptions {
  argv: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export class DirectPi {
  /** Called for every line. `at`: when its chunk was read, by `nowMicros`. */
  onLine: (line: Buffer, at: number) => void = () => undefined;
  /** Lines and bytes read from its stdout so far. */
  bytes = 0;
  lines = 0;
  readonly #program: Program;
  #waiting: { text: string; resolve: () => void }[] = [];

  constructor(lab: Lab, options: DirectPiOptions) {
    this.#program = startProgram(lab, { ...options, stdinPatience: 3000 });
    let at = 0;
    const reader = new LineReader({
      onLine: (line) => this.#receive(line, at),
      onRest: () => undefined,
      onTooLong: () => undefined,
    });
    this.#program.child.stdout.on('data', (chunk: Buffer) => {
      at = nowMicros();
      this.bytes += chunk.length;
      reader.push(chunk);
    });
  }

  /** Resolves once pi has responded, whatever the response. */
  async ask(command: PiCommand): Promise<void> {
    const answered = this.next(`"command":"${command.type}"`);
    this.#program.child.stdin.write(`${JSON.stringify({ id: 'bench', ...command })}\n`);
    await answered;
  }

  /** Resolves at the next line with this text near its beginning. Rejects when the program ends, and after a minute. */
  next(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ text, resolve });
    const line = withDeadline(60_000, `${text} from pi`, Promise.race([promise, this.#program.failed]));
    line.catch(() => undefined); // The caller may have failed at something else first.
    return line;
  }

  close(): Promise<void> {
    return this.#program.close();
  }

  #receive(line: Buffer, at: number): void {
    this.lines += 1;
    this.onLine(line, at);
    if (this.#waiting.length === 0) return;
    const start = line.toString('latin1', 0, 128);
    const done = this.#waiting.filter(({ text }) => start.includes(text));
    this.#waiting = this.#waiting.filter((waiting) => !done.includes(waiting));
    for (const { resolve } of done) resolve();
  }
}
