// Links in a folder of git that lead out of it. git follows them when it writes: a log, an index or a message of a
// commit that is such a link would be written into a file of the user, with words that the repository chooses.
import type { Dirent } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

export interface LinkOut {
  /** As the user knows it, such as `.git/logs/HEAD`. */
  place: string;
  /** Where it leads. Null if not all files were looked at, which `place` says. */
  target: string | null;
}

/** git only reads there. Submodules and git-lfs have folders of their own. */
const SKIPPED = ['hooks', 'modules', 'lfs'];
/** More than the loose refs and logs of a large repository. */
const MAX_FILES = 200_000;

/** Finds the links out of these folders: the folder that all checkouts share, and that of one checkout. */
export async function findLinksOut(folders: readonly string[]): Promise<LinkOut[]> {
  const found: LinkOut[] = [];
  let left = MAX_FILES;
  const look = async (top: string, folder: string): Promise<void> => {
    const isObjects = path.basename(folder) === 'objects';
    for (const entry of await list(folder)) {
      const file = path.join(folder, entry.name);
      left -= 1;
      if (left < 0) return;
      if (folder === top && SKIPPED.includes(entry.name)) continue;
      if (entry.isSymbolicLink()) {
        const target = await targetOf(file);
        if (!folders.some((one) => isIn(one, target))) found.push({ place: nameOf(top, file), target });
      } else if (entry.isDirectory() && !isObjects) await look(top, file);
    }
  };
  for (const top of folders) await look(top, top);
  if (left < 0) found.push({ place: `more than ${MAX_FILES} files in ${folders[0]}`, target: null });
  return found.toSorted((one, other) => (one.place < other.place ? -1 : 1));
}

const isIn = (folder: string, file: string): boolean => file.startsWith(`${folder}${path.sep}`);

function nameOf(top: string, file: string): string {
  return path.join(path.basename(top), path.relative(top, file));
}

async function list(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

/** Returns where a link leads, also if nothing is there, where git would make the file. */
async function targetOf(link: string): Promise<string> {
  const real = await realpath(link).catch(() => null);
  if (real !== null) return real;
  const target = path.resolve(path.dirname(link), await readlink(link).catch(() => path.sep));
  const folder = await realpath(path.dirname(target)).catch(() => null);
  return folder === null ? target : path.join(folder, path.basename(target));
}
