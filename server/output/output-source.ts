// Puts what pi says about one run into its log: it begins with the text of pi's snapshots or deltas; once pi keeps
// a file, the file is the source; where that cannot be read, pi's rolling tail.
import { basename } from 'node:path';
import type { ToolResult } from '../../shared/pi/events.ts';
import type { DecodedFile } from './decoded-file.ts';
import { FileIntake } from './file-intake.ts';
import type { OutputLog } from './output-log.ts';
import type { OutputWriter } from './output-writer.ts';
import { piFileBeginsWith, sizeOfPiFile } from './pi-file.ts';
import { snapshotOf, withoutNotices, type EndResult, type Snapshot } from './pi-result.ts';
import { COMPARED_BYTES } from './rolling-tail.ts';
import { TextIntake } from './text-intake.ts';

interface IntakeOptions {
  log: OutputLog;
  writer: OutputWriter;
  /** The temporary folder of pi. */
  folder: string;
  /** What the file brought; the writer tells of text by itself. */
  onGrowth: (added: Uint8Array) => void;
  /** The run is over, and all there will be is in the log. */
  onComplete: () => void;
}

/** Snapshots kept until it is known whether pi's file can be read: two seconds of them, 50 KB each at most. */
const WAITING_SNAPSHOTS = 20;

