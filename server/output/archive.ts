// Keeps the output of finished runs as compressed files beside the panel's state, because pi's own files disappear with
// the temporary folder. Output that pi's session file holds completely is left out. All panels share one folder.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ByteSource } from './output-log.ts';
import { writeZstd, ZstdFile } from './zstd-file.ts';

/** The most bytes on disk for all files together. The oldest files are removed first. */
const MAX_BYTES = 500 * 1024 * 1024;
/** The share of this that the output of one run may take. A larger one is not kept. */
const MAX_SHARE = 1 / 4;
/** The smallest unit that file systems allocate. */
const BLOCK_BYTES = 4096;
/** After this time, an unfinished file must come from a panel that was killed. */
const MAX_UNFINISHED_MS = 24 * 60 * 60 * 1000;

export interface ArchiveOptions {
  /** Absolute. */
  folder: string;
  /** Called when the folder cannot be written, and not again until it can. */
  onTrouble: (words: string) => void;
  /** Default: `MAX_BYTES`. */
  maxBytes?: number;
}

export interface Archived extends ByteSource {
  readonly length: number;
}

/**
 * Names the output of a run by its call id and by its text in pi's session file, which is empty for a run without a
 * result. Forks and clones of the session have the same text. Calls with the same id in other sessions have a different
 * one.
 */
export function archiveName(call: string, text: string): string {
  const hash = createHash('sha256').update(`${call.length} ${call}${text}`);
  return `${hash.digest('hex').slice(0, 40)}.zst`;
}

export class Archive {
  readonly #options: ArchiveOptions;
  readonly #maxBytes: number;
  /** Compresses one run at a time, to leave processor time for the rest of the panel. */
  #storing: Promise<void> = Promise.resolve();
  #isBroken = false;

  constructor(options: ArchiveOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  /** Resolves once the output is stored, or could not be. Discards `chunks` that end before `length`. */
  store(name: string, output: { length: number; chunks: () => AsyncIterable<Uint8Array> }): Promise<void> {
    return (this.#storing = this.#storing.then(() => this.#store(name, output)));
  }

  async find(name: string): Promise<Archived | undefined> {
    // The output was never kept, or has been removed since.
    const file = await ZstdFile.open(this.#pathOf(name)).catch(() => undefined);
    if (!file) return undefined;
    const read = (from: number, max: number): Promise<Uint8Array> =>
      file.read(from, max).catch(() => {
        throw new Refusal(410, 'gone', 'This output was deleted to make room for newer output.');
      });
    return { length: file.length, read };
  }

  #pathOf(name: string): string {
    return path.join(this.#options.folder, name);
  }

  async #store(name: string, output: Parameters<Archive['store']>[1]): Promise<void> {
    const { folder, onTrouble } = this.#options;
    const unfinished = this.#pathOf(`${randomBytes(8).toString('hex')}.new`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!(await this.#write(unfinished, output))) return;
      await rename(unfinished, this.#pathOf(name));
      await this.#removeOldest();
      this.#isBroken = false;
    } catch (error) {
      if (this.#isBroken) return;
      this.#isBroken = true;
      onTrouble(`The output of commands is not kept beyond the temporary folder: ${errorText(error)}`);
    } finally {
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  /** Resolves to false if the output ended early or no longer exists. */
  async #write(file: string, { length, chunks }: Parameters<Archive['store']>[1]): Promise<boolean> {
    const handle = await open(file, 'wx', 0o600);
    let read = 0;
    try {
      async function* countBytes(): AsyncGenerator<Uint8Array> {
        for await (const chunk of chunks()) {
          read += chunk.length;
          yield chunk;
        }
      }
      const isWritten = await writeZstd(handle, countBytes(), this.#maxBytes * MAX_SHARE);
      return isWritten && read === length;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    } finally {
      await handle.close();
    }
  }

  async #removeOldest(): Promise<void> {
    const { folder } = this.#options;
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const file = path.join(folder, name);
        // Another panel may have just removed it.
        const found = await stat(file).catch(() => null);
        const size = Math.ceil((found?.size ?? 0) / BLOCK_BYTES) * BLOCK_BYTES;
        return { file, size, at: found?.mtimeMs ?? 0, isUnfinished: name.endsWith('.new') };
      }),
    );
    const isOld = ({ at }: { at: number }): boolean => Date.now() - at > MAX_UNFINISHED_MS;
    for (const found of files) if (found.isUnfinished && isOld(found)) await rm(found.file, { force: true });
    const kept = files.filter(({ isUnfinished }) => !isUnfinished).toSorted((a, b) => a.at - b.at);
    let used = kept.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size } of kept) {
      if (used <= this.#maxBytes) return;
      await rm(file, { force: true });
      used -= size;
    }
  }
}
