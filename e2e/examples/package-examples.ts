// The example extensions in the pi package: their names, files and code.
import { cpSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN_PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const OWN = join(OWN_PACKAGES, '@earendil-works/pi-coding-agent');

export interface PackageExample {
  /** The name in the package: a file such as `todo.ts`, or a folder. */
  name: string;
  /** A file for `-e`. pi 0.87.1 takes a folder with `prompts/` for a package and leaves out its `index.ts`. */
  path: string;
}

/** Returns the examples, sorted by name. `folder`: the folder of the package. */
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

/** Returns all code of the example, for the scan. */
export async function sourceOf({ path }: PackageExample): Promise<string> {
  if (basename(path) !== 'index.ts') return readFile(path, 'utf8');
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n');
}

/** Copies the example with these npm packages, as after `npm install` in its folder. Returns the file for `-e`. */
export function installExample(file: string, packages: readonly string[], folder: string): string {
  cpSync(dirname(file), folder, { recursive: true });
  for (const name of packages)
    cpSync(join(OWN_PACKAGES, name), join(folder, 'node_modules', name), { recursive: true });
  return join(folder, basename(file));
}

/** Returns `todo` for `todo.ts`. */
export function shortName({ name }: PackageExample): string {
  return basename(name, '.ts');
}
