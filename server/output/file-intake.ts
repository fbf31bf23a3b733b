// Reads pi's file with the output of a run into the log, while pi writes it and shortly after the run. Compares the
// start of the file with the text that is already in the log (the head), so that nothing is appended twice.
import { watch, type FSWatcher } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { OutputBuffer } from './output-buffer.ts';
import type { OutputLog } from './output-log.ts';
import { openPiFile } from './pi-file.ts';
import { RawFile, rawLength, type Scan } from './raw-file.ts';

const POLL_MS = 250;
/**
 * pi names its file before creating it (`createWriteStream`), usually less than a millisecond earlier, and seconds
 * earlier on a machine with too much to do.
 */
const APPEARS_WITHIN_MS = 15_000;
/** Once the run is over, a file that is still missing is looked for this often. */
const APPEARS_WITHIN_LOOKS = 50;
const APPEARS_POLL_MS = 20;
/** Once the run is over, an incomplete file is given up after it has not grown for this time. */
const QUIET_MS = 1000;

interface FileIntakeOptions {
  path: string;
  /** pi's temporary folder. */
  folder: string;
  log: OutputLog;
  /**
   * The output that the log has as text, which no longer grows. It is released once the file is known to have the same
   * bytes.
   */
  head: OutputBuffer;
  /** Whether the file, up to its current end, has all of the output. Called only after the end of the run. */
  isWhole: (file: RawFile) => boolean | Promise<boolean>;
  onGrowth: (added: Uint8Array) => void;
}

export class FileIntake {
  readonly path: string;
  readonly file: RawFile;
  readonly #options: FileIntakeOptions;
  readonly #headLength: number;
  #phase: 'opening' | 'comparing' | 'following' | 'closed' = 'opening';
  /** Whether the head has the same bytes as the file, and not only the same text. */
  #isHeadRaw = true;
  /** An offset in the log minus the corresponding offset in the file. */
  #shift = 0;
  #endedAt?: number;
  #hasNews = false;
  #wake?: () => void;

  constructor(options: FileIntakeOptions) {
    const { path, folder, head } = options;
    this.#options = options;
    this.path = path;
    this.#headLength = head.length;
    this.file = new RawFile(() => openPiFile(path, folder));
  }

  /** Whether the file is known to continue the log, which then grows with it. */
  get isFollowing(): boolean {
    return this.#phase === 'following';
  }

  /** The amount of output in the log, in bytes of text as pi counts them. */
  get textLength(): number {
    return Math.max(this.#headLength, this.file.textLength);
  }

  /** Converts the length of the file to the length of the log. */
  logLength(fileLength: number): number {
    return Math.max(this.#headLength, fileLength + this.#shift);
  }

  /**
   * Reads the file. Resolves once the run is over and the file was read to its end, or after `close`. Rejects if the
   * file cannot be read or does not begin with the head.
   */
  async run(): Promise<void> {
    let watcher: FSWatcher | undefined;
    try {
      await this.#open();
      watcher = watchFile(this.path, () => this.nudge());
      await this.#follow();
    } finally {
      watcher?.close();
      await this.file.close();
    }
  }

  /** Call this when there may be more to read. */
  nudge(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  /** Call this when the run is over. The rest of the file is being written then, or never will be. */
  end(): void {
    this.#endedAt ??= performance.now();
    this.nudge();
  }

  close(): void {
    this.#phase = 'closed';
    this.nudge();
  }

  async #open(): Promise<void> {
    const giveUpAt = performance.now() + APPEARS_WITHIN_MS;
    for (let looksAfterEnd = 0; ;) {
      try {
        await this.file.keepOpen();
        if (this.#phase === 'opening') this.#phase = this.#headLength === 0 ? 'following' : 'comparing';
        return;
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (this.#endedAt !== undefined) looksAfterEnd += 1;
        const isLate = performance.now() > giveUpAt || looksAfterEnd > APPEARS_WITHIN_LOOKS;
        if (!isMissing || this.#isClosed() || isLate) throw error;
        await this.#waitForNews(APPEARS_POLL_MS);
      }
    }
  }

  async #follow(): Promise<void> {
    const { file } = this;
    let grewAt = 0;
    while (!this.#isClosed()) {
      // This is checked before the scan, because only a scan that begins after the end of the run can be the last.
      const endedAt = this.#endedAt;
      const scan = endedAt === undefined ? file.scanNow() : await file.scan();
      if (scan) {
        grewAt = performance.now();
        await this.#add(scan);
        // The file may be huge, so other work is run in between.
        await setImmediate();
        continue;
      }
      const isQuiet = endedAt !== undefined && performance.now() - Math.max(grewAt, endedAt) > QUIET_MS;
      if (endedAt !== undefined && ((await this.#options.isWhole(file)) || isQuiet)) break;
      await this.#waitForNews(POLL_MS);
    }
    if (this.#isClosed()) return;
    const rest = await file.scan(true);
    if (rest) await this.#add(rest);
  }

  async #add({ bytes, text }: Scan): Promise<void> {
    const { log, head, onGrowth } = this.#options;
    const { file } = this;
    const at = file.length - bytes.length;
    let start = at;
    if (!this.isFollowing) {
      const textAt = file.textLength - text.length;
      if (!(await this.#isHeadContinuedBy(text, textAt)))
        throw new Error(`${this.path} belongs to another output.`);
      const compared = Math.min(text.length, this.#headLength - textAt);
      this.#isHeadRaw &&= text.subarray(0, compared).equals(bytes.subarray(0, compared));
      if (file.textLength < this.#headLength || this.#isClosed()) return;
      start += rawLength(bytes, this.#headLength - textAt, at === 0);
      this.#phase = 'following';
      this.#shift = this.#headLength - start;
      if (this.#isHeadRaw) {
        log.move(head, file);
        head.release();
      }
    }
    if (start === file.length) return;
    log.grow(file, start, file.length - start);
    onGrowth(bytes.subarray(start - at));
  }

  /** Whether the head and `text`, at `at` in the file's text, agree over the length that both cover. */
  async #isHeadContinuedBy(text: Buffer, at: number): Promise<boolean> {
    const end = Math.min(this.#headLength, at + text.length);
    for (let from = at; from < end;) {
      const part = await this.#options.head.read(from, end - from);
      if (part.length === 0 || text.compare(part, 0, part.length, from - at, from - at + part.length) !== 0) {
        return false;
      }
      from += part.length;
    }
    return true;
  }

  #isClosed(): boolean {
    return this.#phase === 'closed';
  }

  #waitForNews(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        this.#hasNews = false;
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#wake = done;
      if (this.#hasNews) done();
    });
  }
}

/** Returns undefined if the system cannot watch the file, which is then only polled. */
function watchFile(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
}
