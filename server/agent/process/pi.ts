// One running pi process: starts it, exchanges JSON lines with it, and cleans up after it. It knows records and
// responses, but not the conversation: the feed interprets the events.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { PiCommand, ResponseRecord } from '../../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../../shared/pi/dialogs.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import { signalGroup } from './kill-tree.ts';
import { launch, startError, type LaunchOptions } from './launch.ts';
import { PendingRequests } from './pending-requests.ts';
import { LiveStderr } from './live-stderr.ts';
import { listBelow, type Process } from './processes.ts';
import { RecordReader, type RecordReaderOptions } from './record-reader.ts';
import { agentExited, writeRecord } from './records.ts';
import { StderrTail } from './stderr-tail.ts';
import { closePipes, stop, STOP_TIMEOUTS, waitForExit, type StopTimeouts } from './stop.ts';
import { sweep } from './sweep.ts';
import { Watchdog } from './watchdog.ts';

export interface PiOptions extends LaunchOptions, RecordReaderOptions {
  /**
   * Called once, after everything else: all processes that this pi started have ended, and every open request is
   * rejected.
   */
  onExit: (exit: PiExit) => void;
  /**
   * Called with the time since which pi has not responded although it runs (ms since 1970), or null once it writes
   * again.
   */
  onSilence?: (since: number | null) => void;
  /** Called once with each text that pi writes to stderr while it runs. */
  onStderr?: (text: string) => void;
  timeouts?: Partial<StopTimeouts>;
  /** Multiplies how long pi may be silent (see `Watchdog`). */
  patience?: number | undefined;
}

export interface PiExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of stderr, at most 64 KiB. */
  stderr: string;
  /** Why pi could not be started or had to be stopped, in words for the user. */
  error?: Error;
  /** What pi had started and could not be ended, if there is any. */
  left?: Process[];
}

type OnAnswer = (response: ResponseRecord) => void;

export interface Pi {
  /** Undefined if pi could not be started. */
  readonly pid: number | undefined;
  /** The marker of everything that it starts (see sweep.ts). Undefined if pi could not be started. */
  readonly run: string | undefined;
  readonly exited: Promise<PiExit>;
  /**
   * Sends a command. `id` is unique among all runs of pi. `answer` resolves to pi's response, also if pi refuses. It
   * rejects with a Refusal: 409 `agent_exited`, 413 `record_too_large`, 503 `agent_not_reading`. `onAnswer` is called
   * with the response after everything that pi wrote before it, and before anything after it.
   */
  request: (command: PiCommand, onAnswer?: OnAnswer) => { id: string; answer: Promise<ResponseRecord> };
  /** Answers a dialog. Throws the same Refusals. pi does not respond to this, and ignores an unknown id. */
  answerDialog: (id: string, answer: DialogAnswer) => void;
  /**
   * Ends pi and everything it started. It may be called at any time, and more than once. Resolves after `onExit`. A pi
   * that does not answer gets little time to exit by itself.
   */
  close: () => Promise<void>;
}

export function startPi(options: PiOptions): Pi {
  const run = randomUUID();
  const child = launch(options, run);
  return child instanceof Error ? new UnstartedPi(options, child) : new RunningPi(options, run, child);
}

class RunningPi implements Pi {
  readonly exited: Promise<PiExit>;
  readonly #options: PiOptions;
  readonly #timeouts: StopTimeouts;
  readonly run: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #reader: RecordReader;
  readonly #requests = new PendingRequests();
  readonly #stderr = new StderrTail();
  readonly #liveStderr: LiveStderr;
  readonly #watchdog: Watchdog;
  #sent = 0;
  #error: Error | undefined;
  #stopping: Promise<void> | undefined;
  /** What ran below pi when it was asked to stop. */
  #below: Process[] = [];

