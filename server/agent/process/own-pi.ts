// Finds the pi with which the panel's tests ran. A clone has it among its packages. The npm package comes without it,
// because a pi that loads the package is there already: where there is none, `scripts/pi.mjs` fetches it.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { spawn } from '../../lib/programs.ts';
import { ROOT } from '../../lib/root.ts';
import type { Program } from './program.ts';

const PACKAGE = '@earendil-works/pi-coding-agent';

/**
 * Returns the panel's own pi, run by the panel's own Node, because the Node in PATH may be older. Fetches it if it is
 * not here, which can take a minute and is reported on stderr. Rejects with advice if that fails.
 */
export async function ownPi(): Promise<Program> {
  return (await bundledPi()) ?? { ...(await piIn(await fetchedFolder())), isOwn: true };
}

/** Returns the pi among the packages of a clone. Null in the npm package, whose neighbors belong to the user. */
export async function bundledPi(): Promise<Program | null> {
  const folder = path.join(ROOT, 'node_modules', PACKAGE);
  return existsSync(folder) ? { ...(await piIn(folder)), isOwn: true } : null;
}

/** Returns the pi of a package, run by the panel's own Node. `folder`: of the package. */
export async function piIn(folder: string): Promise<Program> {
  const manifest = await readFile(path.join(folder, 'package.json'), 'utf8');
  const { version, bin } = JSON.parse(manifest) as { version: string; bin: { pi: string } };
  return { argv: [process.execPath, path.join(folder, bin.pi)], version };
}

/** Returns the folder of pi's package in the user's cache. */
async function fetchedFolder(): Promise<string> {
  const script = path.join(ROOT, 'scripts', 'pi.mjs');
  const fetching = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [folder] = await Promise.all([text(fetching.stdout), once(fetching, 'close')]);
  if (fetching.exitCode === 0) return folder.trim();
  throw new Error(
    `no pi was found in PATH, and fetching one failed, see above. Install pi (npm install --global ${PACKAGE}), or name its command with --agent.`,
  );
}
