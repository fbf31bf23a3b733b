// One running pi process: starts it, speaks its JSON lines, and leaves nothing of it behind. It knows records
// and answers, but no conversation: what the events mean is told by whoever gets them.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PiCommand, ResponseRecord } from '../../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../../shared/pi/dialogs.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import type { Feed } from '../feed/feed.ts';
import { launch, startError, type LaunchOptions } from './launch.ts';
import { LineReader } from './lines.ts';
import { PendingRequests } from './pending-requests.ts';
import { Watchdog } from './watchdog.ts';
import { StderrTail } from './stderr-tail.ts';
import { PATIENCE, signalGroup, stop, waitForExit, type Patience } from './stop.ts';
import { sweep } from './sweep.ts';
import { agentExited, writeRecord } from './write-record.ts';

/** How much of a line that is no record is passed on, in characters. */
const MAX_BAD_RECORD = 4096;

export interface PiOptions extends LaunchOptions {
  /** Gets the events of each chunk of stdout, in order, before any answer that followed them there settles. */
  feed: Pick<Feed, 'push'>;
  /** Every line of stdout before anything is made of it; `isBad` as below. */
  onLine?(line: Buffer, text: string, isBad: boolean): void;
  /** A line that is no record, or an answer that nobody waits for; only its beginning when it is long. */
  onBadRecord(line: string): void;
  /** Called once, last of all: nothing that this pi started is left, and every open request is rejected. */
  onExit(exit: PiExit): void;
  /** It lives and does not answer: since when (ms since 1970); null once it is heard again. */
  onSilence?(since: number | null): void;
  patience?: Partial<Patience>;
  /** A factor on how long it may be silent (see `Watchdog`). */
  silence?: number | undefined;
}

export interface PiExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of stderr, at most 64 KiB. */
  stderr: string;
  /** Why it could not be started or had to be stopped, in words for a person. */
  error?: Error;
}

type OnAnswer = (response: ResponseRecord) => void;

export interface Pi {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  readonly stderr: string;
  readonly exited: Promise<PiExit>;
  /**
   * Sends a command. `id` is unique among all runs of pi. The answer is pi's response, also when pi says no;
   * it rejects with a Refusal: 409 `agent_exited`, 413 `record_too_large`, 503 `agent_not_reading`.
   * `onAnswer` is called with it after all that pi said before it, and before anything that pi says after it.
   */
  request(command: PiCommand, onAnswer?: OnAnswer): { id: string; answer: Promise<ResponseRecord> };
  /** Throws the same Refusals. pi does not answer this, and ignores an id that it does not know. */
  answerDialog(id: string, answer: DialogAnswer): void;
  /**
   * Ends pi and everything it started; safe to call at any time and again. Resolves after `onExit`. For one that does
   * not answer, its orderly way out is not waited for long.
   */
  close(): Promise<void>;
}

export function startPi(options: PiOptions): Pi {
  const run = randomUUID();
  const child = launch(options, run);
  return child instanceof Error ? new UnstartedPi(options, child) : new RunningPi(options, run, child);
}

class RunningPi implements Pi {
  readonly exited: Promise<PiExit>;
  readonly #options: PiOptions;
  readonly #patience: Patience;
  readonly #run: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: LineReader;
  readonly #requests = new PendingRequests();
  readonly #stderr = new StderrTail();
  readonly #silence: Watchdog;
  #events: PiEvent[] = [];
  #sent = 0;
  #error: Error | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: PiOptions, run: string, child: ChildProcessWithoutNullStreams) {
    this.#options = options;
    this.#patience = { ...PATIENCE, ...options.patience };
    this.#run = run;
    this.#child = child;
    this.#lines = new LineReader({
      onLine: (line) => this.#readLine(line),
      onRest: (rest) => this.#readLine(rest),
      onTooLong: (bytes) => options.onBadRecord(`(a record of ${bytes} bytes: too long, dropped)`),
    });
    this.#silence = new Watchdog({
      ask: () => void this.#write({ id: this.#aliveId, type: 'get_state' }),
      onSilence: (since) => options.onSilence?.(since),
      patience: options.silence,
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
      this.#silence.heard();
      this.#lines.push(chunk);
      this.#deliver();
    });
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    child.stdin.on('error', (error) => void this.#breakOff(`does not read its input (${error.message})`));
    child.stdout.on('end', () => void this.#breakOff('closed its output'));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stderr(): string {
    return this.#stderr.text;
  }

  request(command: PiCommand, onAnswer?: OnAnswer): { id: string; answer: Promise<ResponseRecord> } {
    const id = `${this.#run.slice(0, 8)}-${++this.#sent}`;
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
    this.#stopping ??= stop(this.#child, this.#silence.isSilent ? { stdin: 250, term: 250 } : this.#patience);
    await this.#stopping;
    await this.exited;
  }

  #write(record: object): Refusal | null {
    return this.pid === undefined ? agentExited() : writeRecord(this.#child.stdin, record);
  }

  /** Its answers are nobody's, and stand in no log: they would be all that is left in it after a quiet night. */
  get #aliveId(): string {
    return `${this.#run.slice(0, 8)}-alive`;
  }

  #readLine(line: Buffer): void {
    const text = line.toString('utf8');
    const record = parseRecord(text);
    if (record?.id === this.#aliveId) return;
    const isTaken = this.#takeRecord(record);
    this.#options.onLine?.(line, text, !isTaken);
    if (!isTaken) this.#refuseLine(text);
  }

  #takeRecord(record: Parsed | null): boolean {
    if (!record) return false;
    if (record.type === 'response') {
      this.#deliver();
      return this.#requests.settle(record as ResponseRecord);
    }
    this.#events.push(record as PiEvent);
    return true;
  }

  #refuseLine(text: string): void {
    this.#options.onBadRecord(text.length > MAX_BAD_RECORD ? `${text.slice(0, MAX_BAD_RECORD)}…` : text);
  }

  /** Answers that settled in this chunk reach their askers as microtasks: after all events of the chunk. */
  #deliver(): void {
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#options.feed.push(events);
  }

  /** A pi that lives on with a broken pipe cannot be spoken with: it is stopped, and that is said. */
  async #breakOff(what: string): Promise<void> {
    if (this.#stopping || (await waitForExit(this.#child, this.#patience.linger)) || this.#stopping) return;
    this.#error = new Error(`The agent ${what} and was stopped.`);
    await this.close();
  }

  async #finish(closed: Promise<unknown>, end: Pick<PiExit, 'code' | 'signal'>): Promise<PiExit> {
    this.#silence.close();
    signalGroup(this.#child, 'SIGKILL');
    await sweep(this.#run);
    // What is still in the pipe is read to its end; only a process that escaped the sweep could hold it open.
    await Promise.race([closed, wait(this.#patience.linger, undefined, { ref: false })]);
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) pipe.destroy();
    this.#lines.end();
    this.#deliver();
    this.#requests.rejectAll(agentExited());
    const exit: PiExit = { ...end, stderr: this.stderr, ...(this.#error && { error: this.#error }) };
    this.#options.onExit(exit);
    return exit;
  }
}

/** What could not even be tried to start behaves like a process that ended at once. */
class UnstartedPi implements Pi {
  readonly pid = undefined;
  readonly stderr = '';
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

interface Parsed {
  type: string;
  id?: unknown;
}

function parseRecord(text: string): Parsed | null {
  try {
    const value: unknown = JSON.parse(text);
    const isRecord = typeof value === 'object' && value !== null && 'type' in value;
    return isRecord && typeof value.type === 'string' ? (value as Parsed) : null;
  } catch {
    return null;
  }
}
