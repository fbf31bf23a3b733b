// Gives a new file what the file that it replaces has besides its content: owner, group, mode, access control list,
// extended attributes. Node can only set the first three, so GNU's cp does it.
import { once } from 'node:events';
import { statfs, type FileHandle } from 'node:fs/promises';
import { run, spawn } from '../lib/programs.ts';

/**
 * File systems of Linux on which cp copies all that there is, by their type: ext, xfs, btrfs, f2fs, tmpfs, overlay, zfs,
 * bcachefs. Those of a network or of another system have lists and attributes of their own.
 */
const COMPLETE = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xca451a4e,
]);

/** Copies access control lists together with the mode. Fails if an extended attribute cannot be copied. */
const COPY = ['--attributes-only', '--preserve=mode,ownership,xattr', '--'];

/** Returns whether the new file at this place now has everything of the old one. `path`: of one of the two. */
export async function keepAttributes(from: FileHandle, to: FileHandle, path: string): Promise<boolean> {
  if (process.platform !== 'linux' || !COMPLETE.has((await statfs(path)).type) || !(await hasCp()))
    return false;
  // The files are passed on as open, because their names may mean other files by now.
  const cp = spawn('cp', [...COPY, '/proc/self/fd/3', '/proc/self/fd/4'], {
    stdio: ['ignore', 'ignore', 'ignore', from.fd, to.fd],
  });
  const [code] = (await once(cp, 'close').catch(() => [null])) as [number | null];
  if (code !== 0) return false;
  const [old, now] = await Promise.all([from.stat(), to.stat()]);
  // cp says nothing if it may not change the owner.
  return now.uid === old.uid && now.gid === old.gid && now.mode === old.mode;
}

let known: { path: string | undefined; isGnu: Promise<boolean> } | null = null;

/** Whether the program is the one whose behavior is relied on. */
function hasCp(): Promise<boolean> {
  const { PATH: path } = process.env;
  if (known?.path !== path || !known) known = { path, isGnu: isGnuCp() };
  return known.isGnu;
}

async function isGnuCp(): Promise<boolean> {
  const { stdout } = await run('cp', ['--version']).catch(() => ({ stdout: '' }));
  return stdout.includes('GNU coreutils');
}
