// Reads a file while somebody else writes it: at each sign of a change, and by a slow poll where the signs fail.
import { watch, type FSWatcher } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { DecodedFile } from './decoded-file.ts';

const POLL_MS = 250;
/** pi names its file before it is created (`createWriteStream`), usually by less than a millisecond. */
const APPEARS_WITHIN_MS = 1000;
const APPEARS_POLL_MS = 20;
/** After the end of the run, a file that is not whole is given up when it has not grown for so long. */
const QUIET_MS = 1000;

interface FollowOptions {
  path: string;
  file: DecodedFile;
  /** Gets the text as it comes; the next is read when it is done. */
  take: (bytes: Buffer) => void | Promise<void>;
  /** Whether the file, read to where it ends now, is all there will be. Asked after the end of the run only. */
  isWhole: () => boolean | Promise<boolean>;
}

export class FileFollower {
  readonly #options: FollowOptions;
  #endedAt?: number;
  #isClosed = false;
  #isOpen = false;
  #hasNews = false;
  #wake?: () => void;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Resolves when the run has ended and the file was read, or after `close`; rejects when it cannot be read. */
  async run(): Promise<void> {
    const { file, path } = this.#options;
    let watcher: FSWatcher | undefined;
    try {
      await this.#open();
      watcher = watchFile(path, () => this.nudge());
      await this.#readOn();
    } finally {
      watcher?.close();
      await file.close();
    }
  }

  /** Something says that there is more. */
  nudge(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  /** The run is over: what is still missing in the file is on its way, or will never come. */
  end(): void {
    this.#endedAt ??= performance.now();
    this.nudge();
  }

  close(): void {
    this.#isClosed = true;
    this.nudge();
  }

  async #open(): Promise<void> {
    const giveUpAt = performance.now() + APPEARS_WITHIN_MS;
    for (;;) {
      try {
        await this.#options.file.keepOpen();
        this.#isOpen = true;
        return;
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (!isMissing || this.#isClosed || performance.now() > giveUpAt) throw error;
        await this.#news(APPEARS_POLL_MS);
      }
    }
  }

  async #readOn(): Promise<void> {
    const { file, take, isWhole } = this.#options;
    let grewAt = 0;
    while (!this.#isClosed) {
      // Looked at before the scan: only what is read after the end of the run can be the last.
      const endedAt = this.#endedAt;
      const bytes = endedAt === undefined ? file.scanNow() : await file.scan();
      if (bytes) {
        grewAt = performance.now();
        await take(bytes);
        // There may be much more of it: everybody else has a turn, too.
        await setImmediate();
      } else if (endedAt !== undefined) {
        if ((await isWhole()) || performance.now() - Math.max(grewAt, endedAt) > QUIET_MS) break;
        await this.#news(POLL_MS);
      } else {
        await this.#news(POLL_MS);
      }
    }
    if (this.#isClosed) return;
    const rest = await file.scan(true);
    if (rest) await take(rest);
  }

  #news(timeoutMs: number): Promise<void> {
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

/** Undefined where the system has no watch to give: the poll has to do then. */
function watchFile(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
}
