// Fetches other versions of pi for the tests that run on several.
//   npm run versions                    the tested versions
//   npm run versions -- 0.82.1 1.0.3    these versions
//   npm run versions -- --default       those of `npm test`, which fetches them itself
// Without a network the tests skip the versions that are missing, and say so.
import { spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Packages that the bundle in the tarball imports: the first two for extensions, the third to resize images. */
const LINKED = ['jiti', 'typebox', '@silvia-odwyer/photon-node'];
const ROOT = fileURLToPath(new URL('..', import.meta.url));

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
    if (compareVersions(version, '0.99.0') >= 0) await unpack(version, unfinished);
    else await install(version, unfinished);
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

/** Since 0.99 some of pi's own packages are not in every registry, but the tarball contains a complete bundle. */
async function unpack(version: string, place: string): Promise<void> {
  const target = join(place, 'node_modules', packageOf(version));
  await mkdir(target, { recursive: true });
  npm(['pack', `${packageOf(version)}@${version}`, '--pack-destination', place], ROOT);
  const tarball = (await readdir(place)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm did not pack pi ${version}.`);
  run('tar', ['-xzf', join(place, tarball), '-C', target, '--strip-components=1']);
  await rm(join(place, tarball));
  for (const name of LINKED) {
    const link = join(place, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    const source = join(ROOT, 'node_modules', name);
    // A dangling link would only be noticed when an extension fails to load.
    await access(source);
    await symlink(source, link, 'junction');
  }
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
