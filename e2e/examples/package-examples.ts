// The example extensions in the pi package: their names, files and code.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN = fileURLToPath(new URL('../../node_modules/@earendil-works/pi-coding-agent', import.meta.url));

export interface PackageExample {
  /** The name in the package: a file such as `todo.ts`, or a folder. */
  name: string;
  /** A file for `-e`. pi 0.87.1 takes a folder with `prompts/` for a package and leaves out its `index.ts`. */
  path: string;
}

/** Sorted by name. `folder`: of the package. */
export async function packageExamples(folder = OWN): Promise<PackageExample[]> {
  const examples = join(folder, 'examples', 'extensions');
  const entries = await readdir(examples, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.ts'))
    .map((entry) => ({
      name: entry.name,
      path: join(examples, entry.isDirectory() ? join(entry.name, 'index.ts') : entry.name),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All code of the example, for the scan. */
export async function sourceOf({ path }: PackageExample): Promise<string> {
  if (basename(path) !== 'index.ts') return readFile(path, 'utf8');
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n');
}

/** `todo` for `todo.ts`. */
export function shortName({ name }: PackageExample): string {
  return basename(name, '.ts');
}
