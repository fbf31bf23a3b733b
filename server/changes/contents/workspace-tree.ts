// The files of a workspace as last seen, kept current by a watch on each folder: after a command only the reported
// paths are checked again, whatever the size of the workspace. Ignored files are left out, contents are not read.
import { watch, type FSWatcher } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { ignoreRules, type IgnoreRules } from '../../workspace/ignore-rules.ts';
import { isTemporary } from '../../workspace/replace-file.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { signatureOf } from './file-state.ts';

export interface TreeFile {
  /** Changes whenever the file is written. */
  signature: string;
  size: number;
  mtimeNs: bigint;
  ino: bigint;
  mode: number;
  isLink: boolean;
  /** Written so shortly before the check that another write may leave the signature unchanged. */
  isFresh: boolean;
}

export interface TreeChange {
  path: string;
  before: TreeFile | null;
  after: TreeFile | null;
}

/** The kernel sets the times of files every 4 to 10 ms. */
const TICK_NS = 20_000_000n;
export const TREE_LIMITS = {
  /** Kernel memory: about 1 kB for a watch. */
  folders: 12_000,
  /** About 30 MB of pi's memory. */
  files: 60_000,
  /** The kernel drops further events when 16,384 wait to be read. */
  events: 16_000,
};

export class WorkspaceTree {
  readonly #root: string;
  readonly #limits: typeof TREE_LIMITS;
  readonly #files = new Map<string, TreeFile>();
  readonly #folders = new Map<string, { rules: IgnoreRules; watcher: FSWatcher | null }>();
  #reported = new Set<string>();
  #events = 0;
  #isClosed = false;
  #last: Promise<unknown> = Promise.resolve();
  #ready: Promise<void> | null = null;
  /** Which changes are not noticed, as a sentence for the user. */
  lack: string | null = null;

  /** `root`: absolute, without links. */
  constructor(root: string, limits = TREE_LIMITS) {
    this.#root = root;
    this.#limits = limits;
  }

  get files(): ReadonlyMap<string, TreeFile> {
    return this.#files;
  }

