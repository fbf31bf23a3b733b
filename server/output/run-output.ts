// The output of one run: a log that can be read from any byte, is announced as it grows, and is moved to disk or
// released when memory is needed. Its OutputSource decides where its bytes come from.
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
  /** pi's temporary folder. */
  folder: string;
  onGrowth: (growth: Growth) => void;
  /** Called when the log is complete and no longer changes. */
  onComplete: () => void;
}

export class RunOutput {
  readonly #options: RunOptions;
  readonly #log = new OutputLog();
  readonly #growth: GrowthNotifier;
  readonly #writer: OutputWriter;
  readonly #completed = Promise.withResolvers<void>();
  readonly source: OutputSource;
  /** The digest of its text in pi's session file. */
  #textBytes = 0;
  #archiveName = '';
  /** Whether the run and its `text` come from the session file. */
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
        // Readers of this run get the bytes before all pages are notified of its growth.
        setImmediate(() => this.#growth.add(added, bytes));
      },
      onComplete: () => this.#complete(),
    });
  }

  /** After the end of the run, this is its final length, even while the rest of a file is still being read. */
  get bytes(): number {
    if (this.source.phase !== 'draining') return this.#log.bytes;
    return Math.max(this.#log.bytes, this.source.expectedBytes);
  }

  /** Whether nothing more will happen without a reader, so that the output may be moved, released, or forgotten. */
  get isAtRest(): boolean {
    return this.source.phase === 'ended' || this.source.from === 'stored';
  }

  get memoryBytes(): number {
    return this.#writer.buffer.memoryBytes;
  }

  get isSpooled(): boolean {
    return this.#writer.buffer.isSpooled;
  }

  /** Empty during the run. */
  get archiveName(): string {
    return this.#archiveName;
  }

  /** Resolves when the output is complete; never for a run that is closed before its end. */
  get whenComplete(): Promise<void> {
    return this.#completed.promise;
  }

  /** Whether the run is over and its output is longer than its text. */
  get isWorthKeeping(): boolean {
    if (this.source.phase !== 'ended' || this.#isArchived) return false;
    // Without a file, the text only says that the output no longer exists.
    if (this.#isStored && this.source.from !== 'file') return false;
    return this.#log.bytes > this.#textBytes;
  }

  /** Call this when the run ends. Without a result, pi itself has exited. */
  end(result?: EndResult): void {
    this.#setText(snapshotOf(result).text);
    this.source.end(result);
    this.#log.end();
    this.#growth.flush();
    this.#growth.close();
  }

  /** Takes the output from pi's session file, where `text` is the result as the model received it. */
  store(text: string, fullOutputPath?: string): void {
    this.#setText(text);
    this.#isStored = true;
    this.#growth.close();
    this.#log.end();
    this.source.store(text, fullOutputPath);
  }

  /** From now on, reads the output from the archive. */
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

  /** Rejects with a Refusal 410 if the run is over and its output no longer exists. */
  async checkReadable(): Promise<void> {
    if (this.source.phase === 'running') return;
    const reader = this.read({});
    await reader.next();
    await reader.return();
  }

  /** Moves the part in memory to the spool, or releases everything if the spool is full or fails. */
  spill(): void {
    if (!this.#writer.buffer.spill()) this.release();
  }

  /** Frees the text kept for this run. Reads are refused from now on. */
  release(): void {
    this.#writer.buffer.release();
  }

  /** Ends all readers at once. Resolves when all files are closed. */
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
