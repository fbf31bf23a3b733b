// Packages of pi for the tests that use them, unmodified from npm.
//   node scripts/pi-packages.ts     fetches them
// Without them, these tests are skipped, and say so.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

const PACKAGES = {
  'pi-subagents': '0.67.0',
  '@tintinweb/pi-subagents': '0.14.1',
  '@baochunli/pi-collaborating-agents': '0.4.6',
  '@juicesharp/rpiv-todo': '2.11.0',
} as const;

const folder = fileURLToPath(new URL('../.cache/pi-packages', import.meta.url));

/** Returns the path of a file in one of the packages; undefined if they were not fetched. */
export function packageFile(name: keyof typeof PACKAGES, file: string): string | undefined {
  const path = join(folder, 'node_modules', name, file);
  return existsSync(path) ? path : undefined;
}

/** Fetches into a folder beside the final one and renames it, so that an installation is always complete. */
async function fetchPackages(): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await writeFile(
      join(unfinished, 'package.json'),
      JSON.stringify({ private: true, dependencies: PACKAGES }),
    );
    // They get pi itself from the pi that loads them.
    npm(['install', '--ignore-scripts', '--legacy-peer-deps', '--omit=peer'], unfinished);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

if (import.meta.main) await fetchPackages();
