// Decides where the bytes of one run come from, and appends them to its log: at first the text of pi's updates, then
// pi's file as soon as it exists, or pi's rolling tail if that file cannot be read.
import { basename } from 'node:path';
import { withoutNotices } from '../../shared/pi/bash-text.ts';
import type { ToolResult } from '../../shared/pi/events.ts';
import { FileIntake } from './file-intake.ts';
import type { OutputLog } from './output-log.ts';
import type { Phase, Source } from './output-state.ts';
import type { OutputWriter } from './output-writer.ts';
import { piFileBeginsWith, sizeOfPiFile } from './pi-file.ts';
import { snapshotOf, type EndResult, type Snapshot } from './pi-result.ts';
import type { RawFile } from './raw-file.ts';
import { TextIntake } from './text-intake.ts';

interface SourceOptions {
  log: OutputLog;
  writer: OutputWriter;
  /** pi's temporary folder. */
  folder: string;
  /** Called after bytes of a file were appended to the log. (The writer announces text.) */
  onGrowth: (added: Uint8Array) => void;
  /** Called when the run is over and all of its output is in the log. */
  onComplete: () => void;
}

/** The most snapshots that are kept until pi's file is known to be readable: those of two seconds, up to 50 KB each. */
const WAITING_SNAPSHOTS = 20;

