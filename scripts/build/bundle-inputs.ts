// Lists the sources of a bundle, so that the bundle is used only with exactly these sources.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashOf, type BuildInputs } from '../../server/lib/built.ts';

/** `files`: absolute. Call this last: a bundle without this list counts as absent. */
export async function writeInputs(list: string, root: string, files: readonly string[]): Promise<void> {
  // Leaves out the bundler's own modules and the packages. A caller can pass the lockfile in place of the packages.
  const sources = files.filter((file) => path.isAbsolute(file) && !file.includes('node_modules'));
  const hashes = sources.map(async (file): Promise<[string, string]> => {
    const name = path.relative(root, file).replaceAll('\\', '/');
    return [name, hashOf(await readFile(file))];
  });
  const inputs: BuildInputs = Object.fromEntries(await Promise.all(hashes));
  await writeFile(list, JSON.stringify(inputs, null, 2));
}
