// Provides a pi where there is none. The npm package does not depend on pi, because a pi that loads the package would
// then have a second pi below it. The first start that finds no pi fetches the tested one into the user's cache.
//   node scripts/pi.mjs     prints the folder of the package
// Plain JavaScript that is not built, like `node.mjs`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { canWrite, ensureNode, userCache } from './node.mjs';
import { npm } from './npm.mjs';

/** Has the manifest and the lockfile of an installation of pi alone. `scripts/build/package-server.ts` makes them. */
const LOCKED = fileURLToPath(new URL('../dist/node/pi', import.meta.url));

/**
 * Resolves to the folder of the fetched pi. Fetches it if there is none in this version, and reports that on stderr.
 * Rejects with the reason if that fails.
 * @param {{ locked?: string, cache?: string }} [options] `locked`: see LOCKED
 */
export async function ensurePi({ locked = LOCKED, cache = userCache } = {}) {
  if (!existsSync(locked)) throw new Error('this clone has no packages. Run npm ci in it.');
  const { packages } = JSON.parse(readFileSync(join(locked, 'package-lock.json'), 'utf8'));
  const [name = ''] = Object.keys(packages[''].dependencies);
  const { version } = packages[`node_modules/${name}`];
  const home = join(cache, 'pi', version);
  const folder = join(home, 'node_modules', name);
  // The folder gets its name when it is complete.
  if (existsSync(home)) return folder;
  if (!canWrite(dirname(home)))
    throw new Error(
      `you may not write to ${dirname(home)}. Set XDG_CACHE_HOME to another folder for the pi to fetch.`,
    );
  const onWait = (/** @type {number} */ pid) =>
    console.error(`pi-panel: waiting for process ${pid}, which fetches pi ${version} ...`);
  await withLock(`${home}.lock`, { onWait }, () => {
    if (!existsSync(home)) fetchPi({ name, version, home, locked });
  });
  return folder;
}

/** @param {{ name: string, version: string, home: string, locked: string }} options */
function fetchPi({ name, version, home, locked }) {
  console.error(`pi-panel: fetching pi ${version} into ${home} (once, about 160 MB) ...`);
  const fresh = `${home}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(locked, file), join(fresh, file));
  // None of pi's dependencies needs its install script.
  npm(['ci', '--ignore-scripts'], fresh);
  const manifest = JSON.parse(readFileSync(join(fresh, 'node_modules', name, 'package.json'), 'utf8'));
  const run = spawnSync(
    ensureNode({ isLinked: false }),
    [join(fresh, 'node_modules', name, manifest.bin.pi), '--version'],
    {
      encoding: 'utf8',
    },
  );
  if (run.status !== 0)
    throw new Error(`pi ${version} does not run here: ${run.error?.message ?? run.stderr}`);
  renameSync(fresh, home);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${await ensurePi()}\n`);
  } catch (error) {
    console.error(`pi-panel: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
