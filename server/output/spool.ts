// The private folder for output that is too large for memory and that pi does not keep in a file. Its size is limited.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';

/** One file of the spool. Synchronous writes keep the order, and keep nothing in memory twice. */
export interface SpoolFile {
  /** Returns false, and adds nothing, if the spool is full or the disk fails. */
  append: (bytes: Uint8Array) => boolean;
  read: (from: number, max: number) => Promise<Uint8Array>;
  /** Call this when nothing more will be added. */
  seal: () => void;
  /** Deletes the file and frees its space. */
  remove: () => void;
}

export class Spool {
  readonly #maxBytes: number;
  #used = 0;
  #folder?: string;
  #count = 0;
  #isClosed = false;
  /** Called to free `bytes` of space before a write is refused. */
  makeRoom: (bytes: number) => void = () => {};

  /** `maxBytes`: of all files together. The folder is created with the first file. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get used(): number {
    return this.#used;
  }

  /** @throws the error of the file system */
  create(): SpoolFile {
    if (this.#isClosed) throw new Error('The spool is closed.');
    // mkdtemp makes the folder accessible to this user only (0700).
    this.#folder ??= mkdtempSync(join(tmpdir(), 'pi-panel-output-'));
    const path = join(this.#folder, `${this.#count++}`);
    let fd: number | undefined = openSync(path, 'wx', 0o600);
    let length = 0;

    const seal = (): void => {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    };
    return {
      append: (bytes) => {
        if (fd === undefined || !this.#reserve(bytes.length)) return false;
        try {
          for (let written = 0; written < bytes.length;) {
            written += writeSync(fd, bytes, written, bytes.length - written, length + written);
          }
          length += bytes.length;
          return true;
        } catch {
          // The disk or a quota is full. The caller notes the gap in the log, and the next write replaces a partial
          // one.
          this.#used -= bytes.length;
          return false;
        }
      },
      read: async (from, max) => {
        const handle = await open(path).catch(() => {
          throw gone();
        });
        try {
          const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(max), 0, max, from);
          if (bytesRead === 0) throw gone();
          return buffer.subarray(0, bytesRead);
        } finally {
          await handle.close();
        }
      },
      seal,
      remove: () => {
        seal();
        this.#used -= length;
        length = 0;
        if (!this.#isClosed) rmSync(path, { force: true });
      },
    };
  }

  /** Removes the folder and everything in it. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const folder = this.#folder;
    this.#folder = undefined;
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  #reserve(bytes: number): boolean {
    if (this.#used + bytes > this.#maxBytes) this.makeRoom(this.#used + bytes - this.#maxBytes);
    if (this.#used + bytes > this.#maxBytes) return false;
    this.#used += bytes;
    return true;
  }
}

function gone(): Refusal {
  return new Refusal(410, 'gone', 'The temporary file with this output no longer exists.');
}
