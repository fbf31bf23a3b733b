// Finds the files that may have changed without a report, because they have several names, or had for a moment.
import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { TreeFile } from './tree-file.ts';

const LOOKS_AT_ONCE = 64;

interface Look {
  /** Absolute. */
  root: string;
  /** The changes that are known, by path. */
  changes: ReadonlyMap<string, { before: TreeFile | null; after: TreeFile | null }>;
  /** Whether any file may have changed, and not only those with a name in common with a changed one. */
  isAny: boolean;
}

/**
 * Returns those of the files that are not as they are known. To look at all takes about 5 ms for a thousand files, so
 * nothing else is done for each of them.
 */
export async function findOtherNames(
  files: ReadonlyMap<string, TreeFile>,
  { root, changes, isAny }: Look,
): Promise<[string, TreeFile][]> {
  const inodes = new Set<bigint>();
  for (const { before, after } of changes.values())
    for (const file of [before, after]) if (file?.kind === 'file' && file.names > 1) inodes.add(file.ino);
  if (inodes.size === 0 && !isAny) return [];
  const others = [...files].filter(
    ([name, file]) => file.kind === 'file' && (isAny || inodes.has(file.ino)) && !changes.has(name),
  );
  const found: [string, TreeFile][] = [];
  for (let at = 0; at < others.length; at += LOOKS_AT_ONCE) {
    const some = others.slice(at, at + LOOKS_AT_ONCE);
    const looks = await Promise.allSettled(some.map(([name]) => lstat(`${root}/${name}`, { bigint: true })));
    found.push(...some.filter(([, file], n) => isOther(file, looks[n]!)));
  }
  return found;
}

/** A file that cannot be read is not as it is known either. */
function isOther(file: TreeFile, look: PromiseSettledResult<BigIntStats>): boolean {
  if (look.status === 'rejected') return true;
  const { ino, mode, mtimeNs, nlink, size } = look.value;
  const found = { size: Number(size), mtimeNs, mode: Number(mode & 0o777n) };
  return file.ino !== ino || file.isFresh || file.names !== Number(nlink) || isWritten(file, found);
}

/** Whether more than the names of the file has changed. */
export function isWritten(
  before: TreeFile,
  { size, mtimeNs, mode }: Pick<TreeFile, 'size' | 'mtimeNs' | 'mode'>,
): boolean {
  return before.size !== size || before.mtimeNs !== mtimeNs || before.mode !== mode;
}
