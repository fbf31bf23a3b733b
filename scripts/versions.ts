// Fetches other versions of pi for the tests that run on several.
//   npm run versions                    the tested versions
//   npm run versions -- 0.82.1 1.5.2    these versions
//   npm run versions -- --default       those of `npm test`, which fetches them itself
// or runs tests on them:
//   npm run versions -- unit 0.79.9     the unit files that start pi, the contract suite among them
//   npm run versions -- browser 0.79.9  the browser specs of what depends on the version of pi
//   npm run versions -- browser 0.79.9 0.87.1 chat queue
// Without a network the tests skip the versions that are missing, and say so.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { USES_OF_PI } from '../e2e/browser/main-uses.ts';
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

/** The suites of `npm test` that run on a version, with the files to run unless the user names others. */
const SUITES: Record<string, readonly string[]> = {
  unit: ['server/app.test.ts', 'server/host/*.test.ts', 'e2e/{contract,faults,siege}/*.test.ts'],
  browser: USES_OF_PI.map((name) => `e2e/browser/${name}.spec.ts`),
};

const given = process.argv.slice(2);
const suite = given[0] !== undefined && Object.hasOwn(SUITES, given[0]) ? given.shift()! : null;
const isVersion = (word: string): boolean => /^\d+\.\d+\.\d+$/.test(word);
const end = given.findIndex((word) => !isVersion(word));
const versions = end === -1 ? given : given.slice(0, end);
const files = end === -1 ? [] : given.slice(end);
const isDefault = !suite && files.length === 1 && files[0] === '--default';
if (files.length > 0 && !suite && !isDefault)
  throw new Error(
    `${files[0]} is not a version such as 0.79.9, nor a suite: ${Object.keys(SUITES).join(', ')}.`,
  );
const folder = versionsFolder();
await mkdir(folder, { recursive: true });
const pis: InstalledPi[] = [];
const fallback = suite || isDefault ? DEFAULT_VERSIONS : TESTED_VERSIONS;
for (const version of versions.length > 0 ? versions : fallback) {
  const pi = (await installedPi(join(folder, version))) ?? (await fetchPi(version));
  console.log(`${pi.version}  ${pi.command}`);
  pis.push(pi);
}
if (suite) {
  node(['scripts/setup.mjs', 'build']);
  const tests = files.length > 0 ? files : SUITES[suite]!;
  for (const pi of pis) {
    console.log(`pi-panel: ${suite} on pi ${pi.version}`);
    node(['--disable-warning=ExperimentalWarning', 'scripts/test.mjs', suite, ...tests], {
      TEST_PI: pi.folder,
      CONTRACT_PIS: pi.version,
    });
  }
}

/** Exits if the script fails. */
function node(args: string[], env: Record<string, string> = {}): void {
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
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
