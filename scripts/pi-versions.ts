// Finds the other versions of pi that the tests run on, and says how to start each. `versions.ts` fetches them.
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Besides the panel's own: the oldest supported version, the one with the most-read documentation, and those in which much changed. */
export const TESTED_VERSIONS = ['0.73.1', '0.79.9', '0.84.4', '0.87.1', '1.5.2'] as const;

/** `npm test` fetches them, and runs the contract suite on them and on the panel's own. */
export const DEFAULT_VERSIONS = ['0.79.9', '0.87.1'] as const;

/** The package moved after 0.73.1. */
const PACKAGES = ['@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'];

export interface InstalledPi {
  version: string;
  /** The folder of its package. */
  folder: string;
  /** Program and first arguments; flags follow. */
  argv: string[];
  /** The same, as a value of `--agent`. */
  command: string;
}

/** PI_VERSIONS_DIR or `.cache/pi-versions`. It has one folder for each version, named after it. */
export function versionsFolder(): string {
  const named = process.env.PI_VERSIONS_DIR;
  return named ? resolve(named) : fileURLToPath(new URL('../.cache/pi-versions', import.meta.url));
}

/** Returns the npm package that contains this version. */
export function packageOf(version: string): string {
  return compareVersions(version, '0.73.1') > 0 ? PACKAGES[0]! : PACKAGES[1]!;
}

/** Returns the installed versions, oldest first. Skips folders without a complete pi. */
export async function installedPis(): Promise<InstalledPi[]> {
  const folder = versionsFolder();
  const names = await readdir(folder).catch(emptyWhenMissing);
  const found = await Promise.all(names.map((name) => installedPi(join(folder, name))));
  return found.filter((pi) => pi !== undefined).sort((a, b) => compareVersions(a.version, b.version));
}

/** Returns the pi in this folder, if any. */
export async function installedPi(folder: string): Promise<InstalledPi | undefined> {
  for (const name of PACKAGES) {
    const place = join(folder, 'node_modules', name);
    const manifest = await readManifest(join(place, 'package.json'));
    if (!manifest) continue;
    // pi runs on our Node. The one in PATH may be older, and every pi since 0.75 dies on it.
    const argv = [process.execPath, join(place, manifest.bin.pi)];
    const command = argv.map((part) => JSON.stringify(part)).join(' ');
    return { version: manifest.version, folder: place, argv, command };
  }
  return undefined;
}

/** Negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

async function readManifest(file: string): Promise<{ version: string; bin: { pi: string } } | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as { version: string; bin: { pi: string } });
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
