import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { basename, join, posix, relative, sep } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { refuseInPlace, refuseShared, refuseUnawares, runnerOf } from './caution.ts';
import { notAFile, onDisk } from './disk-error.ts';
import type { Root } from './inside.ts';
import { openFolder, realPathInside } from './inside.ts';
import { isOverwritable, overwriteFile } from './overwrite-file.ts';
import type { Precondition } from './precondition.ts';
import { checkVersion, expectedEtag } from './precondition.ts';
import { etagOf, maxFileSize, tooLarge } from './read-file.ts';
import { replaceFile } from './replace-file.ts';
import { turns } from '../lib/turns.ts';
import { parentOf } from './workspace-path.ts';

export interface Save {
  /** A result of `parsePath`, not ''. */
  path: string;
  bytes: Uint8Array;
  precondition: Precondition;
  /** Codes of the cautions that the person has been told of (see `caution.ts`). */
  confirmed: ReadonlySet<string>;
}

/**
 * A function that saves and gives the new etag; two saves of one file run one after the other. Missing
 * folders of a new file are made. It refuses with 428 without a precondition, 412 (with the current etag if
 * there is a file) when it does not hold, 413 above 10 MiB, 403 outside, in `.git` or without the right to
 * write, 409 for what is asked about first, 507 when the disk is full. The old file is untouched then, but for a
 * crash while one is overwritten that cannot be replaced.
 */
export function fileWriter(root: Root): (save: Save) => Promise<{ etag: string }> {
  const inTurn = turns();
  return async ({ path, bytes, precondition, confirmed }) => {
    if (bytes.length > maxFileSize) throw tooLarge(path, bytes.length);
    const real = await resolveLinks(root, path);
    refuseProtected(real);
    refuseUnawares([path, real], confirmed);
    const expected = expectedEtag(precondition);
    await inTurn(async () => {
      const confirm = () => checkVersion(root, real, expected);
      // Before anything is made: a refused save leaves no trace.
      await confirm();
      await refuseShared(root, real, confirmed);
      await onDisk(path, () =>
        save(root, { path: real, bytes, isNew: expected === undefined, confirm, confirmed }),
      );
    }, real);
    return { etag: etagOf(createHash('sha256').update(bytes)) };
  };
}

/** The path of the file that is really meant when `path` runs over links inside the workspace. */
async function resolveLinks(root: Root, path: string): Promise<string> {
  return onDisk(path, async () => {
    const missing: string[] = [];
    for (let existing = path; ; existing = parentOf(existing)) {
      try {
        const real = relative(root.real, await realPathInside(root, existing));
        return posix.join(...real.split(sep), ...missing);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // A link whose target is missing: saving "through" it would make a file wherever it points.
        if (await isLink(join(root.real, existing))) throw notAFile(path);
        missing.unshift(basename(existing));
      }
    }
  });
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

function refuseProtected(path: string): void {
  // Git's own commands are the way to change its records. Hooks and settings are texts of people, and asked about.
  if (!path.split('/').some((name) => name.toLowerCase() === '.git') || runnerOf(path)) return;
  throw new Refusal(403, 'protected', `${JSON.stringify(path)} belongs to git and is not written from here.`);
}

interface Saving {
  path: string;
  bytes: Uint8Array;
  isNew: boolean;
  confirm: () => Promise<void>;
  confirmed: ReadonlySet<string>;
}

async function save(root: Root, { path, confirmed, ...file }: Saving): Promise<void> {
  if (file.isNew) await makeFolder(root, parentOf(path));
  const folder = await openFolder(root, parentOf(path));
  try {
    const name = basename(path);
    await replaceFile(folder, { name, ...file }).catch(async (error: unknown) => {
      if (file.isNew || !(await isOverwritable(folder, name, error))) throw error;
      refuseInPlace(path, error, confirmed);
      await overwriteFile(folder, { name, ...file });
    });
  } finally {
    await folder.close();
  }
}

/** Name by name, each in a folder that is known to be inside, as `mkdir -p` would follow a swapped link. */
async function makeFolder(root: Root, path: string): Promise<void> {
  if (path === '') return;
  await makeFolder(root, parentOf(path));
  const parent = await openFolder(root, parentOf(path));
  try {
    await mkdir(join(parent.base, basename(path)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await parent.close();
  }
}
