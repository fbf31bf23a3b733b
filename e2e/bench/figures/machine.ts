// The machine and the package versions that a figure depends on.
import { readFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Machine {
  system: string;
  cores: number;
  processor: string;
  /** The versions of Node and of the packages that the figures depend on. */
  versions: Record<string, string>;
}

const PACKAGES = {
  pi: '@earendil-works/pi-coding-agent',
  hono: 'hono',
  '@hono/node-server': '@hono/node-server',
  svelte: 'svelte',
  vite: 'vite',
  playwright: 'playwright',
};

export async function readMachine(): Promise<Machine> {
  const versions: Record<string, string> = { node: process.versions.node };
  for (const [name, folder] of Object.entries(PACKAGES)) versions[name] = await versionOf(folder);
  return {
    system: `${platform()} ${arch()}`,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    versions,
  };
}

/** Runnable processes, averaged over the last minute; 0 on Windows, which does not count them. */
export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

export function describeMachine({ system, cores, processor, versions }: Machine): string {
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${system}, ${cores} cores (${processor.trim()}), ${names.join(', ')}`;
}

async function versionOf(name: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url));
  return (JSON.parse(await readFile(path, 'utf8')) as { version: string }).version;
}
