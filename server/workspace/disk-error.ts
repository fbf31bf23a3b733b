// Turns errors of the disk into Refusals about a path.
import { Refusal } from '../../shared/refusal.ts';

const REFUSALS: Record<string, [status: number, code: string, what: string]> = {
  ENOENT: [404, 'not_found', 'does not exist'],
  ENOTDIR: [400, 'not_a_folder', 'is not a folder'],
  EISDIR: [400, 'not_a_file', 'is a folder'],
  // A socket, or a FIFO without a reader.
  ENXIO: [400, 'not_a_file', 'is not a regular file'],
  ELOOP: [403, 'outside_workspace', 'is a link to nothing or to itself'],
  ENAMETOOLONG: [400, 'bad_path', 'has a name that is too long'],
  EACCES: [403, 'not_permitted', 'is not accessible to the user who runs the panel'],
  EPERM: [403, 'not_permitted', 'is not accessible to the user who runs the panel'],
  EROFS: [403, 'not_permitted', 'is on a disk that is mounted read-only'],
  EEXIST: [412, 'changed', 'already exists; nothing was saved'],
  EBUSY: [409, 'busy', 'is in use by another program'],
  ENOTEMPTY: [409, 'exists', 'already exists'],
  EXDEV: [
    409,
    'other_disk',
    'is on a different disk from its new place, so it has to be copied in a terminal',
  ],
  ENOSPC: [507, 'disk_full', 'could not be saved: the disk is full'],
  EDQUOT: [507, 'disk_full', 'could not be saved: the disk quota is used up'],
  EFBIG: [507, 'disk_full', 'could not be saved: the file size limit of this process is reached'],
};

/** Returns the Refusal for an error of the disk at `path`; returns any other error unchanged. */
function diskError(error: unknown, path: string): unknown {
  const known = REFUSALS[String((error as NodeJS.ErrnoException).code)];
  return known ? refuse(path, known) : error;
}

/** Runs `work` and turns errors of the disk into Refusals about `path`. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(error, path);
  }
}

export function outside(path: string): Refusal {
  return refuse(path, [403, 'outside_workspace', 'leads out of the workspace']);
}

export function notAFile(path: string): Refusal {
  return refuse(path, [400, 'not_a_file', 'is not a regular file']);
}

function refuse(path: string, [status, code, what]: [number, string, string]): Refusal {
  return new Refusal(status, code, `${path === '' ? 'The workspace' : JSON.stringify(path)} ${what}.`);
}
