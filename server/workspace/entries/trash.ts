// The trash for deleted files, in the panel's own state folder, so that a deletion can be undone, even after a restart,
// until newer deletions need the space.
import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../../shared/refusal.ts';
import { onDisk } from '../disk-error.ts';
import type { Root } from '../inside.ts';
import { parentOf } from '../workspace-path.ts';
import { makeFolder } from '../write-file.ts';
import { moveAcross, moveBack, OnlyCopy, removeWhole } from './across-disks.ts';
import { filesIn, withEntry, type Entry } from './entry.ts';

export interface Trashed {
  /** The id for `restore`; absent if the entry was deleted permanently. */
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
  /** The folder of all workspaces; null if the panel keeps nothing. */
  folder: string | null;
  maxBytes?: number;
  maxEntries?: number;
}

const MAX_BYTES = 1024 ** 3;
/** The most entries of a tree. A larger one would take too long to count and to move to another disk. */
const MAX_ENTRIES = 100_000;

export class Trash {
  readonly #root: Root;
  readonly #folder: string | null;
  readonly #maxBytes: number;
  readonly #maxEntries: number;

  constructor({ root, folder, maxBytes = MAX_BYTES, maxEntries = MAX_ENTRIES }: TrashOptions) {
    this.#root = root;
    const name = createHash('sha256').update(root.real).digest('hex').slice(0, 24);
    this.#folder = folder === null ? null : join(folder, name);
    this.#maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
  }

  /**
   * Deletes a file, a folder or a link. If it does not fit, rejects with a Refusal 409 `permanent`, or deletes it
   * permanently if the user has confirmed that.
   */
  async delete(path: string, confirmed: ReadonlySet<string>): Promise<Trashed> {
    return withEntry(this.#root, path, async (entry) => {
      await lstat(entry.location);
      const files = await filesIn(entry.location, path);
      const bytes = await sizeOf(entry.location, this.#maxEntries);
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

  /**
   * Puts a deleted entry back. Returns its path and its files. Throws a Refusal: 404 if it is no longer in the trash,
   * 409 if its name is in use.
   */
  async restore(id: string): Promise<{ path: string; files: string[] }> {
    const deleted =
      /^[\da-f-]{36}$/.test(id) && this.#folder !== null
        ? await readDeleted(join(this.#folder, id))
        : undefined;
    if (!deleted || this.#folder === null) {
      throw new Refusal(
        404,
        'unknown_trash',
        'It is no longer in the trash, because it was put back, or newer deletions took its place.',
      );
    }
    const { path } = deleted;
    const place = join(this.#folder, id);
    await onDisk(path, () => makeFolder(this.#root, parentOf(path)));
    const files = await withEntry(this.#root, path, async (entry) => {
      await moveBack(join(place, 'content'), entry);
      return filesIn(entry.location, path);
    });
    await removeWhole(place);
    return { path, files };
  }

  async #put({ location }: Entry, place: string, deleted: Deleted): Promise<void> {
    await mkdir(place, { recursive: true, mode: 0o700 });
    try {
      // This is written before the move, so that the original place of everything in the trash is known.
      await writeFile(join(place, 'deleted.json'), JSON.stringify(deleted), { mode: 0o600 });
      await moveAcross(location, join(place, 'content'));
    } catch (error) {
      // Without this file, the copy is not a deletion, which newer ones would remove.
      if (error instanceof OnlyCopy) await rm(join(place, 'deleted.json'));
      else await removeWhole(place);
      throw error;
    }
  }

  /** Removes the oldest deletions, but not `newest`, until the rest fits. */
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
      await removeWhole(place);
      total -= deleted.bytes;
    }
  }
}

async function readDeleted(place: string): Promise<Deleted | undefined> {
  try {
    return JSON.parse(await readFile(join(place, 'deleted.json'), 'utf8')) as Deleted;
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // The panel crashed while writing it, so nothing was moved yet, or an entry was only copied (see `OnlyCopy`).
    if (isGone || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns Infinity for more entries than the trash takes. */
async function sizeOf(location: string, maxEntries: number): Promise<number> {
  let bytes = 0;
  let count = 0;
  const waiting = [location];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const at = next;
    const stats = await lstat(at);
    count += 1;
    if (count > maxEntries) return Infinity;
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