export class OutputSource {
  readonly #options: IntakeOptions;
  readonly #writer: OutputWriter;
  readonly #text: TextIntake;
  #file?: FileIntake;
  /** pi has named the file itself. */
  #isNamed = false;
  #following?: Promise<unknown>;
  #isFileRefused = false;
  #waiting: Snapshot[] = [];
  /** The last that pi showed, without its notices once the run is over. */
  #last: Snapshot = { text: '', isTruncated: false };
  /** Bytes of output by what pi said; the log may be behind. */
  #expected?: number;
  #isUserBash = false;
  /** The run is known from the session file only. */
  #isStored = false;
  /** Bytes that there were at least when the run ended, for a pi that does not count them. */
  #sizeAtEnd = 0;
  #isOver = false;
  #isClosed = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#writer = options.writer;
    this.#text = new TextIntake(options.writer);
  }

  /** How many bytes there are in all, as far as that is known; the log may be behind. */
  get expectedBytes(): number {
    return this.#expected ?? this.#sizeAtEnd;
  }

  /** A file is being read, or was. */
  get hasFile(): boolean {
    return this.#file !== undefined;
  }

  /** The file that is followed is named in this text, or has this path. */
  isFor(text: string): boolean {
    return this.#file !== undefined && text.includes(basename(this.#file.path));
  }

  snapshot(result: ToolResult): void {
    if (this.#isOver) return;
    const snapshot = snapshotOf(result);
    this.#last = snapshot;
    this.#expected = snapshot.isTruncated ? snapshot.totalBytes : Buffer.byteLength(snapshot.text);
    if (snapshot.fullOutputPath !== undefined) this.#followFile(snapshot.fullOutputPath);
    if (!this.#file) return this.#text.takeSnapshot(snapshot);
    this.#file.nudge();
    this.#waiting = this.#file.isOpen ? [] : [...this.#waiting, snapshot].slice(-WAITING_SNAPSHOTS);
  }

  /**
   * A file that pi has made and not named yet, when no other run could be the one it is for: followed when it begins
   * with what pi has shown of this run, of which there must be something.
   */
  offerFile(path: string): void {
    if (this.#file || this.#isFileRefused || this.#isOver || this.#isUserBash) return;
    const shown = Buffer.from(this.#text.held);
    if (shown.length > 0 && piFileBeginsWith(path, this.#options.folder, shown)) this.#openFile(path);
  }

  append(text: string): void {
    if (this.#isOver || text === '') return;
    this.#isUserBash = true;
    this.#expected = (this.#expected ?? 0) + Buffer.byteLength(text);
    this.#text.takeDelta(text);
  }

  /** Nothing more is taken. Without a result the run was cut off with its pi. */
  end(result?: EndResult): void {
    if (this.#isOver) return;
    if (result) this.#takeEnd(result);
    this.#isOver = true;
  }

  /** To be called after `end`: what is still in a file is taken in, then it is complete. */
  finish(): void {
    if (this.#file) this.#file.end();
    else this.#complete();
  }

  /** All of a run that is over stands in this file. */
  takeStored(path: string): void {
    this.#isOver = true;
    this.#isStored = true;
    this.#followFile(path);
    this.#file?.end();
  }

  /** Resolves when no file is open any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isOver = true;
    this.#file?.close();
    await this.#following;
  }

  #takeEnd(result: EndResult): void {
    const end = snapshotOf(result);
    if (end.fullOutputPath !== undefined) {
      this.#followFile(end.fullOutputPath);
      const size = sizeOfPiFile(end.fullOutputPath, this.#options.folder) ?? 0;
      this.#sizeAtEnd = Math.max(size, Buffer.byteLength(end.text));
    }
    if (this.#isUserBash || 'output' in result) {
      this.#isUserBash = true;
      this.#last = end;
      if (!this.#file) this.#takeBashOutput();
      return;
    }
    const text = withoutNotices(end.text, this.#text.held, 'isError' in result ? result.isError : undefined);
    // Below 1.x the path stands only in the text of a failed one.
    if (this.#file && !this.#isNamed && !this.isFor(end.text)) {
      this.#leaveFile('pi keeps no file of this output');
      return this.#writer.put(text);
    }
    // A failed bash has no details (below 1.x); the numbers of its last snapshot hold then.
    if (this.#file && end.isTruncated) this.#expected = end.totalBytes ?? this.#expected;
    this.#last = {
      ...end,
      text,
      isTruncated: this.#last.isTruncated || end.isTruncated,
    };
    if (this.#file) return;
    // Other tools cut their results, too, but from the other end: no gap is made up for what they count.
    if (this.#expected !== undefined) this.#text.takeTail(text, this.#expected);
    this.#text.takeWhole(text);
  }

  /** pi's answer to the person's bash. The deltas (pi >= 0.82) are complete; before there were none. */
  #takeBashOutput(): void {
    const { text, isTruncated, fullOutputPath } = this.#last;
    const { droppedBytes } = this.#writer;
    if (droppedBytes > 0) return this.#writer.note(`${droppedBytes} bytes are missing`);
    const isCut = isTruncated || fullOutputPath !== undefined;
    if (!isCut) return this.#text.takeWhole(text);
    if (this.#expected !== undefined) return;
    this.#writer.note('earlier output is not shown by pi');
    this.#writer.put(text);
  }

  #followFile(path: string): void {
    if (this.#isFileRefused) return;
    if (this.#file && !this.isFor(path)) this.#leaveFile('pi keeps this output in another file');
    this.#isNamed = true;
    if (!this.#file) this.#openFile(path);
  }

  /** Not seen with any pi: the file that was offered is not that of this run. */
  #leaveFile(why: string): void {
    this.#file?.close();
    this.#file = undefined;
    this.#writer.startAnew();
    this.#writer.note(`${why}; all of it follows`);
  }

  #openFile(path: string): void {
    if (this.#writer.droppedBytes > 0) this.#writer.note('the rest follows from pi’s file');
    const file = new FileIntake({
      path,
      folder: this.#options.folder,
      log: this.#options.log,
      head: this.#writer.own,
      isWhole: (text) => this.#isWhole(text),
      onGrowth: this.#options.onGrowth,
    });
    this.#file = file;
    const following = file.run().then(
      () => this.#finishFile(file),
      () => this.#refuseFile(file),
    );
    // One that was left may still be closing.
    this.#following = Promise.all([this.#following, following]);
  }

  async #isWhole(file: DecodedFile): Promise<boolean> {
    if (this.#isStored) return true;
    if (this.#expected !== undefined) return file.lengthAtEnd >= this.#expected;
    // pi < 0.82 says of the person's bash only how it ends, and does not wait for its file to be written.
    const lastWords = Buffer.from(this.#last.text.trimEnd()).subarray(-1024);
    return (await file.end(2048)).includes(lastWords);
  }

  /** The file was read to its end; where it holds less than pi counted, pi's last words must do. */
  async #finishFile(intake: FileIntake): Promise<void> {
    if (intake !== this.#file) return;
    const { file, covered } = intake;
    if (!this.#isClosed && !this.#isStored && this.#expected !== undefined && this.#expected > covered) {
      const end = await file.end(COMPARED_BYTES).catch(() => Buffer.alloc(0));
      this.#writer.startAnew();
      this.#text.continueFrom(covered, end);
      this.#text.takeTail(this.#last.text, this.#expected);
    }
    this.#complete();
  }

  /** The file cannot be read: what pi showed while it was tried is put together instead. */
  #refuseFile(intake: FileIntake): void {
    if (this.#isClosed || intake !== this.#file) return;
    const { file, covered } = intake;
    this.#isFileRefused = true;
    this.#file = undefined;
    if (file.length > 0) {
      this.#writer.startAnew();
      this.#text.continueFrom(covered, Buffer.alloc(0));
    }
    for (const snapshot of this.#waiting.splice(0)) this.#text.takeSnapshot(snapshot);
    if (!this.#isOver) return;
    if (this.#isStored) this.#writer.note('the file in which pi keeps this output cannot be read');
    else if (this.#isUserBash) this.#takeBashOutput();
    else this.#text.takeSnapshot({ ...this.#last, totalBytes: this.#expected });
    this.#complete();
  }

  #complete(): void {
    if (this.#isClosed) return;
    this.#text.forget();
    this.#last = { text: '', isTruncated: false };
    this.#options.onComplete();
  }
}
