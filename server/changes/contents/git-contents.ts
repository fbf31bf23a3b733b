// Finds the contents of a workspace's files in git, read only. If a file equals its entry in the index, git's objects
// have its content. Without git, nothing is found.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { runReadingGit, startReadingGit } from '../../git/start-git.ts';
import type { TreeFile } from './tree-file.ts';

interface IndexEntry {
  blob: string;
  size: number;
  mtime: bigint;
  ino: bigint;
}

const CONVERSIONS = ['filter', 'ident', 'working-tree-encoding'];
/**
 * The largest index that is read, in bytes: about 100,000 files. More would delay commands and take too much of pi's
 * memory.
 */
const MAX_INDEX = 12 * 1024 * 1024;
/** The longest output of git for such an index. */
const MAX_OUTPUT = 32 * 1024 * 1024;

export class GitContents {
  readonly #root: string;
  #index = new Map<string, IndexEntry>();
  #indexFile: string | null | undefined;
  #stamp = '';
  #writtenAt = 0n;

  readonly #largest: number;

  /** `root`: absolute, without links. Nothing is known about a repository with a larger index. */
  constructor(root: string, { largest = MAX_INDEX } = {}) {
    this.#root = root;
    this.#largest = largest;
  }

  /** Reads the index if it has changed. Call this before a command, which may change it. */
  async refresh(): Promise<void> {
    if (this.#indexFile === undefined) {
      const name = await this.#git(['rev-parse', '--git-path', 'index']).catch(() => null);
      this.#indexFile = name && path.resolve(this.#root, name.trim());
    }
    if (!this.#indexFile) return;
    const stats = await stat(this.#indexFile, { bigint: true }).catch(() => null);
    const stamp = stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : '';
    if (stamp === this.#stamp) return;
    this.#writtenAt = stats?.mtimeNs ?? 0n;
    const isReadable = stats !== null && stats.size <= this.#largest;
    const output = isReadable
      ? await this.#git(['ls-files', '--stage', '--debug', '-z']).catch(emptyIfTooLong)
      : '';
    this.#index = parseIndex(output ?? '');
    this.#stamp = output === null ? '' : stamp;
  }

  /** Returns the object with the content of this file, or null if git does not have exactly this content. */
  blobOf(name: string, file: TreeFile): string | null {
    const entry = this.#index.get(name);
    if (!entry || file.kind !== 'file' || entry.size !== file.size || entry.mtime !== file.mtimeNs)
      return null;
    if (entry.ino !== (file.ino & 0xffffffffn)) return null;
    // If a file was written in the same moment as the index, it may have changed after git read it.
    return entry.mtime < this.#writtenAt ? entry.blob : null;
  }

  /**
   * Returns which of these files git converts in a way that depends on more than their content: with a program, by
   * inserting the object's id, or from another encoding. The objects of such files say nothing about their content.
   */
  async findFiltered(names: readonly string[]): Promise<ReadonlySet<string>> {
    if (names.length === 0) return new Set();
    const args = ['check-attr', '-z', '--stdin', ...CONVERSIONS];
    return parseAttributes(await this.#git(args, names.map((name) => `${name}\0`).join('')));
  }

  /** Returns the contents of these objects. Missing ones are left out. */
  async read(blobs: readonly string[]): Promise<Map<string, Buffer>> {
    if (blobs.length === 0) return new Map();
    const { child, ended } = await startReadingGit(this.#root, ['cat-file', '--batch']);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(blobs.map((blob) => `${blob}\n`).join(''));
    await ended;
    return parseObjects(Buffer.concat(chunks));
  }

  async #git(args: readonly string[], input = ''): Promise<string> {
    const output = await runReadingGit(this.#root, args, { input, maxOutput: MAX_OUTPUT });
    return output.toString('utf8');
  }
}

/**
 * Returns the content of a file that git considers equal to this object and does not filter, or null if that is not
 * certain. git may store line endings without their CR. If the file has exactly one more byte per line, every line
 * ending has a CR. If both have the same size, none has one.
 */
export function inWorkspace(object: Buffer, size: number): Buffer | null {
  if (object.length === size) return object;
  const text = object.toString('latin1');
  const bytes = Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
  return bytes.length === size ? bytes : null;
}

/**
 * Returns what to assume after an error: '' if the output is too long, so that nothing is known, or null to ask git
 * again before the next command.
 */
function emptyIfTooLong(error: { code?: unknown }): '' | null {
  return error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' ? '' : null;
}

/** Parses the output of `git ls-files --stage --debug -z`. */
function parseIndex(output: string): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  const pattern =
    /(\d{6}) ([0-9a-f]+) (\d)\t([^\0]*)\0 {2}ctime: \d+:\d+\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [0-9a-f]+\n/g;
  for (const [, mode, blob, stage, name, seconds, nanoseconds, ino, size] of output.matchAll(pattern)) {
    if (stage !== '0' || !mode!.startsWith('100')) continue;
    const mtime = BigInt(seconds!) * 1_000_000_000n + BigInt(nanoseconds!);
    entries.set(name!, { blob: blob!, size: Number(size), mtime, ino: BigInt(ino!) });
  }
  return entries;
}

/**
 * Parses the output of `git check-attr -z`: a path, an attribute and its value. Returns the paths that have any of
 * them.
 */
function parseAttributes(output: string): Set<string> {
  const fields = output.split('\0');
  const names = new Set<string>();
  for (let i = 0; i + 2 < fields.length; i += 3)
    if (!['unspecified', 'unset'].includes(fields[i + 2]!)) names.add(fields[i]!);
  return names;
}

/** Parses the output of `git cat-file --batch`: `<blob> blob <size>\n<content>\n`, or `<blob> missing\n`. */
function parseObjects(output: Buffer): Map<string, Buffer> {
  const objects = new Map<string, Buffer>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const [blob, type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    objects.set(blob!, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return objects;
}
