// The output of one run, as a log that only grows: read from any byte, told of as it grows, moved to disk or let go
// when room is needed. What goes into it is the business of the intake.
import type { ToolResult } from '../../shared/pi/events.ts';
import { GrowthNotifier } from './growth-notifier.ts';
import { OutputLog, type ReadOptions } from './output-log.ts';
import { OutputWriter } from './output-writer.ts';
import { sizeOfPiFile } from './pi-file.ts';
import { withoutNotices, type EndResult } from './pi-result.ts';
import { OutputSource } from './output-source.ts';
import type { Spool } from './spool.ts';

export interface RunOptions {
  spool: Spool;
  /** The temporary folder of pi. */
  folder: string;
  onGrowth: (growth: { delta: string; bytes: number }) => void;
  /** The log is whole; nothing of it changes any more. */
  onComplete: () => void;
}

export class RunOutput {
  readonly #options: RunOptions;
  readonly #log = new OutputLog();
  readonly #growth: GrowthNotifier;
  readonly #writer: OutputWriter;
  readonly #intake: OutputSource;
  /** A run known from the session file only: its file is opened when somebody wants to read. */
  #stored?: { path: string; size: number };
  #isOver = false;
  #isClosed = false;

  constructor(options: RunOptions) {
    const { spool, folder, onGrowth } = options;
    this.#options = options;
    this.#growth = new GrowthNotifier((delta) => onGrowth({ delta, bytes: this.#log.bytes }));
    this.#writer = new OutputWriter({
      log: this.#log,
      spool,
      onText: (text) => this.#growth.add(text),
    });
    this.#intake = new OutputSource({
      log: this.#log,
      writer: this.#writer,
      folder,
      // Who looks at the run comes first: its bytes are on their way before all pages are told that it grew.
      onGrowth: (added) => void setImmediate(() => this.#growth.add(added)),
      onComplete: () => this.#complete(),
    });
  }

  /** After the end of the run: all there will be, also while the file is still being read. */
  get bytes(): number {
    if (!this.#isOver || this.#log.isComplete) return this.#log.bytes;
    return Math.max(this.#log.bytes, this.#stored?.size ?? this.#intake.expectedBytes);
  }

  /** Nothing happens any more unless somebody reads: it may be moved, let go or forgotten. */
  get isAtRest(): boolean {
    return this.#log.isComplete || (this.#stored !== undefined && !this.#intake.hasFile);
  }

  /** It runs, and all there is of it came as text so far. */
  get hasNoFile(): boolean {
    return !this.#isOver && !this.#intake.hasFile;
  }

  get memoryBytes(): number {
    return this.#writer.own.memoryBytes;
  }

  get isSpooled(): boolean {
    return this.#writer.own.isSpooled;
  }

  snapshot(result: ToolResult): void {
    this.#intake.snapshot(result);
  }

  /** It is this file that pi keeps the output in. */
  isIn(path: string): boolean {
    return this.#stored?.path === path || this.#intake.isFor(path);
  }

  /** See `OutputSource.offerFile`. */
  offerFile(path: string): void {
    this.#intake.offerFile(path);
  }

  append(text: string): void {
    this.#intake.append(text);
  }

  /** Without a result the run was cut off with its pi. */
  end(result?: EndResult): void {
    if (this.#isOver) return;
    this.#intake.end(result);
    this.#isOver = true;
    this.#log.end();
    this.#growth.flush();
    this.#growth.close();
    this.#intake.finish();
  }

  /** The run is over and known from pi's session file: `text` is its result as the model got it. */
  store(text: string, fullOutputPath?: string): void {
    this.#growth.close();
    this.#intake.end();
    this.#isOver = true;
    this.#log.end();
    if (fullOutputPath !== undefined) {
      const size = sizeOfPiFile(fullOutputPath, this.#options.folder);
      if (size !== undefined) {
        this.#stored = { path: fullOutputPath, size };
        return;
      }
      this.#writer.note('earlier output was in a file of pi that is gone');
    }
    this.#writer.put(withoutNotices(text, ''));
    this.#complete();
  }

  read(options: ReadOptions): AsyncGenerator<Uint8Array, void, void> {
    if (this.#stored && !this.#isClosed) this.#intake.takeStored(this.#stored.path);
    return this.#log.read(options);
  }

  /** Rejects with a Refusal (410) when the run is over and its output is no longer there. */
  async checkReadable(): Promise<void> {
    if (!this.#isOver) return;
    const reader = this.read({});
    await reader.next();
    await reader.return();
  }

  /** Moves what is in memory to the spool; without room there it is let go. */
  spill(): void {
    if (!this.#writer.own.spill()) this.letGo();
  }

  /** Gives up the text that is kept for this run: reading it is refused from now on. */
  letGo(): void {
    this.#writer.own.release();
  }

  /** Ends all readers at once; resolves when no file is open any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isOver = true;
    this.#growth.close();
    this.#log.close();
    this.#writer.own.release();
    await this.#intake.close();
  }

  #complete(): void {
    if (this.#isClosed) return;
    this.#log.complete();
    this.#writer.own.seal();
    this.#options.onComplete();
  }
}
