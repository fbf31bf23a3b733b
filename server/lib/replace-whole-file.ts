// Replaces a file as a whole.
import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that is at every moment either the old or the new one. It is private unless `mode` says otherwise. Its
 * folder must exist. The temporary name is random, because several panels may replace one file at the same time.
 */
export async function replaceWholeFile(
  file: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    await writeFile(temporary, content, { mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
