// Replaces a file of the panel's own as a whole.
import { rename, writeFile } from 'node:fs/promises';

/** Writes a private file (0600) that is at every moment either the old or the new one. Its folder must exist. */
export async function replaceTextFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
