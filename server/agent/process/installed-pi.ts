// Finds the pi that the user has installed: the one that `pi` in a terminal would start.
import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledPi } from '../../../shared/wire.ts';
import { childEnvironment, ownPi, readVersion } from './program.ts';

/**
 * The first `pi` in PATH. Null if there is none, if it is the panel's own, or if it does not print a bare version, as a
 * pi that its Node cannot run, or another program of this name (Debian has one that computes digits).
 */
export async function findInstalledPi(env: NodeJS.ProcessEnv): Promise<InstalledPi | null> {
  const child = childEnvironment(env);
  const found = await findProgram('pi', child.PATH ?? child.Path ?? '');
  if (!found) return null;
  const own = await ownPi().catch(() => null);
  if (own && (await realpath(found)) === (await realpath(own.argv[1]!))) return null;
  const version = await readVersion([found], /^\s*(\d+\.\d+\.\d+)\s*$/, child);
  return version === null ? null : { path: found, version };
}

async function findProgram(name: string, folders: string): Promise<string | undefined> {
  const names = process.platform === 'win32' ? [`${name}.cmd`, `${name}.exe`] : [name];
  for (const folder of folders.split(path.delimiter).filter((one) => path.isAbsolute(one)))
    for (const file of names.map((one) => path.join(folder, one))) if (await isExecutable(file)) return file;
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  const isFile = await stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return (
    isFile &&
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
  );
}
