// Where deleted files go, in the panel's own state folder, so that a deletion can be undone: also after a restart, until
// newer ones need the room.
import { createHash, randomUUID } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../../shared/refusal.ts';
import { ifThere } from '../../lib/if-there.ts';
import { onDisk } from '../disk-error.ts';
import type { Root } from '../inside.ts';
import { parentOf } from '../workspace-path.ts';
import { makeFolder } from '../write-file.ts';
import { exists, filesIn, renameToFree, withEntry, type Entry } from './entry.ts';

export interface Trashed {
  /** For `restore`; absent when it was deleted for good. */
  trash?: string;
  /** The paths of the deleted files. */
  files: string[];
}

interface Deleted {
  path: string;
  /** ms since 1970 */
  at: number;
  bytes: number;
}

export interface TrashOptions {
  root: Root;
  /** The folder of all workspaces; null where the panel keeps nothing. */
  folder: string | null;
  maxBytes?: number;
}

const MAX_BYTES = 1024 ** 3;
/** A larger tree takes too long to count, and to move to another disk. */
const MAX_ENTRIES = 100_000;

export class Trash {
  readonly #root: Root;
  readonly #folder: string | null;
  readonly #maxBytes: number;

  constructor({ root, folder, maxBytes = MAX_BYTES }: TrashOptions) {
    this.#root = root;
    const name = createHash('sha256').update(root.real).digest('hex').slice(0, 24);
    this.#folder = folder === null ? null : join(folder, name);
    this.#maxBytes = maxBytes;
  }

  /**
   * Deletes a file, a folder or a link. What does not fit is refused with 409 `permanent`, and deleted for good once the
   * user has confirmed that.
   */
  async delete(path: string, confirmed: ReadonlySet<string>): Promise<Trashed> {
    return withEntry(this.#root, path, async (entry) => {
      await lstat(entry.location);
      const files = await filesIn(entry.location, path);
      const bytes = await sizeOf(entry.location);
      const folder = this.#folder;
      if (folder === null || bytes > this.#maxBytes) {
        if (!confirmed.has('permanent')) throw permanent(path, folder === null);
        await rm(entry.location, { recursive: true });
        return { files };
      }
      const id = randomUUID();
      await this.#put(entry, join(folder, id), { path, at: Date.now(), bytes });
      await this.#trim(folder, id);
      return { trash: id, files };
    });
  }

  /** Puts it back where it was. Returns its path and its files. Throws 404 once it is gone, 409 if the name is used. */
  async restore(id: string): Promise<{ path: string; files: string[] }> {
    const deleted =
      /^[\da-f-]{36}$/.test(id) && this.#folder !== null
        ? await readDeleted(join(this.#folder, id))
        : undefined;
    if (!deleted || this.#folder === null) {
      throw new Refusal(
        404,
        'unknown_trash',
        'It is no longer in the trash: it was put back, or newer deletions took its room.',
      );
    }
    const { path } = deleted;
    const place = join(this.#folder, id);
    await onDisk(path, () => makeFolder(this.#root, parentOf(path)));
    const files = await withEntry(this.#root, path, async (entry) => {
      await takeBack(join(place, 'content'), entry);
      return filesIn(entry.location, path);
    });
    await rm(place, { recursive: true, force: true });
    return { path, files };
  }

  async #put({ location }: Entry, place: string, deleted: Deleted): Promise<void> {
    await mkdir(place, { recursive: true, mode: 0o700 });
    try {
      // First, so that nothing lies in the trash whose place is not known.
      await writeFile(join(place, 'deleted.json'), JSON.stringify(deleted), { mode: 0o600 });
      await moveAcross(location, join(place, 'content'));
    } catch (error) {
      await rm(place, { recursive: true, force: true });
      throw error;
    }
  }

  /** Removes the oldest ones until the rest fits. `newest` stays. */
  async #trim(folder: string, newest: string): Promise<void> {
    const kept: { place: string; deleted: Deleted }[] = [];
    for (const id of await readdir(folder)) {
      const deleted = await readDeleted(join(folder, id));
      if (deleted) kept.push({ place: join(folder, id), deleted });
    }
    let total = kept.reduce((sum, { deleted }) => sum + deleted.bytes, 0);
    for (const { place, deleted } of kept.sort((a, b) => a.deleted.at - b.deleted.at)) {
      if (total <= this.#maxBytes) return;
      if (place === join(folder, newest)) continue;
      await rm(place, { recursive: true, force: true });
      total -= deleted.bytes;
    }
  }
}

async function readDeleted(place: string): Promise<Deleted | undefined> {
  try {
    return JSON.parse(await readFile(join(place, 'deleted.json'), 'utf8')) as Deleted;
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // A crash in the middle of writing it: nothing was moved yet.
    if (isGone || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** To another disk it is copied as a whole before the first file is removed. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copy(from, to);
    await rm(from, { recursive: true });
  }
}

async function takeBack(content: string, entry: Entry): Promise<void> {
  if (await ifThere(lstat(entry.location))) throw exists(entry.path);
  try {
    await renameToFree({ ...entry, location: content }, entry);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copy(content, entry.location);
  }
}

function copy(from: string, to: string): Promise<void> {
  return cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    errorOnExist: true,
    force: false,
  });
}

/** Infinite past the number of entries that the trash takes. */
async function sizeOf(location: string): Promise<number> {
  let bytes = 0;
  let count = 0;
  const waiting = [location];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const at = next;
    const stats = await lstat(at);
    count += 1;
    if (count > MAX_ENTRIES) return Infinity;
    if (stats.isDirectory()) waiting.push(...(await readdir(at)).map((name) => join(at, name)));
    else bytes += stats.size;
  }
  return bytes;
}

function permanent(path: string, hasNoTrash: boolean): Refusal {
  const why = hasNoTrash ? 'This panel keeps no trash' : 'It is too large for the trash';
  return new Refusal(
    409,
    'permanent',
    `${JSON.stringify(path)} was not deleted. ${why}: deleting it cannot be undone.`,
  );
}
