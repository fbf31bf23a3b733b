// The output of all tool runs of one agent, the model's and the person's, by call: told as it grows, kept within
// bounds, and read from any byte. It takes what pi says; it neither knows pi's process nor writes to its files.
import { tmpdir } from 'node:os';
import type { ToolResult } from '../../shared/pi/events.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ReadOptions } from './output-log.ts';
import { isOpenIn } from './pi-file.ts';
import { PiFileWatch } from './pi-file-watch.ts';
import type { EndResult } from './pi-result.ts';
import { RunOutput } from './run-output.ts';
import { Spool } from './spool.ts';

export interface OutputGrowth {
  call: string;
  /** Text that was added since the last time; the last 4,096 characters when it is more. */
  delta: string;
  /** UTF-8 bytes that can be read by now. */
  bytes: number;
}

export interface OutputsOptions {
  /** At most 20 times a second for each run, and not after its end: then pi's result is the last word. */
  onGrowth: (growth: OutputGrowth) => void;
  /** The temporary folder that pi writes to (its TMPDIR); default: that of this process. */
  folder?: string;
  /** The process of the pi that runs now; what it writes is seen before it says so, where the system shows it. */
  pid?: () => number | undefined;
  /** Bytes on disk, in memory for finished runs, and the number of runs that are remembered. */
  limits?: Partial<typeof LIMITS>;
}

const LIMITS = { disk: 512 * 1024 * 1024, memory: 16 * 1024 * 1024, runs: 5000 };

export class Outputs {
  readonly #onGrowth: OutputsOptions['onGrowth'];
  readonly #folder: string;
  readonly #limits: typeof LIMITS;
  readonly #spool: Spool;
  readonly #pid: () => number | undefined;
  readonly #watch: PiFileWatch;
  /** Running, and not known to have a file. */
  readonly #withoutFile = new Set<RunOutput>();
  /** In the order in which they were met. */
  #runs = new Map<string, RunOutput>();
  #isClosed = false;

  constructor({ onGrowth, folder = tmpdir(), pid = () => undefined, limits }: OutputsOptions) {
    this.#onGrowth = onGrowth;
    this.#folder = folder;
    this.#limits = { ...LIMITS, ...limits };
    this.#pid = pid;
    this.#watch = new PiFileWatch({ folder, onFile: (path) => this.#offerFile(path) });
    this.#spool = new Spool(this.#limits.disk);
    this.#spool.makeRoom = (bytes) => this.#freeDisk(bytes);
  }

  /** A run begins; an earlier one of the same id is forgotten. */
  start(call: string): void {
    const run = this.#add(call);
    if (!run || this.#pid() === undefined || process.platform !== 'linux') return;
    this.#withoutFile.add(run);
    this.#watch.start();
  }

  /** `partialResult` of pi's `tool_execution_update`. */
  snapshot(call: string, result: ToolResult): void {
    const run = this.#running(call);
    run?.snapshot(result);
    this.#settleFile(run);
  }

  /** `delta` of pi's `bash_execution_update`. */
  append(call: string, text: string): void {
    this.#running(call)?.append(text);
  }

  /**
   * `result` of pi's `tool_execution_end`, `data` of its answer to `bash`, or nothing when pi went away. From
   * then on `bytes` is the final count, though a file may still be read for a moment.
   */
  end(call: string, result?: EndResult): void {
    const run = this.#running(call);
    run?.end(result);
    this.#settleFile(run);
  }

  /** A finished run from the session file, `text` being its result; what is known already is left alone. */
  store(call: string, text: string, fullOutputPath?: string): void {
    if (!this.#runs.has(call)) this.#add(call)?.store(text, fullOutputPath);
  }

  has(call: string): boolean {
    return this.#runs.has(call);
  }

  /** UTF-8 bytes of output; 0 for a run that is not known. */
  bytes(call: string): number {
    return this.#runs.get(call)?.bytes ?? 0;
  }

  /**
   * The output from byte `from` on, in chunks as they are asked for.
   *
   * @throws Refusal 404 for an unknown call; while reading, Refusal 410 when the bytes are no longer there
   */
  read(call: string, options: ReadOptions = {}): AsyncIterable<Uint8Array, void, void> {
    return this.#known(call).read(options);
  }

  /** Rejects with a Refusal when `read` would have nothing to give: 404 for an unknown call, 410 when it is gone. */
  async checkReadable(call: string): Promise<void> {
    await this.#known(call).checkReadable();
  }

  /** Ends all readers and removes what was written to disk. Nothing is taken or told after that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.stop();
    this.#withoutFile.clear();
    const closing = [...this.#runs.values()].map((run) => run.close());
    this.#runs.clear();
    await Promise.all(closing);
    await this.#spool.close();
  }

  /**
   * pi made a file, or still writes one. Of several runs it could be for any, of another pi for none, and the same
   * command may have run before.
   */
  #offerFile(path: string): void {
    const [run, ...others] = this.#withoutFile;
    const pid = this.#pid();
    if (!run || others.length > 0 || pid === undefined) return;
    if ([...this.#runs.values()].some((known) => known.isIn(path)) || !isOpenIn(pid, path)) return;
    run.offerFile(path);
    this.#settleFile(run);
  }

  #settleFile(run: RunOutput | undefined): void {
    if (!run || run.hasNoFile) return;
    if (this.#withoutFile.delete(run) && this.#withoutFile.size === 0) this.#watch.stop();
  }

  #known(call: string): RunOutput {
    const run = this.#runs.get(call);
    if (!run)
      throw new Refusal(404, 'unknown_call', `There is no output of a tool run ${JSON.stringify(call)}.`);
    return run;
  }

  /** pi may speak of a run whose start was missed. */
  #running(call: string): RunOutput | undefined {
    return this.#runs.get(call) ?? this.#add(call);
  }

  #add(call: string): RunOutput | undefined {
    if (this.#isClosed) return undefined;
    this.#forget(call);
    const run = new RunOutput({
      spool: this.#spool,
      folder: this.#folder,
      onGrowth: (growth) => this.#onGrowth({ call, ...growth }),
      onComplete: () => this.#freeMemory(),
    });
    this.#runs.set(call, run);
    this.#forgetOldest();
    return run;
  }

  #forget(call: string): void {
    const run = this.#runs.get(call);
    void run?.close();
    this.#runs.delete(call);
    this.#settleFile(run);
  }

  #forgetOldest(): void {
    for (const [call, run] of this.#runs) {
      if (this.#runs.size <= this.#limits.runs) return;
      if (run.isAtRest) this.#forget(call);
    }
  }

  /** The oldest finished runs go to disk when all of them are too much for memory. */
  #freeMemory(): void {
    const finished = [...this.#runs.values()].filter((run) => run.isAtRest);
    let used = finished.reduce((sum, run) => sum + run.memoryBytes, 0);
    for (const run of finished) {
      if (used <= this.#limits.memory) return;
      used -= run.memoryBytes;
      run.spill();
    }
  }

  #freeDisk(bytes: number): void {
    const goal = this.#spool.used - bytes;
    for (const run of this.#runs.values()) {
      if (this.#spool.used <= goal) return;
      if (run.isAtRest && run.isSpooled) run.letGo();
    }
  }
}
