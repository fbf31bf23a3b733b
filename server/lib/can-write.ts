// Tells in advance whether a folder can be written to. A disk that is full is noticed only by writing.
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';

/** Whether the user may write to a folder, or make it with those above it. False for a relative path. */
export async function canWrite(folder: string): Promise<boolean> {
  if (!path.isAbsolute(folder)) return false;
  const stats = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code);
  const parent = path.dirname(folder);
  if (stats === 'ENOENT' && parent !== folder) return canWrite(parent);
  if (typeof stats !== 'object' || !stats.isDirectory()) return false;
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
