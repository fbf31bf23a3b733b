// npm packages as files for another machine: this one, so that both run the same version, and those of the registry.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from '../lib/programs.ts';

/** Makes the tarball in `folder` and returns its path. `root`: the folder of this package. */
export function packOwnPackage(root: string, folder: string): Promise<string> {
  // An installed package has no sources to build from, and is already complete.
  return pack(existsSync(path.join(root, 'web')) ? [] : ['--ignore-scripts'], { folder, cwd: root });
}

/** Downloads the tarball into `folder` and returns its path. `version`: exact. */
export function packFromRegistry(name: string, version: string, folder: string): Promise<string> {
  return pack([`${name}@${version}`], { folder, cwd: folder });
}

async function pack(
  args: readonly string[],
  { folder, cwd }: { folder: string; cwd: string },
): Promise<string> {
  // On Windows npm is a batch file, which only a shell starts. Of the arguments, only the folder may contain spaces.
  const shell = process.platform === 'win32';
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--pack-destination', shell ? `"${folder}"` : folder, ...args],
    { cwd, shell, maxBuffer: 64 * 1024 * 1024 },
  );
  // Scripts print before npm does.
  const [packed] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)) as [{ filename: string }];
  return path.join(folder, packed.filename);
}
