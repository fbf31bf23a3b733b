// The output of all tool runs of one agent, those of the model and of the user, by call id. Announces its growth,
// limits its size, and reads it from any byte. It receives pi's records, does not control pi's process, and never
// writes to pi's files.
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { ToolResult } from '../../shared/pi/events.ts';
import { Refusal } from '../../shared/refusal.ts';
import { archiveName, type Archive } from './archive.ts';
import type { Growth } from './growth-notifier.ts';
import type { ReadOptions } from './output-log.ts';
import { isOpenIn } from './pi-file.ts';
import { PiFileWatch } from './pi-file-watch.ts';
import type { EndResult } from './pi-result.ts';
import { RunOutput } from './run-output.ts';
import { Spool } from './spool.ts';

export interface OutputGrowth extends Growth {
  call: string;
}

export interface OutputsOptions {
  /** Called at most 20 times a second for each run, and not after its end, when pi's result is final. */
  onGrowth: (growth: OutputGrowth) => void;
  /** pi's temporary folder (TMPDIR). Default: that of this process. */
  folder?: string;
  /** The process id of the running pi. On Linux, it makes it possible to find output files before pi names them. */
  pid?: () => number | undefined;
  /** Keeps output after this process has ended. Without it, output exists only in the temporary folder. */
  archive?: Archive | undefined;
  /** The bytes on disk, the bytes in memory for finished runs, and the number of runs to keep. */
  limits?: Partial<typeof LIMITS>;
}

/** How long a shutdown waits for output that is being archived. The rest may still be in pi's own file. */
const MAX_ARCHIVING_MS = 3000;
const LIMITS = { disk: 512 * 1024 * 1024, memory: 16 * 1024 * 1024, runs: 5000 };

export class Outputs {
  readonly #onGrowth: OutputsOptions['onGrowth'];
  readonly #folder: string;
  readonly #archive: Archive | undefined;
  readonly #archiving = new Set<Promise<void>>();
  readonly #limits: typeof LIMITS;
  readonly #spool: Spool;
  readonly #pid: () => number | undefined;
  readonly #watch: PiFileWatch;
  /** The active runs without a file. */
  readonly #withoutFile = new Set<RunOutput>();
  /** In the order of their starts. */
  readonly #runs = new Map<string, RunOutput>();
  #isClosed = false;

  constructor({ onGrowth, folder = tmpdir(), pid = () => undefined, archive, limits }: OutputsOptions) {
    this.#onGrowth = onGrowth;
    this.#folder = folder;
    this.#archive = archive;
    this.#limits = { ...LIMITS, ...limits };
    this.#pid = pid;
    this.#watch = new PiFileWatch({ folder, onFile: (path) => this.#onFile(path) });
    this.#spool = new Spool(this.#limits.disk);
    this.#spool.makeRoom = (bytes) => this.#freeDisk(bytes);
  }

