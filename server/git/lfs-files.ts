// Finds files that only look changed to a git without the filter of git-lfs, which runs in trusted folders only: git has
// a pointer, and the file is what the pointer names.
import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_POINTER, parsePointer, type LfsPointer } from '../../shared/lfs-pointer.ts';
import { openRegular } from '../lib/regular-file.ts';
import { runReadingGit } from './start-git.ts';

/** More than this is not read at once: the other files count as changed. */
const MAX_READ = 2 * 1024 * 1024 * 1024;
const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_KNOWN = 20_000;

/** The hashes of files that were read before, by place, size and times. */
const known = new Map<string, string>();

/**
 * Returns which of these files are as in the commit, or in the index if `commit` is empty. `names`: relative to the
 * folder, of files that git takes for changed.
 */
export async function findSameAsPointer(
  folder: string,
  commit: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  let left = MAX_READ;
  for (const [name, { oid, size }] of await readPointers(folder, commit, await filtered(folder, names))) {
    const place = path.join(folder, name);
    const stats = await lstat(place, { bigint: true }).catch(() => null);
    if (!stats?.isFile() || stats.size !== BigInt(size) || size > left) continue;
    const key = JSON.stringify([place, ...[stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino].map(String)]);
    if (!known.has(key)) left -= size;
    if ((await hashOf(key, place)) === oid) same.add(name);
  }
  return same;
}

/** Returns the files that git-lfs would filter. */
async function filtered(folder: string, names: readonly string[]): Promise<string[]> {
  // git reads one name per line below.
  const plain = names.filter((name) => !name.includes('\n'));
  if (plain.length === 0) return [];
  const input = plain.map((name) => `${name}\0`).join('');
  const output = await ask(folder, ['check-attr', '-z', '--stdin', 'filter'], input);
  const fields = output.toString('utf8').split('\0');
  return plain.filter((_, at) => fields[at * 3 + 2] === 'lfs');
}

async function readPointers(
  folder: string,
  commit: string,
  names: readonly string[],
): Promise<[name: string, pointer: LfsPointer][]> {
  if (names.length === 0) return [];
  const lines = (all: readonly string[]): string => all.map((one) => `${one}\n`).join('');
  const objects = names.map((name) => `${commit}:./${name}`);
  const sizes = (await ask(folder, ['cat-file', '--batch-check'], lines(objects)))
    .toString('utf8')
    .split('\n');
  const small = names.flatMap((name, at) => {
    const [id = '', type, size] = sizes[at]?.split(' ') ?? [];
    return type === 'blob' && Number(size) <= MAX_POINTER ? [{ name, id }] : [];
  });
  const contents = await ask(folder, ['cat-file', '--batch'], lines(small.map(({ id }) => id)));
  let at = 0;
  return small.flatMap(({ name }): [string, LfsPointer][] => {
    const end = contents.indexOf(10, at);
    const size = Number(contents.toString('latin1', at, end).split(' ')[2]);
    const pointer = parsePointer(contents.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
    return pointer ? [[name, pointer]] : [];
  });
}

async function hashOf(key: string, place: string): Promise<string | null> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const hash = createHash('sha256');
  try {
    await pipeline((await openRegular(place)).createReadStream(), hash);
  } catch {
    // A file that cannot be read counts as changed.
    return null;
  }
  const oid = hash.digest('hex');
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, oid);
  return oid;
}

const ask = (folder: string, args: readonly string[], input: string): Promise<Buffer> =>
  runReadingGit(folder, args, { input, maxOutput: MAX_OUTPUT });
