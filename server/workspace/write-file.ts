// Saves files of the workspace: under a precondition, one after the other, and only what the user may change.
import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { basename, join, posix, relative, sep } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { refuseInPlace, refuseInstallScripts, refuseShared, refuseRunLater } from './caution.ts';
import { runnerOf } from './run-later.ts';
import { notAFile, onDisk } from './disk-error.ts';
import type { Root } from './inside.ts';
import { openFolder, realPathInside } from './inside.ts';
import { currentEtag, etagOf, MAX_FILE_SIZE, tooLarge } from './read-file.ts';
import { isOverwritable, overwriteFile, replaceFile } from './replace-file.ts';
import { ifThere } from '../lib/if-there.ts';
import { readRegularText } from '../lib/regular-file.ts';
import { turns } from '../lib/turns.ts';
import { parentOf } from './workspace-path.ts';

/** The headers of the request. Exactly one is required. */
export interface Precondition {
  /** The etag of the version that the new one is to replace. */
  ifMatch?: string | undefined;
  /** `*`: there must be no file yet. */
  ifNoneMatch?: string | undefined;
}

export interface Save {
  /** A result of `parsePath`, not ''. */
  path: string;
  bytes: Uint8Array;
  precondition: Precondition;
  /** Codes of the cautions that the user has confirmed (see `caution.ts`). */
  confirmed: ReadonlySet<string>;
}

/**
 * Returns a function that saves a file and returns its new etag. Two saves of one file run one after the other. Missing
 * folders of a new file are created. Refuses with 428 without a precondition, 412 (with the current etag if there is a
 * file) if the precondition fails, 413 above 10 MiB, 403 outside, in `.git`, or without permission, 409 for an
 * unconfirmed caution, 507 if the disk is full. The old file is then unchanged, except after a crash while a file that
 * cannot be replaced is overwritten, which `finishWrites` makes good.
 */
export function fileWriter(root: Root): (save: Save) => Promise<{ etag: string }> {
  const inTurn = turns();
  return async ({ path, bytes, precondition, confirmed }) => {
    if (bytes.length > MAX_FILE_SIZE) throw tooLarge(path, bytes.length);
    const real = await resolveLinks(root, path);
    refuseProtected(real);
    refuseRunLater([path, real], confirmed);
    const expected = expectedEtag(precondition);
    await inTurn(async () => {
      const confirm = () => checkVersion(root, real, expected);
      // This is checked before anything is created, so that a refused save leaves no trace.
      await confirm();
      if (/(?:^|\/)package\.json$/i.test(real)) await refusePackage(root, { path: real, bytes }, confirmed);
      await refuseShared(root, real, confirmed);
      await onDisk(path, () =>
        save(root, { path: real, bytes, isNew: expected === undefined, confirm, confirmed }),
      );
    }, real);
    return { etag: etagOf(createHash('sha256').update(bytes)) };
  };
}

/** Returns the path of the file itself if `path` contains links inside the workspace. */
async function resolveLinks(root: Root, path: string): Promise<string> {
  return onDisk(path, async () => {
    const missing: string[] = [];
    for (let existing = path; ; existing = parentOf(existing)) {
      try {
        const real = relative(root.real, await realPathInside(root, existing));
        return posix.join(...real.split(sep), ...missing);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // If the target of a link is missing, saving through the link would create a file wherever it points.
        if ((await ifThere(lstat(join(root.real, existing))))?.isSymbolicLink()) throw notAFile(path);
        missing.unshift(basename(existing));
      }
    }
  });
}

async function refusePackage(
  root: Root,
  { path, bytes }: Pick<Save, 'path' | 'bytes'>,
  confirmed: ReadonlySet<string>,
): Promise<void> {
  const before = await onDisk(path, () => ifThere(readRegularText(join(root.real, path))));
  refuseInstallScripts(path, { before: before ?? '', after: new TextDecoder().decode(bytes) }, confirmed);
}

function refuseProtected(path: string): void {
  // Only git may change its records. People write hooks and settings, which only need a confirmation.
  if (!path.split('/').some((name) => name.toLowerCase() === '.git') || runnerOf(path)) return;
  throw new Refusal(
    403,
    'protected',
    `${JSON.stringify(path)} belongs to git and cannot be saved from here.`,
  );
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
      // Without it, a crash would leave a mixture of both contents.
      if (root.unfinished === undefined) refuseInPlace(path, error, confirmed);
      await overwriteFile(folder, { name, ...file });
    });
  } finally {
    await folder.close();
  }
}

/** Creates one folder after the other, each inside a verified one, because `mkdir -p` would follow a swapped link. */
export async function makeFolder(root: Root, path: string): Promise<void> {
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

/**
 * Returns the etag that the file must have; undefined if it must not exist. Throws a Refusal 428 without a
 * precondition.
 */
function expectedEtag({ ifMatch, ifNoneMatch }: Precondition): string | undefined {
  if (ifMatch === undefined && ifNoneMatch === '*') return undefined;
  // `If-Match: *` would match any version, so it would not prevent overwriting a different one.
  if (ifMatch !== undefined && ifMatch !== '*' && ifNoneMatch === undefined) return ifMatch;
  throw new Refusal(
    428,
    'precondition_required',
    'Send If-Match with the ETag of the version to replace, or If-None-Match: * for a new file.',
  );
}

/** Throws a Refusal 412 with the current etag unless the file at `path` is the `expected` version. */
async function checkVersion(root: Root, path: string, expected: string | undefined): Promise<void> {
  const current = await currentEtag(root, path);
  if (current === expected) return;
  const message = `${JSON.stringify(path)} ${difference(current, expected)}. Nothing was saved.`;
  throw new Refusal(412, 'changed', message).with(current === undefined ? {} : { ETag: current });
}

function difference(current: string | undefined, expected: string | undefined): string {
  if (current === undefined) return 'no longer exists';
  return expected === undefined ? 'already exists' : 'was changed in the meantime';
}
