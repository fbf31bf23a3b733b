// Reads the files and folders of a workspace tree from the disk, without their contents.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { bytesOfName, nameFromBytes } from '../../workspace/byte-names.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import type { KnownEntries } from './known-entries.ts';
import { statTreeFile, type TreeFile } from './tree-file.ts';

/** Undefined, after the gap was noted, if something cannot be read. */
type OrUnreadable<T> = Promise<T | undefined>;

export class TreeReader {
  readonly #root: string;
  readonly #known: KnownEntries;

  constructor(root: string, known: KnownEntries) {
    this.#root = root;
    this.#known = known;
  }

  /** Returns null if nothing has this name. */
  file(name: string): OrUnreadable<TreeFile | null> {
    return this.#read(this.#stat(name), null);
  }

  /** Returns the inode of what has this name, also of a `.git`. */
  async inode(name: string): OrUnreadable<bigint> {
    return (await this.#read(statTreeFile(path.join(this.#root, name)), null))?.ino;
  }

  /** Returns the names in a folder, as `nameFromBytes` makes them. */
  names(folder: string): OrUnreadable<string[]> {
    return this.#read(this.#list(folder), []);
  }

  /** Returns a function that says whether a name is listed in its folder, which it reads once. */
  listings(): (name: string) => Promise<boolean> {
    const folders = new Map<string, Promise<ReadonlySet<string>>>();
    return async (name) => {
      const folder = parentOf(name);
      const read = async (): Promise<ReadonlySet<string>> =>
        new Set(await this.#list(folder).catch(() => []));
      const listing = folders.get(folder) ?? read();
      folders.set(folder, listing);
      return (await listing).has(path.posix.basename(name));
    };
  }

  async #list(folder: string): Promise<string[]> {
    return (await readdir(path.join(this.#root, folder), { encoding: 'buffer' })).map(nameFromBytes);
  }

  async #stat(name: string): Promise<TreeFile | null> {
    const file = await statTreeFile(bytesOfName(path.join(this.#root, name)));
    const rules = name === '' ? undefined : this.#known.folders.get(parentOf(name))?.rules;
    const isIgnored = rules?.ignores(path.posix.basename(name), file?.kind === 'folder') ?? false;
    return file && { ...file, isIgnored };
  }

  /** `missing`: what is returned if nothing exists there. */
  async #read<T, U>(reading: Promise<T>, missing: U): OrUnreadable<T | U> {
    try {
      return await reading;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return missing;
      this.#known.gaps.add(
        `A part of this workspace cannot be read (${code}): changes that commands make there are not recorded.`,
      );
      return undefined;
    }
  }
}