  /** Call this when a run starts. Forgets an earlier run with the same id. */
  start(call: string): void {
    const run = this.#add(call);
    if (!run || this.#pid() === undefined || process.platform !== 'linux') return;
    this.#withoutFile.add(run);
    this.#watch.start();
  }

  /** `partialResult` of pi's `tool_execution_update`. */
  snapshot(call: string, result: ToolResult): void {
    const run = this.#running(call);
    run?.source.addSnapshot(result);
    this.#settleFile(run);
  }

  /** `delta` of pi's `bash_execution_update`. */
  append(call: string, text: string): void {
    this.#running(call)?.source.addDelta(text);
  }

  /**
   * `result` of pi's `tool_execution_end`, `data` of its response to `bash`, or nothing when pi exited. Returns the
   * final count of bytes, though a file may still be read for a moment.
   */
  end(call: string, result?: EndResult): number {
    const run = this.#running(call);
    run?.end(result);
    this.#settleFile(run);
    return run?.bytes ?? 0;
  }

  /**
   * Adds a finished run from the session file. `text` is its result, which an interrupted run lacks. Does nothing for a
   * known run.
   */
  async store(call: string, text?: string, fullOutputPath?: string): Promise<void> {
    const archived = await this.#archive?.find(archiveName(call, text ?? ''));
    if (this.#runs.has(call) || (text === undefined && !archived)) return;
    const run = this.#add(call);
    run?.store(text ?? '', archived ? undefined : fullOutputPath);
    if (archived) run?.restore(archived);
  }

  has(call: string): boolean {
    return this.#runs.has(call);
  }

  /** Returns the number of bytes of output; 0 for an unknown run. */
  bytes(call: string): number {
    return this.#runs.get(call)?.bytes ?? 0;
  }

  /**
   * Yields the output in chunks that the reader pulls, starting at byte `from`.
   *
   * @throws Refusal 404 for an unknown call; while reading, Refusal 410 when the bytes no longer exist
   */
  read(call: string, options: ReadOptions = {}): AsyncIterable<Uint8Array, void, void> {
    return this.#known(call).read(options);
  }

  /** Rejects with a Refusal if `read` would fail: 404 for an unknown call, 410 for output that no longer exists. */
  async checkReadable(call: string): Promise<void> {
    const run = this.#known(call);
    try {
      await run.checkReadable();
    } catch (error) {
      // The temporary folder may have been cleaned up.
      const archived = await this.#archive?.find(run.archiveName);
      if (!archived || !run.isAtRest) throw error;
      run.restore(archived);
    }
  }

  /** Ends all readers and removes the files. Nothing is accepted or announced afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.stop();
    this.#withoutFile.clear();
    if (this.#archive)
      await Promise.race([this.#whenArchived(), wait(MAX_ARCHIVING_MS, undefined, { ref: false })]);
    const closing = [...this.#runs.values()].map((run) => run.close());
    this.#runs.clear();
    await Promise.all(closing);
    await this.#spool.close();
  }

  /**
   * Call this when a file of any pi was created or has grown. The file is not used if several runs could own it, if
   * another pi has it open, or if it belongs to an earlier run, possibly of the same command.
   */
  #onFile(path: string): void {
    const [run, ...others] = this.#withoutFile;
    const pid = this.#pid();
    if (!run || others.length > 0 || pid === undefined) return;
    if ([...this.#runs.values()].some((known) => known.source.isFor(path)) || !isOpenIn(pid, path)) return;
    run.source.offerFile(path);
    this.#settleFile(run);
  }

  #settleFile(run: RunOutput | undefined): void {
    if (!run || (run.source.phase === 'running' && run.source.from !== 'file')) return;
    if (this.#withoutFile.delete(run) && this.#withoutFile.size === 0) this.#watch.stop();
  }

  #known(call: string): RunOutput {
    const run = this.#runs.get(call);
    if (!run) throw new Refusal(404, 'unknown_call', `There is no tool run ${JSON.stringify(call)}.`);
    return run;
  }

  /** Updates may arrive for a run whose start was missed. */
  #running(call: string): RunOutput | undefined {
    return this.#runs.get(call) ?? this.#add(call);
  }

  #add(call: string): RunOutput | undefined {
    if (this.#isClosed) return undefined;
    this.#forget(call);
    const run = new RunOutput({
      call,
      spool: this.#spool,
      folder: this.#folder,
      onGrowth: (growth) => this.#onGrowth({ call, ...growth }),
      onComplete: () => {
        this.#archiveRun(run);
        this.#freeMemory();
      },
    });
    this.#runs.set(call, run);
    this.#forgetOldest();
    return run;
  }

  async #whenArchived(): Promise<void> {
    const ended = [...this.#runs.values()].filter(
      ({ source }) => source.phase === 'draining' && source.from === 'file',
    );
    await Promise.all(ended.map((run) => run.whenComplete));
    await Promise.all(this.#archiving);
  }

  #archiveRun(run: RunOutput): void {
    if (!this.#archive || !run.isWorthKeeping) return;
    const output = { length: run.bytes, chunks: () => run.read({}) };
    const storing = this.#archive.store(run.archiveName, output);
    this.#archiving.add(storing);
    void storing.finally(() => this.#archiving.delete(storing));
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

  /** Moves the oldest finished runs to disk until the rest fits into the memory limit. */
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
      if (run.isAtRest && run.isSpooled) run.release();
    }
  }
}
