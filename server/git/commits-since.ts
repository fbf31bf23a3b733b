// Finds the files that were committed since a time. Read only: git takes no lock and refreshes no index.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBytes } from './git.ts';
import { findSameAsPointer } from './lfs-files.ts';
import { readDiff } from './read-diff.ts';

/** File times may lag behind the clock. */
const CLOCK_MS = 1000;
/** Begins the line of a commit; no path contains it. */
const MARK = '\u0001';

export class CommitsSince {
  readonly #root: string;
  readonly #times: ReadonlyMap<string, number>;
  readonly head: string;
  #differing: Promise<ReadonlySet<string> | null> | null = null;

  constructor(root: string, { head, times }: { head: string; times: ReadonlyMap<string, number> }) {
    this.#root = root;
    this.head = head;
    this.#times = times;
  }

  /** Whether a commit since this time, in ms since 1970, changed the file. */
  hasFile(path: string, time: number): boolean {
    return (this.#times.get(path) ?? -1) >= Math.floor(time / 1000);
  }

  /** Whether the file on disk, or its absence, is what the last commit has. False if git cannot say. */
  async isAsCommitted(path: string): Promise<boolean> {
    const differing = await (this.#differing ??= this.#readDiffering());
    return differing !== null && !differing.has(path);
  }

  /**
   * Returns the files that differ from the last commit. Null if git fails, for instance for a file that it cannot open.
   */
  async #readDiffering(): Promise<ReadonlySet<string> | null> {
    const options = ['--name-only', '--relative', '--no-renames', '-z'];
    const args = ['diff', ...options, 'HEAD'];
    const output = await readDiff(this.#root, args).catch(() => null);
    if (output === null) return null;
    const names = fieldsOf(Buffer.from(output));
    const same = await findSameAsPointer(this.#root, 'HEAD', names);
    return new Set(names.filter((name) => !same.has(name)));
  }
}

/** Reads the commits of one repository. Those since a time are read only once for each commit that is checked out. */
export class CommitReader {
  readonly #root: string;
  #known: { key: string; times: Promise<ReadonlyMap<string, number>> } | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns null if nothing was committed since this time, in ms since 1970, or if there is no repository. */
  async since(time: number): Promise<CommitsSince | null> {
    // If git keeps a reflog of HEAD, the time of that file answers this for most lists without running git.
    const moved = await stat(join(this.#root, '.git/logs/HEAD')).catch(() => null);
    if (moved && moved.mtimeMs < time - CLOCK_MS) return null;
    const head = (await readBytes(this.#root, ['rev-parse', 'HEAD']))?.toString('utf8').trim();
    if (!head) return null;
    const key = `${head} ${time}`;
    if (this.#known?.key !== key) this.#known = { key, times: this.#readTimes(time) };
    const times = await this.#known.times;
    return times.size === 0 ? null : new CommitsSince(this.#root, { head, times });
  }

  /** Returns the time of the newest commit of each file, in seconds since 1970. */
  async #readTimes(time: number): Promise<ReadonlyMap<string, number>> {
    const since = `--since=@${Math.floor(time / 1000)}`;
    const options = [since, '--format=%x01%ct', '--name-only', '--relative', '--no-renames', '-z'];
    const times = new Map<string, number>();
    let at = 0;
    for (const field of fieldsOf(await readBytes(this.#root, ['log', ...options]))) {
      // The names in a commit begin with the line ending of the commit's own line.
      const text = field.replace(/^\n/, '');
      if (text.startsWith(MARK)) at = Number(text.slice(1));
      else if (!times.has(text)) times.set(text, at);
    }
    return times;
  }
}

function fieldsOf(output: Buffer | null): string[] {
  return (output?.toString('utf8') ?? '').split('\0').filter((field) => field !== '');
}
