// Fetches other versions of pi for the tests that run on several.
//   npm run versions                    the tested versions
//   npm run versions -- 0.82.1 1.5.2    these versions
//   npm run versions -- --default       those of `npm test`, which fetches them itself
// Without a network the tests skip the versions that are missing, and say so.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import {
  compareVersions,
  DEFAULT_VERSIONS,
  installedPi,
  packageOf,
  TESTED_VERSIONS,
  versionsFolder,
  type InstalledPi,
} from './pi-versions.ts';

const named = process.argv.slice(2);
const requested = named.includes('--default') ? DEFAULT_VERSIONS : named;
const folder = versionsFolder();
await mkdir(folder, { recursive: true });
for (const version of requested.length > 0 ? requested : TESTED_VERSIONS) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version such as 0.79.9.`);
  const pi = (await installedPi(join(folder, version))) ?? (await fetchPi(version));
  console.log(`${pi.version}  ${pi.command}`);
}

/** Fetches into a folder beside the final one and renames it, so that an installed version is always complete. */
async function fetchPi(version: string): Promise<InstalledPi> {
  console.error(`pi-panel: fetching pi ${version} ...`);
  const unfinished = await mkdtemp(join(folder, '.unfinished-'));
  try {
    await install(version, unfinished);
    await check(version, unfinished);
    await rename(unfinished, join(folder, version));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  const pi = await installedPi(join(folder, version));
  if (pi) return pi;
  throw new Error(`The package of pi ${version} contains no program.`);
}

async function install(version: string, place: string): Promise<void> {
  const ownPackages = ['pi-ai', 'pi-agent-core', 'pi-tui'].map((name) => [
    `@earendil-works/${name}`,
    version,
  ]);
  // For these versions npm resolves pi-ai 0.80.10, which lacks what they import.
  const isMismatched = compareVersions(version, '0.80.0') >= 0 && compareVersions(version, '0.80.3') <= 0;
  const manifest = {
    private: true,
    dependencies: { [packageOf(version)]: version },
    ...(isMismatched && { overrides: Object.fromEntries(ownPackages) as Record<string, string> }),
  };
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest, null, 2));
  npm(['install', '--ignore-scripts'], place);
}

async function check(version: string, place: string): Promise<void> {
  const pi = await installedPi(place);
  if (!pi) throw new Error(`npm did not install ${packageOf(version)} for ${version}.`);
  const output = run(pi.argv[0]!, [...pi.argv.slice(1), '--version']);
  if (!output.includes(version)) throw new Error(`pi ${version} reports its version as: ${output.trim()}`);
}

function run(program: string, args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed (${status}): ${stderr}`);
  return stdout + stderr;
}
