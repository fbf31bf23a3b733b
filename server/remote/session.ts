// One connection to the other machine: runs the far side there, and opens connections to the panel's socket through it.
import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Duplex } from 'node:stream';
import { errorText } from '../../shared/error-text.ts';
import { run, spawn } from '../lib/programs.ts';
import { farCommand, isShared } from './far-command.ts';
import { parseReport, RELAY, type Report } from './far-side.ts';
import type { Target } from './target.ts';

export class Session {
  readonly #target: Target;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #isOver: Promise<void>;
  /** Why the local program could not be started. */
  #failure: Error | null = null;
  #report: Extract<Report, { socket: string }> | null = null;

  /** `folder`: a private folder (0700) for sockets, with a short path. `script`: see `attachScript`. */
  constructor(target: Target, { folder, script }: { folder: string; script: string }) {
    this.#target = target;
    this.#folder = folder;
    const [program, ...args] = farCommand(target, ['sh', '-s'], { control: this.#control, isMaster: true });
    this.#process = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#isOver = new Promise((resolve) => {
      this.#process.on('close', () => resolve());
      this.#process.on('error', (error) => {
        this.#failure = error;
        resolve();
      });
    });
    // The far side may have ended before it read all of the script. Its report or exit says why.
    this.#process.stdin?.on('error', () => undefined);
    // The stream stays open. When it ends, the far side knows that this side is gone.
    this.#process.stdin?.write(script);
  }

  /** Resolves when the connection has ended for any reason. */
  get isOver(): Promise<void> {
    return this.#isOver;
  }

  /** Resolves to the far side's first report, or to null if the connection ended without one. */
  async readReport(): Promise<Report | null> {
    const { stdout } = this.#process;
    const report = await new Promise<Report | null>((resolve) => {
      void this.#isOver.then(() => {
        const program = this.#target.kind;
        resolve(this.#failure && { error: explainStart(program, this.#failure), isHere: true });
      });
      if (!stdout) return;
      // The output is read to its end, so that the far side never waits for this side.
      createInterface({ input: stdout }).on('line', (line) => {
        const found = parseReport(line);
        if (found) resolve(found);
      });
    });
    return report && 'socket' in report ? this.#useSocket(report) : report;
  }

  /** Opens a new connection to the panel. Null until the far side has reported its socket. */
  dial(): Duplex | null {
    if (!this.#report) return null;
    if (isShared(this.#target)) return connect(this.#localSocket);
    const [program, ...args] = farCommand(this.#target, [
      this.#report.node,
      '-e',
      RELAY,
      this.#report.socket,
    ]);
    const relay = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const stream = Duplex.from({ writable: relay.stdin, readable: relay.stdout });
    relay.on('error', (error) => stream.destroy(error));
    stream.on('close', () => relay.kill());
    return stream;
  }

  close(): void {
    this.#process.kill();
  }

  /** The path of the socket through which ssh shares its connection. */
  get #control(): string {
    return path.join(this.#folder, 'ssh');
  }

  get #localSocket(): string {
    return path.join(this.#folder, 'panel');
  }

  async #useSocket(report: Extract<Report, { socket: string }>): Promise<Report> {
    this.#report = report;
    if (!isShared(this.#target)) return report;
    const forward = ['-L', `${this.#localSocket}:${report.socket}`, this.#target.name];
    try {
      await run('ssh', ['-S', this.#control, '-O', 'forward', ...forward]);
      return report;
    } catch (error) {
      this.close();
      return { error: `ssh cannot forward the panel's socket: ${errorText(error)}`, isHere: true };
    }
  }
}

/** Returns why a program of this machine could not be started. */
function explainStart(program: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `${program} was not found in PATH.`;
  return `${program} could not be started: ${error.message}.`;
}
