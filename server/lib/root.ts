// The folder of the package.
import { existsSync } from 'node:fs';
import path from 'node:path';

export const ROOT = findRoot(import.meta.dirname);

/** Searches upwards, because the built server is in a deeper folder than the sources. */
function findRoot(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findRoot(path.dirname(folder));
}
