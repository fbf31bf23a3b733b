// Measures the recorded contents, and removes the oldest ones beyond a limit.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '../../lib/if-there.ts';

export const STORE_LIMIT = 512_000_000;
/** Contents younger than this are never removed, because a running undo or tool may need them. */
const YOUNG_MS = 60 * 60_000;

interface Stored {
  file: string;
  size: number;
  usedAt: number;
}

/** Removes the oldest files beyond the limit. Resolves to the number of bytes in the remaining ones. */
export async function trimStore(folder: string, limit = STORE_LIMIT): Promise<number> {
  const files = await storedIn(folder);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size, usedAt } of files.sort((a, b) => a.usedAt - b.usedAt)) {
    if (bytes <= limit || Date.now() - usedAt < YOUNG_MS) break;
    await rm(file, { force: true });
    bytes -= size;
  }
  return bytes;
}

async function storedIn(folder: string): Promise<Stored[]> {
  const names = (await ifThere(readdir(folder))) ?? [];
  const files: Stored[] = [];
  for (const name of names) {
    for (const rest of await readdir(path.join(folder, name)).catch(() => [])) {
      const file = path.join(folder, name, rest);
      const stats = await stat(file).catch(() => null);
      if (stats) files.push({ file, size: stats.size, usedAt: stats.mtimeMs });
    }
  }
  return files;
}
