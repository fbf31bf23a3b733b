// Creates folders, and renames or moves files and folders within the workspace. Nothing is ever replaced.
import { lstat, mkdir } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { Refusal } from '../../../shared/refusal.ts';
import { ifThere } from '../../lib/if-there.ts';
import { refuseRunLater } from '../caution.ts';
import { onDisk } from '../disk-error.ts';
import type { Root } from '../inside.ts';
import { parentOf } from '../workspace-path.ts';
import { makeFolder } from '../write-file.ts';
import { exists, filesIn, refusePlace, refuseRunner, renameToFree, withEntry } from './entry.ts';

export interface Move {
  /** Results of `parsePath`. */
  from: string;
  to: string;
  /** Codes of the cautions that the user has confirmed. */
  confirmed: ReadonlySet<string>;
}

/**
 * Returns the files that moved, each with its old and new path. Refuses a name in use (409 `exists`), a folder that
 * would be inside itself (400), a path that leads outside or belongs to git (403), and an unconfirmed caution (409).
 */
export async function moveEntry(
  root: Root,
  { from, to, confirmed }: Move,
): Promise<[from: string, to: string][]> {
  refusePlace(to);
  if (to === from || to.startsWith(`${from}/`)) {
    throw new Refusal(400, 'bad_path', `to: ${JSON.stringify(from)} cannot be moved to itself.`);
  }
  return withEntry(root, from, async (source) => {
    await lstat(source.location);
    // Checked before anything is created, so that a refused move leaves no trace.
    await refuseRunner(source.location, to, confirmed);
    await onDisk(to, () => makeFolder(root, parentOf(to)));
    return withEntry(root, to, async (target) => {
      await refuseRunner(source.location, posix.join(target.folder.path, target.name), confirmed);
      const files = await filesIn(source.location, '');
      await renameToFree(source, target);
      return files.map((file) => [from + file, to + file]);
    });
  });
}

/** Creates a folder and the missing ones around it. Throws a Refusal 409 `exists` if the name is used. */
export async function createFolder(root: Root, path: string, confirmed: ReadonlySet<string>): Promise<void> {
  refusePlace(path);
  refuseRunLater([path], confirmed);
  await onDisk(path, () => makeFolder(root, parentOf(path)));
  await withEntry(root, path, async ({ folder, location }) => {
    if (await ifThere(lstat(location))) throw exists(path);
    await mkdir(join(folder.base, basename(path)));
  });
}
