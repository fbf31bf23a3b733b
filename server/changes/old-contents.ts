// The contents of files before a command changed them, as far as they are known: from the store, from git's objects, or
// from copies of small files, which were made in memory before the command.
import path from 'node:path';
import { fileState, linkState, readState, unknown, type FileState } from './contents/file-state.ts';
import { GitContents, inWorkspace } from './contents/git-contents.ts';
import type { BlobStore } from './contents/blob-store.ts';
import type { TreeFile } from './contents/tree-file.ts';
import type { TreeChange } from './contents/known-entries.ts';

/**
 * The most bytes of copies in the memory of pi's process, in total and for each file. Contents that git has need no
 * copy.
 */
const COPIES = { all: 16 * 1024 * 1024, each: 256 * 1024 };

export class OldContents {
  readonly #root: string;
  readonly #store: BlobStore;
  readonly #git: GitContents;
  readonly #limits: typeof COPIES;
  /** Hashes of stored contents, by the signature of the file. */
  readonly #stored = new Map<string, { signature: string; hash: string }>();
  readonly #copies = new Map<string, { signature: string; bytes: Buffer }>();
  #copied = 0;

  constructor(root: string, store: BlobStore, limits = COPIES) {
    this.#root = root;
    this.#limits = limits;
    this.#store = store;
    this.#git = new GitContents(root);
  }

  /** Reads git's index again. Call this before a command. */
  refresh(): Promise<void> {
    return this.#git.refresh();
  }

  /** Call this when the content of this file is in the store. */
  noteStored(name: string, signature: string, hash: string): void {
    this.#stored.set(name, { signature, hash });
    this.#drop(name);
  }

  /** Copies small files whose contents neither git nor the store has. */
  async copy(files: Iterable<readonly [string, TreeFile]>): Promise<void> {
    const all = [...files];
    const inGit = all.filter(([name, file]) => this.#git.blobOf(name, file) !== null).map(([name]) => name);
    const filtered = await this.#git.findFiltered(inGit).catch(() => null);
    const has = new Set(filtered ? inGit.filter((name) => !filtered.has(name)) : []);
    for (const [name, file] of all) {
      this.#drop(name);
      if (this.#copied + file.size > this.#limits.all) continue;
      if (
        file.kind !== 'file' ||
        file.size > this.#limits.each ||
        has.has(name) ||
        this.#isStored(name, file)
      )
        continue;
      const { bytes, signature } = await readState(path.join(this.#root, name));
      if (!bytes || signature !== file.signature) continue;
      this.#copies.set(name, { signature, bytes });
      this.#copied += bytes.length;
    }
  }

  /** Returns the states before these changes, and stores their contents as far as they are known. */
  async statesBefore(changes: readonly TreeChange[]): Promise<Map<string, FileState>> {
    const blobs = await this.#blobsOf(changes);
    const objects = await this.#git.read([...new Set(blobs.values())]).catch(() => new Map<string, Buffer>());
    const states = new Map<string, FileState>();
    for (const { path: name, before } of changes) {
      const blob = blobs.get(name);
      states.set(name, await this.#stateBefore(name, before, blob ? objects.get(blob) : undefined));
    }
    return states;
  }

  /** Returns git's objects with the old contents of these files. */
  async #blobsOf(changes: readonly TreeChange[]): Promise<Map<string, string>> {
    const blobs = new Map<string, string>();
    // If .gitattributes changed, we no longer know which files git converted with the old attributes.
    if (changes.some(({ path: name }) => path.basename(name) === '.gitattributes')) return blobs;
    for (const { path: name, before } of changes) {
      const blob = before && this.#git.blobOf(name, before);
      if (blob) blobs.set(name, blob);
    }
    const filtered = await this.#git.findFiltered([...blobs.keys()]).catch(() => blobs);
    for (const name of filtered.keys()) blobs.delete(name);
    return blobs;
  }

  async #stateBefore(name: string, file: TreeFile | null, fromGit: Buffer | undefined): Promise<FileState> {
    if (!file) return { kind: 'absent' };
    if (file.kind === 'folder') return { kind: 'folder', mode: file.mode };
    if (file.kind === 'link') return linkState(file.target!, 'It was a link to a name that is not UTF-8.');
    if (file.kind === 'other') return unknown('It was not a regular file.');
    const stored = this.#stored.get(name);
    if (stored?.signature === file.signature)
      return { kind: 'file', hash: stored.hash, size: file.size, mode: file.mode };
    const copy = this.#copies.get(name);
    const bytes =
      copy?.signature === file.signature ? copy.bytes : fromGit && inWorkspace(fromGit, file.size);
    if (!bytes) return unknown('Its content before the command is not known.');
    await this.#store.put(bytes);
    return fileState(bytes, file.mode);
  }

  #isStored(name: string, file: TreeFile): boolean {
    return this.#stored.get(name)?.signature === file.signature;
  }

  #drop(name: string): void {
    this.#copied -= this.#copies.get(name)?.bytes.length ?? 0;
    this.#copies.delete(name);
  }
}
