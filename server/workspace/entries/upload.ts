// Receives files of any size, which the page sends in parts. An unfinished upload is a hidden file in its folder. If
// it is never finished, a later listing of the folder removes it.
import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { Refusal } from '../../../shared/refusal.ts';
import { ifThere } from '../../lib/if-there.ts';
import { turns } from '../../lib/turns.ts';
import { refuseRunLater } from '../caution.ts';
import { onDisk } from '../disk-error.ts';
import type { Root } from '../inside.ts';
import { putNew } from '../replace-file.ts';
import { writeAt } from '../write-in-place.ts';
import { temporaryName } from '../temporary-name.ts';
import { parentOf } from '../workspace-path.ts';
import { makeFolder } from '../write-file.ts';
import { exists, refusePlace, withEntry } from './entry.ts';

export interface UploadRequest {
  /** A result of `parsePath`. */
  path: string;
  /** Whether to replace a file with this name once the new one is complete. */
  replace: boolean;
  confirmed: ReadonlySet<string>;
}

interface Upload {
  path: string;
  temporary: string;
  file: FileHandle;
  received: number;
  replace: boolean;
}

/** The most unfinished uploads. A page sends one after the other, so older ones were given up. */
const MAX_OPEN = 32;

export class Uploads {
  readonly #root: Root;
  readonly #open = new Map<string, Upload>();
  /**
   * Runs writes one after another. A page that lost the response to a part may send it again while the first copy is
   * still being written.
   */
  readonly #inTurn = turns();

  constructor(root: Root) {
    this.#root = root;
  }

  /** Returns the id for `write` and `finish`. Throws a Refusal 409 `exists` if there is such a file. */
  async begin({ path, replace, confirmed }: UploadRequest): Promise<string> {
    refusePlace(path);
    refuseRunLater([path], confirmed);
    await onDisk(path, () => makeFolder(this.#root, parentOf(path)));
    return withEntry(this.#root, path, async ({ folder, location }) => {
      refuseRunLater([posix.join(folder.path, basename(path))], confirmed);
      const old = await ifThere(lstat(location));
      if (old && !(replace && old.isFile())) throw exists(path);
      const temporary = temporaryName();
      const file = await open(join(folder.base, temporary), 'wx', old ? old.mode & 0o777 : 0o666);
      const id = randomUUID();
      this.#open.set(id, { path, temporary, file, received: 0, replace });
      await this.#limit();
      return id;
    });
  }

  /** Returns how many bytes have arrived. Throws a Refusal 409 `wrong_part` if a part before this one is missing. */
  write(id: string, from: number, bytes: Uint8Array): Promise<number> {
    return this.#inTurn(() => this.#write(id, from, bytes), id);
  }

  async #write(id: string, from: number, bytes: Uint8Array): Promise<number> {
    const upload = this.#find(id);
    if (from !== upload.received) {
      const message = `from: ${upload.received} bytes were received, so the next part begins there.`;
      throw new Refusal(409, 'wrong_part', message);
    }
    await onDisk(upload.path, () => writeAt(upload.file, from, bytes));
    upload.received += bytes.length;
    return upload.received;
  }

  /** Gives the complete file its name. Returns its path. */
  async finish(id: string): Promise<string> {
    const upload = this.#find(id);
    const { path, temporary, replace } = upload;
    await upload.file.sync();
    await withEntry(this.#root, path, async ({ folder, location }) => {
      const from = join(folder.base, temporary);
      if (replace) return rename(from, location);
      await putNew(from, location).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? exists(path) : error;
      });
    });
    this.#open.delete(id);
    await upload.file.close();
    return path;
  }

  /** Cancels an upload. Does nothing for an unknown one. */
  async cancel(id: string): Promise<void> {
    const upload = this.#open.get(id);
    if (!upload) return;
    this.#open.delete(id);
    await upload.file.close();
    await withEntry(this.#root, upload.path, ({ folder }) =>
      rm(join(folder.base, upload.temporary), { force: true }),
    );
  }

  close(): void {
    for (const id of this.#open.keys()) void this.cancel(id).catch(() => undefined);
  }

  #find(id: string): Upload {
    const upload = this.#open.get(id);
    if (!upload)
      throw new Refusal(404, 'unknown_upload', 'This upload has ended or was stopped. Start it again.');
    return upload;
  }

  async #limit(): Promise<void> {
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN) await this.cancel(oldest!);
  }
}
