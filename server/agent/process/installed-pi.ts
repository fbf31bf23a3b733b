// Finds the pi that the user has installed: the one that `pi` in a terminal would start.
import { realpath } from 'node:fs/promises';
import type { InstalledPi } from '../../../shared/wire.ts';
import { findCommand, withoutBatch } from './command.ts';
import { bundledPi } from './own-pi.ts';
import { childEnvironment, readVersion } from './program.ts';

/**
 * Returns the first `pi` in PATH. Null if there is none, if it is the panel's own, or if it does not print a bare
 * version: its Node may be too old for it, or it is another program of this name (Debian has one that computes digits).
 */
export async function findInstalledPi(env: NodeJS.ProcessEnv): Promise<InstalledPi | null> {
  const child = childEnvironment(env);
  const found = await findCommand('pi', child);
  if (!found) return null;
  // A batch file that npm did not write is another program.
  const argv = await withoutBatch([found]).catch(() => null);
  if (!argv) return null;
  const own = await bundledPi();
  if (own && (await realpath(argv.at(-1)!)) === (await realpath(own.argv[1]!))) return null;
  const version = await readVersion(argv, /^\s*(\d+\.\d+\.\d+)\s*$/, child);
  return version === null ? null : { path: found, version };
}