export class OutputSource {
  readonly #options: SourceOptions;
  readonly #writer: OutputWriter;
  readonly #text: TextIntake;
  #source: Source = { from: 'text' };
  #phase: Phase = 'running';
  /** Who started the run, which decides how much pi reports about it. 'session': it is known from the session file. */
  #kind: 'tool' | 'userBash' | 'session' = 'tool';
  #waiting: Snapshot[] = [];
  /** The length that the log will have, as far as the size of pi's file shows. */
  #bytesAtEnd?: number;
  #reading?: Promise<unknown>;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#writer = options.writer;
    this.#text = new TextIntake(options.writer);
  }

  get phase(): Phase {
    return this.#phase;
  }

  get from(): Source['from'] {
    return this.#source.from;
  }

  /** The number of bytes that the log will have, as far as is known. */
  get expectedBytes(): number {
    return this.#bytesAtEnd ?? this.#text.bytes;
  }

  /** Whether a file belongs to this run. `text`: the path of the file, or a text that contains its name. */
  isFor(text: string): boolean {
    const source = this.#source;
    if (source.from === 'stored') return source.path === text;
    return source.from === 'file' && text.includes(basename(source.intake.path));
  }

  addSnapshot(result: ToolResult): void {
    if (this.#phase !== 'running') return;
    const snapshot = snapshotOf(result);
    this.#text.setLast(snapshot);
    if (snapshot.fullOutputPath !== undefined) this.#useNamedFile(snapshot.fullOutputPath);
    if (this.#source.from !== 'file') return this.#text.addSnapshot(snapshot);
    const { intake } = this.#source;
    intake.nudge();
    this.#waiting = intake.isFollowing ? [] : [...this.#waiting, snapshot].slice(-WAITING_SNAPSHOTS);
  }

  addDelta(text: string): void {
    if (this.#phase !== 'running' || text === '') return;
    this.#kind = 'userBash';
    this.#text.addDelta(text);
  }

  /**
   * Offers a file that pi has created but not named yet. Call this only while no other run could own it. The file is
   * used if it begins with the text that pi has sent for this run so far, which must not be empty.
   */
  offerFile(path: string): void {
    if (this.#source.from !== 'text' || this.#phase !== 'running' || this.#kind === 'userBash') return;
    const shown = Buffer.from(this.#text.held);
    if (shown.length > 0 && piFileBeginsWith(path, this.#options.folder, shown)) this.#openFile(path, false);
  }

  /** Call this when the run ends. Afterwards only the rest of pi's file is added. Without a result, pi has exited. */
  end(result?: EndResult): void {
    if (this.#phase !== 'running') return;
    if (result) this.#addResult(result);
    this.#phase = 'draining';
    if (this.#source.from !== 'file') return this.#complete();
    this.#bytesAtEnd = this.#lengthAtEnd(this.#source.intake);
    this.#source.intake.end();
  }

  /** Takes the output from the session file, where `text` is the result as the model received it. */
  store(text: string, path?: string): void {
    this.#kind = 'session';
    this.#phase = 'draining';
    const size = path === undefined ? undefined : sizeOfPiFile(path, this.#options.folder);
    if (path !== undefined && size !== undefined) {
      this.#source = { from: 'stored', path };
      this.#bytesAtEnd = size;
      return;
    }
    if (path !== undefined) this.#writer.writeNote('earlier output was in a file of pi that is gone');
    this.#writer.write(withoutNotices(text, ''));
    this.#complete();
  }

  /** Starts reading the file of a stored run. */
  openStored(): void {
    if (this.#source.from !== 'stored' || this.#phase === 'closed') return;
    this.#openFile(this.#source.path, true).end();
  }

  /** Call this when the output is kept elsewhere. Nothing more is added then. */
  leave(): void {
    if (this.#source.from === 'file') this.#source.intake.close();
    this.#source = { from: 'text' };
    this.#phase = 'ended';
  }

  /** Resolves when all files are closed. */
  async close(): Promise<void> {
    this.#phase = 'closed';
    if (this.#source.from === 'file') this.#source.intake.close();
    await this.#reading;
  }

  #addResult(result: EndResult): void {
    const end = snapshotOf(result);
    if ('output' in result) this.#kind = 'userBash';
    if (end.fullOutputPath !== undefined) this.#useNamedFile(end.fullOutputPath);
    if (this.#kind === 'userBash') {
      this.#text.setResult(end, false);
      if (this.#source.from !== 'file') this.#text.addBashResult();
    } else {
      this.#addToolResult(end, 'isError' in result ? result.isError : undefined);
    }
  }

  #addToolResult(end: Snapshot, isError?: boolean): void {
    const text = withoutNotices(end.text, this.#text.held, isError);
    // Before pi 1.x, a failed run has the path only in its text.
    if (this.#source.from === 'file' && !this.#source.isNamed && !this.isFor(end.text)) {
      this.#leaveFoundFile(this.#source.intake, 'pi keeps no file of this output');
      return this.#writer.write(text);
    }
    const hasFile = this.#source.from === 'file';
    this.#text.setResult({ ...end, text }, hasFile);
    if (!hasFile) this.#text.addToolResult();
  }

  /**
   * Returns the length at the end of the run. By then pi has closed a tool's file, but not yet the file of a user bash
   * command (in pi 0.73.1 to 1.5.2).
   */
  #lengthAtEnd(intake: FileIntake): number | undefined {
    const size = sizeOfPiFile(intake.path, this.#options.folder);
    if (size === undefined) return undefined;
    const length = intake.logLength(size);
    return this.#kind === 'tool' ? length : Math.max(length, this.#text.bytes);
  }

  #useNamedFile(path: string): void {
    if (this.#source.from === 'tails') return;
    if (this.#source.from === 'file') {
      if (this.isFor(path)) {
        this.#source.isNamed = true;
        return;
      }
      this.#leaveFoundFile(this.#source.intake, 'pi keeps this output in another file');
    }
    this.#openFile(path, true);
  }

  /**
   * Call this when the file that PiFileWatch found belongs to another run. That was not seen in any version (pi 0.73.1
   * to 1.5.2). A note in the log tells the user that the text before it may come from that run.
   */
  #leaveFoundFile(intake: FileIntake, why: string): void {
    intake.close();
    this.#source = { from: 'text' };
    this.#writer.startNewBuffer();
    this.#writer.writeNote(`${why}; all of it follows`);
  }

  #openFile(path: string, isNamed: boolean): FileIntake {
    if (this.#writer.droppedBytes > 0) this.#writer.writeNote('the rest follows from pi’s file');
    const { folder, log, onGrowth } = this.#options;
    const isWhole = async (file: RawFile): Promise<boolean> =>
      this.#kind === 'session' || this.#text.isAllIn(file);
    const intake = new FileIntake({ path, folder, log, head: this.#writer.buffer, isWhole, onGrowth });
    this.#source = { from: 'file', intake, isNamed };
    const isCurrent = (): boolean =>
      this.#phase !== 'closed' && this.#source.from === 'file' && this.#source.intake === intake;
    const reading = intake.run().then(
      () => (isCurrent() ? this.#finishFile(intake) : undefined),
      () => (isCurrent() ? this.#fallBack(intake) : undefined),
    );
    // A file that is no longer used may still be closing.
    this.#reading = Promise.all([this.#reading, reading]);
    return intake;
  }

  /** Call this when the file was read to its end. If it holds less than pi counted, pi's last text supplies the end. */
  async #finishFile(intake: FileIntake): Promise<void> {
    if (this.#kind !== 'session') await this.#text.addMissing(intake.textLength, intake.file);
    this.#complete();
  }

  /** Uses the text that pi has sent, because its file cannot be read or belongs to another output. */
  #fallBack(intake: FileIntake): void {
    this.#source = { from: 'tails' };
    if (intake.isFollowing && intake.file.length > 0) {
      this.#writer.startNewBuffer();
      this.#text.continueFrom(intake.textLength, Buffer.alloc(0));
    }
    for (const snapshot of this.#waiting.splice(0)) this.#text.addSnapshot(snapshot);
    if (this.#phase === 'running') return;
    if (this.#kind === 'session')
      this.#writer.writeNote('the file in which pi keeps this output cannot be read');
    else if (this.#kind === 'userBash') this.#text.addBashResult();
    else this.#text.addLast();
    this.#complete();
  }

  #complete(): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'ended';
    this.#text.clear();
    this.#options.onComplete();
  }
}
