// Tells whether something was built from the current sources. The build writes a list of its inputs, each with its
// hash.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The hash of each file that something was built from, by its path in the package. */
export type BuildInputs = Record<string, string>;

/** Whether the build is complete and up to date. The npm package has no sources that could have changed. */
export function isBuilt(list: string, root: string): boolean {
  const text = readIfPresent(list);
  if (!text) return false;
  const inputs = Object.entries(JSON.parse(text.toString()) as BuildInputs);
  return inputs.every(([file, hash]) => {
    const source = readIfPresent(path.join(root, file));
    return !source || hashOf(source) === hash;
  });
}

export function hashOf(source: Uint8Array): string {
  return createHash('sha256').update(source).digest('hex');
}

/** Reads synchronously. At the start of the panel, hundreds of small files are read faster one after the other. */
function readIfPresent(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
