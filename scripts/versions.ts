// Fetches other versions of pi than the panel's own, for the tests that run on all of them.
//   npm run versions                    those that are tested
//   npm run versions -- 0.82.1 1.0.3    these
// `npm test` fetches nothing: what is not there, its tests leave out and say so.
import { spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';
import {
  compareVersions,
  installedPi,
  packageOf,
  TESTED_VERSIONS,
  versionsFolder,
  type InstalledPi,
} from './pi-versions.ts';

/** What the bundle of a tarball loads from outside: extensions need the first two, resized pictures the third. */
const LINKED = ['jiti', 'typebox', '@silvia-odwyer/photon-node'];
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const asked = process.argv.slice(2);
const folder = versionsFolder();
await mkdir(folder, { recursive: true });
for (const version of asked.length > 0 ? asked : TESTED_VERSIONS) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version such as 0.79.9.`);
  const pi = (await installedPi(join(folder, version))) ?? (await fetchPi(version));
  console.log(`${pi.version}  ${pi.command}`);
}

/** Into a folder beside its place first: what is there is whole. */
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
  throw new Error(`pi ${version} was fetched, but holds no program.`);
}

async function install(version: string, place: string): Promise<void> {
  const ownParts = ['pi-ai', 'pi-agent-core', 'pi-tui'].map((name) => [`@earendil-works/${name}`, version]);
  // npm takes pi-ai 0.80.10 for these, which lacks what they import.
  const isMismatched = compareVersions(version, '0.80.0') >= 0 && compareVersions(version, '0.80.3') <= 0;
  const manifest = {
    private: true,
    dependencies: { [packageOf(version)]: version },
    ...(isMismatched && { overrides: Object.fromEntries(ownParts) as Record<string, string> }),
  };
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest, null, 2));
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], place);
}

/** Since 0.99 some of pi's own parts are not in every registry; its tarball holds a bundle that needs none. */
async function unpack(version: string, place: string): Promise<void> {
  const target = join(place, 'node_modules', packageOf(version));
  await mkdir(target, { recursive: true });
  npm(['pack', `${packageOf(version)}@${version}`, '--pack-destination', place, '--loglevel=error'], ROOT);
  const tarball = (await readdir(place)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm packed nothing for pi ${version}.`);
  run('tar', ['-xzf', join(place, tarball), '-C', target, '--strip-components=1']);
  await rm(join(place, tarball));
  for (const name of LINKED) {
    const link = join(place, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    const source = join(ROOT, 'node_modules', name);
    // A link to nothing would only be noticed when an extension fails to load.
    await access(source);
    await symlink(source, link, 'junction');
  }
}

async function check(version: string, place: string): Promise<void> {
  const pi = await installedPi(place);
  if (!pi) throw new Error(`npm installed no ${packageOf(version)} for ${version}.`);
  const said = run(pi.argv[0]!, [...pi.argv.slice(1), '--version']);
  if (!said.includes(version)) throw new Error(`pi ${version} says of itself: ${said.trim()}`);
}

function run(program: string, args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed (${status}): ${stderr}`);
  return stdout + stderr;
}
