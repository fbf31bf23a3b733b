// This package as a file for another machine, so that both run the same version.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Makes the tarball in `folder` and returns its path. `root`: the folder of this package. */
export async function packOwnPackage(root: string, folder: string): Promise<string> {
  // An installed package has no sources to build from, and is already complete.
  const scripts = existsSync(path.join(root, 'web')) ? [] : ['--ignore-scripts'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['pack', '--json', '--pack-destination', folder, ...scripts];
  const { stdout } = await promisify(execFile)(npm, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  // Scripts print before npm does.
  const [packed] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)) as [{ filename: string }];
  return path.join(folder, packed.filename);
}