  constructor(options: PiOptions, run: string, child: ChildProcessWithoutNullStreams) {
    this.#options = options;
    this.#timeouts = { ...STOP_TIMEOUTS, ...options.timeouts };
    this.run = run;
    this.#child = child;
    this.#liveStderr = new LiveStderr((text) => options.onStderr?.(text));
    const probeId = `${run.slice(0, 8)}-alive`;
    this.#reader = new RecordReader(options, {
      settle: (response) => this.#requests.settle(response),
      probeId,
    });
    this.#watchdog = new Watchdog({
      probe: () => void this.#write({ id: probeId, type: 'get_state' }),
      onSilence: (since) => options.onSilence?.(since),
      patience: options.patience,
    });
    const closed = new Promise((resolve) => child.once('close', resolve));
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(this.#finish(closed, { code, signal })));
      child.on('error', (error) => {
        if (child.pid !== undefined) return;
        this.#error = startError(options, error);
        resolve(this.#finish(closed, { code: null, signal: null }));
      });
    });
    child.stdout.on('data', (chunk: Buffer) => {
      this.#watchdog.onHeard();
      this.#reader.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr.push(chunk);
      this.#liveStderr.push(chunk);
    });
    child.stdin.on('error', (error) => void this.#stopBroken(`does not read its input (${error.message})`));
    child.stdout.on('end', () => void this.#stopBroken('closed its output'));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  request(command: PiCommand, onAnswer?: OnAnswer): { id: string; answer: Promise<ResponseRecord> } {
    const id = `${this.run.slice(0, 8)}-${++this.#sent}`;
    const answer = this.#requests.add(id, command.type, onAnswer);
    const refusal = this.#write({ id, ...command });
    if (refusal) this.#requests.reject(id, refusal);
    return { id, answer };
  }

  answerDialog(id: string, answer: DialogAnswer): void {
    const refusal = this.#write({ type: 'extension_ui_response', id, ...answer });
    if (refusal) throw refusal;
  }

  async close(): Promise<void> {
    this.#stopping ??= this.#stop();
    await this.#stopping;
    await this.exited;
  }

  async #stop(): Promise<void> {
    // Afterwards, what belongs to another user could not be recognized any more.
    if (this.pid !== undefined) this.#below = await listBelow(this.pid).catch(() => []);
    await stop(this.#child, this.#watchdog.isSilent ? { stdin: 250, term: 250 } : this.#timeouts);
  }

  #write(record: object): Refusal | null {
    return this.pid === undefined ? agentExited() : writeRecord(this.#child.stdin, record);
  }

  /** Stops pi and reports why, unless it exits by itself, because pi cannot be used with a broken pipe. */
  async #stopBroken(what: string): Promise<void> {
    if (this.#stopping || (await waitForExit(this.#child, this.#timeouts.linger)) || this.#stopping) return;
    this.#error = new Error(`The agent ${what} and was stopped.`);
    await this.close();
  }

  async #finish(closed: Promise<unknown>, end: Pick<PiExit, 'code' | 'signal'>): Promise<PiExit> {
    this.#watchdog.close();
    this.#liveStderr.close();
    signalGroup(this.#child, 'SIGKILL');
    const left = await sweep(this.run, this.#below);
    await closePipes(this.#child, closed, this.#timeouts);
    // The pipes may have brought more while they were closed.
    this.#liveStderr.close();
    this.#reader.end();
    this.#requests.rejectAll(agentExited());
    const exit: PiExit = {
      ...end,
      stderr: this.#stderr.text,
      ...(left.length > 0 && { left }),
      ...(this.#error && { error: this.#error }),
    };
    this.#options.onExit(exit);
    return exit;
  }
}

/** Replaces a program that could not be spawned. It behaves like a process that exited at once. */
class UnstartedPi implements Pi {
  readonly pid = undefined;
  readonly run = undefined;
  readonly exited: Promise<PiExit>;

  constructor(options: PiOptions, error: Error) {
    this.exited = Promise.resolve().then(() => {
      const exit: PiExit = { code: null, signal: null, stderr: '', error };
      options.onExit(exit);
      return exit;
    });
  }

  request(): { id: string; answer: Promise<ResponseRecord> } {
    const answer = Promise.reject<ResponseRecord>(agentExited());
    answer.catch(() => undefined);
    return { id: randomUUID(), answer };
  }

  answerDialog(): void {
    throw agentExited();
  }

  async close(): Promise<void> {
    await this.exited;
  }
}