  /** Walks the workspace once. */
  start(): Promise<void> {
    return (this.#ready ??= ignoreRules(this.#root)().then((rules) => this.#enter('', rules)));
  }

  /** The changes since the last call. */
  collect(): Promise<TreeChange[]> {
    const collected = this.#last.then(() => this.#collect());
    this.#last = collected.catch(() => undefined);
    return collected;
  }

  /**
   * A tool has written this file, and its new state is recorded, so the next command did not change it. `signature`: of
   * the recorded state; a file with another one was written again since.
   */
  async see(name: string, signature: string): Promise<void> {
    const parent = this.#folders.get(parentOf(name));
    if (!parent || parent.rules.ignores(path.posix.basename(name), false)) return;
    const stats = await this.#readOr(statOf(path.join(this.#root, name)), null);
    if (stats && stats !== 'folder' && stats.signature === signature) this.#files.set(name, stats);
  }

  close(): void {
    this.#isClosed = true;
    for (const { watcher } of this.#folders.values()) watcher?.close();
  }

  async #collect(): Promise<TreeChange[]> {
    await this.start();
    await drain();
    const hasOverflowed = this.#events >= this.#limits.events;
    this.#events = 0;
    const changes = new Map<string, TreeChange>();
    if (hasOverflowed) for (const folder of [...this.#folders.keys()]) this.#reported.add(folder);
    while (this.#reported.size > 0) {
      const reported = [...this.#reported];
      this.#reported = new Set();
      for (const name of reported) await this.#look(name, changes, hasOverflowed);
    }
    return [...changes.values()].filter(
      ({ before, after }) => before?.isFresh || before?.signature !== after?.signature,
    );
  }

  async #look(name: string, changes: Map<string, TreeChange>, isDeep: boolean): Promise<void> {
    if (isNoFile(path.posix.basename(name))) return;
    const stats = await this.#readOr(statOf(path.join(this.#root, name)), null);
    if (stats === undefined) return;
    if (stats === 'folder') {
      this.#set(name, null, changes);
      if (this.#folders.has(name)) return isDeep ? this.#compare(name, changes) : undefined;
      const rules = await this.#rulesFor(name);
      return rules ? this.#enter(name, rules, changes) : undefined;
    }
    if (this.#folders.has(name)) this.#leave(name, changes);
    const parent = this.#folders.get(parentOf(name));
    if (stats && (!parent || parent.rules.ignores(path.posix.basename(name), false))) return;
    this.#set(name, stats, changes);
  }

  /** After lost events: checks everything in the folder. */
  async #compare(folder: string, changes: Map<string, TreeChange>): Promise<void> {
    const inside = [...this.#files.keys()].filter((name) => parentOf(name) === folder);
    const names = (await this.#readOr(readdir(path.join(this.#root, folder)), [])) ?? [];
    for (const name of new Set([...inside, ...names.map((each) => path.posix.join(folder, each))]))
      await this.#look(name, changes, false);
  }

  async #rulesFor(folder: string): Promise<IgnoreRules | null> {
    const parent = this.#folders.get(parentOf(folder));
    const name = path.posix.basename(folder);
    return !parent || parent.rules.ignores(name, true) ? null : parent.rules.enter(name);
  }

  #set(name: string, after: TreeFile | null, changes: Map<string, TreeChange>): void {
    // Keeps the state from before the first check of a file that is checked several times.
    const { before } = changes.get(name) ?? { before: this.#files.get(name) ?? null };
    if (after) this.#files.set(name, after);
    else this.#files.delete(name);
    changes.set(name, { path: name, before, after });
  }

  /** The folder is gone. */
  #leave(folder: string, changes: Map<string, TreeChange>): void {
    const isInside = (name: string): boolean => name === folder || name.startsWith(`${folder}/`);
    for (const name of [...this.#folders.keys()].filter(isInside)) {
      this.#folders.get(name)?.watcher?.close();
      this.#folders.delete(name);
    }
    for (const name of [...this.#files.keys()].filter(isInside)) this.#set(name, null, changes);
  }

  /** The content; `gone` if it no longer exists. Undefined where it cannot be read, which is not covered then. */
  async #readOr<T, U>(reading: Promise<T>, gone: U): Promise<T | U | undefined> {
    try {
      return await reading;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return gone;
      this.lack ??= `A part of this workspace cannot be read (${code}): what commands do there is not noticed.`;
      return undefined;
    }
  }

  /** Watches a folder before it is read, so that nothing in between is missed. */
  async #enter(folder: string, rules: IgnoreRules, changes?: Map<string, TreeChange>): Promise<void> {
    if (this.#isClosed) return;
    const { files, folders } = this.#limits;
    if (this.#folders.size >= folders || this.#files.size >= files) {
      this.lack ??= `This workspace has more than ${files} files or ${folders} folders: what commands do to the others is not noticed.`;
      return;
    }
    this.#folders.set(folder, { rules, watcher: this.#watch(folder) });
    const absolute = path.join(this.#root, folder);
    for (const entry of (await this.#readOr(readdir(absolute, { withFileTypes: true }), [])) ?? []) {
      const name = path.posix.join(folder, entry.name);
      if (isNoFile(entry.name) || rules.ignores(entry.name, entry.isDirectory())) continue;
      if (entry.isDirectory()) await this.#enter(name, await rules.enter(entry.name), changes);
      else {
        const file = await this.#readOr(statOf(path.join(absolute, entry.name)), null);
        if (!file || file === 'folder') continue;
        if (changes) this.#set(name, file, changes);
        else this.#files.set(name, file);
      }
    }
  }

  #watch(folder: string): FSWatcher | null {
    try {
      const watcher = watch(path.join(this.#root, folder), { persistent: false }, (_event, name) => {
        this.#events += 1;
        this.#reported.add(path.posix.join(folder, name ?? ''));
      });
      watcher.on('error', () => this.#reported.add(folder));
      return watcher;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Any other error also keeps the folder from being read, which is reported then.
      if (code === 'ENOSPC' || code === 'EMFILE')
        this.lack ??= `The system allows no more file watches (${code}): what commands do is not noticed everywhere.`;
      return null;
    }
  }
}

/** git's own folder, or the file that replaces it in a submodule, and files that are being saved. */
function isNoFile(name: string): boolean {
  return name === '.git' || isTemporary(name);
}

/** Lets Node read the events that the kernel has already queued. Other systems report with a delay. */
async function drain(): Promise<void> {
  if (process.platform !== 'linux') await wait(100);
  await nextTurn();
  await nextTurn();
}

/** Null for what is neither a regular file, a link, nor a folder. */
async function statOf(absolute: string): Promise<TreeFile | 'folder' | null> {
  const stats = await lstat(absolute, { bigint: true });
  if (stats.isDirectory()) return 'folder';
  if (!(stats.isFile() || stats.isSymbolicLink())) return null;
  const { size, mtimeNs, ino, mode } = stats;
  return {
    signature: signatureOf(stats),
    size: Number(size),
    mtimeNs,
    ino,
    mode: Number(mode & 0o777n),
    isLink: stats.isSymbolicLink(),
    isFresh: BigInt(Date.now()) * 1_000_000n - mtimeNs < TICK_NS,
  };
}
