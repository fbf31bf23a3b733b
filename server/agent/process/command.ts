// Finds programs by name, and the script that a batch file from npm starts.
import { access, constants, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Returns the first program of this name in the PATH of an environment. */
export async function findCommand(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const names = process.platform === 'win32' ? [`${name}.cmd`, `${name}.exe`] : [name];
  const folders = env.PATH ?? env.Path ?? '';
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

/** A script beside the batch file, in both forms that npm writes. */
const SCRIPT = /"%(?:~dp0|dp0%)\\([^"%]+\.[cm]?js)"/i;

/**
 * Returns the command line with the script in place of a batch file. Since Node 20.12 Windows starts a batch file only
 * in a shell, which would read the arguments differently (CVE-2024-27980). Throws for a batch file that starts no
 * script.
 */
export async function withoutBatch([file = '', ...args]: readonly string[]): Promise<string[]> {
  if (process.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return [file, ...args];
  const script = SCRIPT.exec(await readFile(file, 'utf8'))?.[1];
  if (script === undefined)
    throw new Error(`${file} is a batch file, which cannot be started without a shell.`);
  return [process.execPath, path.join(path.dirname(file), ...script.split('\\')), ...args];
}
