// The output of one run: a log that is read from any byte, announced as it grows, and moved to disk or released when
// room is needed. Where its bytes come from is decided by its OutputSource.
import { withoutNotices } from '../../shared/pi/bash-text.ts';
import { archiveName, type Archived } from './archive.ts';
import { GrowthNotifier, type Growth } from './growth-notifier.ts';
import { OutputLog, type ReadOptions } from './output-log.ts';
import { OutputSource } from './output-source.ts';
import { OutputWriter } from './output-writer.ts';
import { snapshotOf, type EndResult } from './pi-result.ts';
import type { Spool } from './spool.ts';

export interface RunOptions {
  call: string;
  spool: Spool;
  /** The temporary folder of pi. */
  folder: string;
  onGrowth: (growth: Growth) => void;
  /** The log is complete and no longer changes. */
  onComplete: () => void;
}

export class RunOutput {
  readonly #options: RunOptions;
  readonly #log = new OutputLog();
  readonly #growth: GrowthNotifier;
  readonly #writer: OutputWriter;
  readonly #completed = Promise.withResolvers<void>();
  readonly source: OutputSource;
  /** Digest of the text that pi's session file has of it. */
  #textBytes = 0;
  #archiveName = '';
  /** Known from the session file, and `text` with it. */
  #isStored = false;
  #isArchived = false;

  constructor(options: RunOptions) {
    const { spool, folder, onGrowth } = options;
    this.#options = options;
    this.#growth = new GrowthNotifier(onGrowth);
    this.#writer = new OutputWriter({
      log: this.#log,
      spool,
      onText: (text) => this.#growth.add(text, this.#log.bytes),
    });
    this.source = new OutputSource({
      log: this.#log,
      writer: this.#writer,
      folder,
      onGrowth: (added) => {
        const { bytes } = this.#log;
        // Readers of the run come first: they get the bytes before all pages hear that it grew.
        setImmediate(() => this.#growth.add(added, bytes));
      },
      onComplete: () => this.#complete(),
    });
  }

  /** After the end of the run its final length, even while the rest of a file is still being read. */
  get bytes(): number {
    if (this.source.phase !== 'draining') return this.#log.bytes;
    return Math.max(this.#log.bytes, this.source.expectedBytes);
  }

  /** Nothing happens unless a reader comes: it may be moved, released, or forgotten. */
  get isAtRest(): boolean {
    return this.source.phase === 'ended' || this.source.from === 'stored';
  }

  get memoryBytes(): number {
    return this.#writer.buffer.memoryBytes;
  }

  get isSpooled(): boolean {
    return this.#writer.buffer.isSpooled;
  }

  /** Empty while it runs. */
  get archiveName(): string {
    return this.#archiveName;
  }

  /** Resolves when it is complete, which a run that is closed before its end never is. */
  get whenComplete(): Promise<void> {
    return this.#completed.promise;
  }

  /** It is over, and its output is more than its text. */
  get isWorthKeeping(): boolean {
    if (this.source.phase !== 'ended' || this.#isArchived) return false;
    // Otherwise the text only says that the output is gone.
    if (this.#isStored && this.source.from !== 'file') return false;
    return this.#log.bytes > this.#textBytes;
  }

  /** Without a result the run ended with its pi. */
  end(result?: EndResult): void {
    this.#setText(snapshotOf(result).text);
    this.source.end(result);
    this.#log.end();
    this.#growth.flush();
    this.#growth.close();
  }

  /** The run is known from pi's session file: `text` is its result as the model got it. */
  store(text: string, fullOutputPath?: string): void {
    this.#setText(text);
    this.#isStored = true;
    this.#growth.close();
    this.#log.end();
    this.source.store(text, fullOutputPath);
  }

  /** From now on the output is read from the archive. */
  restore(archived: Archived): void {
    this.#isArchived = true;
    this.#growth.close();
    this.#log.replaceAll(archived, archived.length);
    this.source.leave();
    this.release();
  }

  read(options: ReadOptions): AsyncGenerator<Uint8Array, void, void> {
    this.source.openStored();
    return this.#log.read(options);
  }

  /** Rejects with a Refusal (410) when the run is over and its output no longer exists. */
  async checkReadable(): Promise<void> {
    if (this.source.phase === 'running') return;
    const reader = this.read({});
    await reader.next();
    await reader.return();
  }

  /** Moves the part in memory to the spool, or releases everything when the spool is full or fails. */
  spill(): void {
    if (!this.#writer.buffer.spill()) this.release();
  }

  /** Frees the text kept for this run: reading it is refused from now on. */
  release(): void {
    this.#writer.buffer.release();
  }

  /** Ends all readers at once; resolves when all files are closed. */
  async close(): Promise<void> {
    this.#growth.close();
    this.#log.close();
    this.release();
    await this.source.close();
  }

  #setText(text: string): void {
    this.#textBytes = Buffer.byteLength(withoutNotices(text, ''));
    this.#archiveName = archiveName(this.#options.call, text);
  }

  #complete(): void {
    this.#log.complete();
    this.#writer.buffer.seal();
    this.#options.onComplete();
    this.#completed.resolve();
  }
}
